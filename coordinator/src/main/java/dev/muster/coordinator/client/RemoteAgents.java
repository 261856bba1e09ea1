package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import java.net.http.HttpRequest.BodyPublishers;

/** Agents called through a remote coordinator. */
record RemoteAgents(CoordinatorCalls calls) implements HelperAgents {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Calls an agent; waiting for a busy agent does not count toward the timeout. */
    @Override
    public HelperReply ask(HelperQuestion question) throws IOException {
        var patience = question.timeout().plus(question.retry().maxWait()).plus(PATIENCE);
        var answer = calls.tell("/api/" + question.role().action(), request -> request.timeout(patience)
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(question))));
        return Json.MAPPER.treeToValue(CoordinatorCalls.read(calls.expect(answer, 200)), HelperReply.class);
    }
}
