package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.common.json.Json;

/**
 * A run as a user types it.
 *
 * @param project where it is typed
 * @param folder for what it writes
 * @param home Muster's own folder
 */
record TypedRun(Path project, Path folder, Path home) {

    int run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("run", "-o", folder.resolve("results.jsonl").toString()));
        words.addAll(List.of(arguments));
        return type(environment, words);
    }

    int type(Map<String, String> environment, List<String> words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(words);
        var builder = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("MUSTER_HOME", home.toString());
        var process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ends in time").isTrue();
        return process.exitValue();
    }

    /** Returns status and cause by case id. */
    Map<String, String> results() throws IOException {
        var results = new TreeMap<String, String>();
        for (var line : Files.readAllLines(folder.resolve("results.jsonl"))) {
            var result = Json.MAPPER.readTree(line);
            results.put(result.path("id").asString(""),
                    result.path("status").asString("") + " " + result.path("cause").asString(""));
        }
        return results;
    }
}
