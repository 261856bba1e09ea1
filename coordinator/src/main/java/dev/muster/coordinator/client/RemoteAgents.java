package dev.muster.coordinator.client;

import dev.muster.common.json.Json;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/** Agents that the coordinator at an address calls. */
record RemoteAgents(CoordinatorCalls calls) implements HelperAgents {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Waiting for a busy agent is not in its time. */
    @Override
    public HelperReply ask(HelperQuestion question) throws IOException {
        var patience = question.timeout().plus(question.retry().maxWait()).plus(PATIENCE);
        var answer = calls.tell("/api/" + question.role().action(), request -> request.timeout(patience)
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(question))));
        return Json.MAPPER.treeToValue(CoordinatorCalls.read(calls.expect(answer, 200)), HelperReply.class);
    }
}
