package dev.muster.deploy.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.deploy.Main;

/**
 * {@code muster run}, as a user types it, of a suite of {@code src/interop/suites}.
 *
 * @param results status and cause by case id
 * @param errors what is wrong by case id
 */
record SuiteRun(int exit, Map<String, String> results, Map<String, String> errors) {

    private static final Path SUITES = Path.of("src/interop/suites").toAbsolutePath();

    /** @param folder for its files and its home */
    static SuiteRun of(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var file = folder.resolve("results.jsonl");
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "run", "-o", file.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(SUITES.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("MUSTER_HOME", folder.resolve("home").toString());
        var process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ends in time").isTrue();
        assertThat(file).as(Files.readString(folder.resolve("output.txt"))).exists();
        var results = new TreeMap<String, String>();
        var errors = new TreeMap<String, String>();
        for (var line : Files.readAllLines(file)) {
            var result = Json.MAPPER.readTree(line);
            var id = result.path("id").asString("");
            results.put(id, result.path("status").asString("") + " " + result.path("cause").asString(""));
            errors.put(id, result.path("error").asString(""));
        }
        return new SuiteRun(process.exitValue(), results, errors);
    }

    /** Returns the results that are no pass. */
    Map<String, String> others() {
        var others = new TreeMap<>(results);
        others.values().removeIf("passed none"::equals);
        return others;
    }
}
