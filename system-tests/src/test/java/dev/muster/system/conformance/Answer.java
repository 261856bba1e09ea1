package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.system.conformance.Part.Step;
import tools.jackson.databind.JsonNode;

/** The response to one call. */
record Answer(int status, String type, String body) {

    /** Takes the time that the script says. */
    static Answer of(Scene scene, Call call) throws IOException, InterruptedException {
        scene.begin(call);
        try {
            var step = scene.next(call);
            if (step.isEmpty()) {
                return error(500, "the script has no answer");
            }
            scene.take(step.get());
            return step.get().fails("status") ? error(step.get().does().path("fails").path("status").intValue(), "no")
                    : answer(scene, call, step.get());
        } finally {
            scene.end(call);
        }
    }

    private static Answer answer(Scene scene, Call call, Step step) throws IOException {
        if (call.party().equals("generator")) {
            open(scene, Json.MAPPER.readTree(scene.json(step.does().path("reply"))));
        }
        return new Answer(200, "text/event-stream",
                call.protocol().equals("ag-ui") ? AguiAnswer.of(scene, call, step) : ChatAnswer.of(scene, step));
    }

    private static void open(Scene scene, JsonNode generated) {
        for (var each : generated.isArray() ? generated : generated.path("cases")) {
            scene.expect(new Scene.Opening(1, each.path("input").asString("")), each.path("id").asString(""));
        }
    }

    private static Answer error(int status, String message) {
        var body = Json.MAPPER.createObjectNode();
        body.putObject("error").put("message", message);
        return new Answer(status, "application/json", body.toString());
    }
}
