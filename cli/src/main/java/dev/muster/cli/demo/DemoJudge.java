package dev.muster.cli.demo;

import module java.base;
import dev.muster.cli.demo.ScriptedAgent.Act;
import dev.muster.common.json.Json;

/** The model {@code judge} of the demo: a script that finds everything right, except where an apology is wanted and missing. */
final class DemoJudge {

    /** What requests call the model. */
    static final String MODEL = "judge";

    private DemoJudge() {}

    /** @param history its newest message has the criteria and the reply to judge */
    static List<Act> answer(List<ScriptedAgent.DemoMessage> history) {
        var asked = history.getLast().text().toLowerCase(Locale.ROOT);
        boolean passed = !asked.contains("apolog") || asked.contains("sorry");
        return List.of(new Act.Say(Json.MAPPER.createObjectNode().put("passed", passed).put("score", passed ? 0.9 : 0.1)
                .put("reason", passed ? "It says so." : "The reply has no word of apology.").toString()));
    }
}
