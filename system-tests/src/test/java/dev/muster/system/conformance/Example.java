package dev.muster.system.conformance;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlStream;
import tools.jackson.databind.JsonNode;

/** One fenced block of a document, with its index entry. */
record Example(JsonNode entry) {

    private static final Map<String, String> FOLDERS = Map.of("ag-ui-testing.md", "ag-ui", "agent-eval-multi-turn.md",
            "agent-eval", "agent-test-v2-multi-turn.md", "agent-test-multi-turn", "agent-test-v2-stateless.md",
            "agent-test-stateless");

    /** Returns the whole index, in order. */
    static List<Example> all() throws IOException {
        var all = new ArrayList<Example>();
        var bytes = Objects.requireNonNull(Example.class.getResourceAsStream("/conformance/index.yaml"));
        var faults = new Faults("index.yaml", fault -> {
            throw new IllegalStateException(fault.toString());
        });
        try (var values = new YamlStream(bytes, faults)) {
            for (var value = values.next(); value != null; value = values.next()) {
                all.add(new Example(value.json()));
            }
        }
        return all;
    }

    String seed() {
        return text("seed");
    }

    int block() {
        return entry.path("block").intValue();
    }

    String kind() {
        return text("kind");
    }

    /** Returns the folder of its document's examples. */
    String folder() {
        return Objects.requireNonNull(FOLDERS.get(seed()), seed());
    }

    /** The same folder, as files. */
    Path files() {
        return Resources.folder("conformance/" + folder());
    }

    /** Whether it is run; the others are described in words, or can't be run. */
    boolean isRun() {
        return entry.has("expect") || entry.has("vectors");
    }

    boolean has(String key) {
        return entry.has(key);
    }

    /** Empty without it. */
    String text(String key) {
        return entry.path(key).asString("");
    }
}
