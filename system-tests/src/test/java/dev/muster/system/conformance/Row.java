package dev.muster.system.conformance;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A row of a document's table, or a statement in a list or an example.
 *
 * @param tests its tests, as {@code Class#method}; none where it is later or excluded
 * @param later the work that will add it; null when it exists
 * @param excluded why it cannot be met; null when it can
 */
record Row(String seed, int line, String table, String row, String meaning, List<String> tests,
        @Nullable String later, @Nullable String excluded) {

    /** In document order. */
    static List<Row> all() {
        return entries("rows.yaml").stream().map(Row::of).toList();
    }

    /** Returns the items of a list in the conformance folder. */
    static List<JsonNode> entries(String file) {
        var read = YamlText.read(text(file), new Faults(file, fault -> {
            throw new AssertionError(fault.toString());
        }));
        return read.getFirst().json().valueStream().toList();
    }

    /** Several are separated by commas. */
    static List<String> tests(JsonNode entry) {
        var written = entry.path("test").asString("");
        return written.isEmpty() ? List.of() : List.of(written.split(", ", -1));
    }

    private static Row of(JsonNode entry) {
        return new Row(entry.path("seed").asString(), entry.path("line").asInt(), entry.path("table").asString(),
                entry.path("row").asString(), entry.path("meaning").asString(), tests(entry),
                entry.path("later").asStringOpt().orElse(null), entry.path("excluded").asStringOpt().orElse(null));
    }

    private static String text(String file) {
        try (var stream = Row.class.getResourceAsStream("/conformance/" + file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
