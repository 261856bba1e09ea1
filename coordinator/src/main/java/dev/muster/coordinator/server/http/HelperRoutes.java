package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperRole;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Calls agents for clients from this process, which has the fleet's secrets. */
record HelperRoutes(HelperAgents agents) {

    void add(RoutesConfig routes) {
        for (var role : HelperRole.values()) {
            routes.post("/api/" + role.action(), this::ask);
        }
    }

    private void ask(Context context) throws IOException, InterruptedException {
        var question = Json.MAPPER.readValue(context.bodyInputStream(), HelperQuestion.class);
        context.contentType("application/json").result(Json.MAPPER.writeValueAsBytes(agents.ask(question)));
    }
}
