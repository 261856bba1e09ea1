package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The state that agent and application share; it lives as long as the stream. */
final class SharedState {

    private final Warnings warnings;
    private final PatchWeight moved = new PatchWeight();
    private JsonNode state;
    private @Nullable PatchedDocument patched;
    private boolean received;

    /** @param sent the state in the request; null is the empty state */
    SharedState(@Nullable JsonNode sent, Warnings warnings) {
        this.state = sent == null ? JsonNodeFactory.instance.objectNode() : sent;
        this.warnings = warnings;
    }

    void replace(JsonNode snapshot) {
        state = snapshot;
        patched = null;
        received = true;
    }

    /** Applies a patch; if it can't be applied, warns and leaves the state unchanged. */
    void patch(List<PatchOperation> delta) {
        var document = patched == null ? new PatchedDocument(state, moved) : patched;
        patched = document;
        try {
            document.apply(delta);
            received = true;
        } catch (PatchedDocument.PatchFailed e) {
            warnings.add("a STATE_DELTA could not be applied, " + e.getMessage());
        }
    }

    /** Returns null when the agent never sent any. */
    @Nullable
    JsonNode state() {
        return received ? patched == null ? state : patched.root() : null;
    }

    /** The activities that the agent shows beside its answer. No result contains them; errors in them are warnings. */
    static final class Activities {

        private final Warnings warnings;
        private final PatchWeight moved = new PatchWeight();
        private final Map<String, PatchedDocument> contents = new HashMap<>();

        Activities(Warnings warnings) {
            this.warnings = warnings;
        }

        /** @param replace whether it replaces what the activity showed before */
        void show(String id, JsonNode content, boolean replace) {
            if (replace || !contents.containsKey(id)) {
                contents.put(id, new PatchedDocument(content, moved));
            }
        }

        void patch(String id, List<PatchOperation> patch) {
            var content = contents.get(id);
            if (content == null) {
                warnings.add(
                        "an ACTIVITY_DELTA names '" + OneLine.ofMessage(id)
                                + "', which is not an activity, and was skipped");
                return;
            }
            try {
                content.apply(patch);
            } catch (PatchedDocument.PatchFailed e) {
                warnings.add("an ACTIVITY_DELTA could not be applied, " + e.getMessage());
            }
        }
    }
}
