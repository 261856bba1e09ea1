package dev.muster.system.command;

import module java.base;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.common.json.Json;

/** The model that judges in the documents: it finds only apologies missing. */
final class JudgingModel {

    private JudgingModel() {}

    /** @param key what callers have to show */
    static ScriptedModel start(String key) throws IOException {
        return ScriptedModel.start().on("/v1/chat/completions", call -> {
            if (!call.authorization().equals("Bearer " + key)) {
                return Answer.error(401, "unknown key");
            }
            boolean passed = !call.newest().contains("apologizes");
            return Answer.text(Json.MAPPER.createObjectNode().put("passed", passed).put("score", passed ? 0.9 : 0.1)
                    .put("reason", passed ? "It says so." : "The reply has no word of apology.").toString());
        });
    }
}
