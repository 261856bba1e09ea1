package dev.muster.common.target;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds the document for a helper: common fields, the role's fields, and the test's additions. */
public final class HelperDocument {

    private static final Set<String> OURS = Set.of("test_mode", "test_id", "session_id");

    private HelperDocument() {}

    public static ObjectNode of(String mode, String testId, String sessionId) {
        return Json.MAPPER.createObjectNode().put("test_mode", mode).put("test_id", testId).put("session_id",
                sessionId);
    }

    /** Returns the document with metadata, which overrides everything except the names of mode, test and session. */
    public static ObjectNode withMetadata(ObjectNode document, Map<String, JsonNode> metadata) {
        var reduced = document.deepCopy();
        new TreeMap<>(metadata).forEach((name, value) -> {
            if (!OURS.contains(name)) {
                reduced.set(name, value);
            }
        });
        return reduced;
    }
}
