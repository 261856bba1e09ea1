package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;

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
        var typed = new TypedRun(SUITES, folder, folder.resolve("home"));
        int exit = typed.run(environment, arguments);
        var file = folder.resolve("results.jsonl");
        assertThat(file).as(Files.readString(folder.resolve("output.txt"))).exists();
        var errors = new TreeMap<String, String>();
        for (var line : Files.readAllLines(file)) {
            var result = Json.MAPPER.readTree(line);
            errors.put(result.path("id").asString(""), result.path("error").asString(""));
        }
        return new SuiteRun(exit, typed.results(), errors);
    }

    /** Returns the results that are no pass. */
    Map<String, String> others() {
        var others = new TreeMap<>(results);
        others.values().removeIf("passed none"::equals);
        return others;
    }
}
