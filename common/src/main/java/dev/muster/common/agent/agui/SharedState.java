package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The state that agent and application share; it lives as long as the stream. */
final class SharedState {

    private final Warnings warnings;
    private final Weight moved = new Weight();
    private JsonNode state;
    private @Nullable PatchedDocument patched;
    private boolean told;

    /** @param sent the state in the request; null is the empty state */
    SharedState(@Nullable JsonNode sent, Warnings warnings) {
        this.state = sent == null ? JsonNodeFactory.instance.objectNode() : sent;
        this.warnings = warnings;
    }

    void replace(JsonNode snapshot) {
        state = snapshot;
        patched = null;
        told = true;
    }

    /** Applies a patch; if it can't be applied, warns and leaves the state unchanged. */
    void patch(List<PatchOperation> delta) {
        var document = patched == null ? new PatchedDocument(state, moved) : patched;
        patched = document;
        try {
            document.apply(delta);
            told = true;
        } catch (PatchFailed e) {
            warnings.add("a STATE_DELTA could not be applied, " + e.getMessage());
        }
    }

    /** Returns null when the agent never sent any. */
    @Nullable
    JsonNode state() {
        return told ? patched == null ? state : patched.root() : null;
    }
}
