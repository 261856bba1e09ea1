package dev.muster.system.conformance;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.system.conformance.Scene.Opening;
import tools.jackson.databind.JsonNode;

/**
 * The folder in which a trial runs.
 *
 * @param suite the suite on the usual command line; relative to the root
 */
record Project(Path root, String suite) {

    /** Returns how the cases of a suite begin. */
    static Map<Opening, String> openings(Path suite) throws IOException {
        var openings = new HashMap<Opening, String>();
        if (!Files.isRegularFile(suite) || !suite.toString().endsWith(".jsonl")) {
            return openings;
        }
        try (var values = new JsonStream(Files.newInputStream(suite), new Faults("suite", fault -> {}))) {
            for (var value = values.next(); value != null; value = values.next()) {
                var json = value.json();
                openings.put(opening(json), json.path("id").asString(""));
            }
        }
        return openings;
    }

    private static Opening opening(JsonNode json) {
        var messages = json.path("messages");
        if (messages.isArray()) {
            return new Opening(messages.size(), Call.text(messages.path(messages.size() - 1)));
        }
        return new Opening(1, json.has("turns") ? json.path("turns").path(0).path("input").asString("")
                : json.path("input").asString(""));
    }
}
