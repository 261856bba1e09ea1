package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Warnings;
import tools.jackson.databind.JsonNode;

/** The activities that the agent shows beside its answer. No result contains them; errors in them are warnings. */
final class Activities {

    private final Warnings warnings;
    private final Weight moved = new Weight();
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
                    "an ACTIVITY_DELTA names '" + OneLine.ofMessage(id) + "', which is no activity, and was skipped");
            return;
        }
        try {
            content.apply(patch);
        } catch (PatchFailed e) {
            warnings.add("an ACTIVITY_DELTA could not be applied, " + e.getMessage());
        }
    }
}
