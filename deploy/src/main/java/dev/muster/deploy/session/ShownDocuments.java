package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.http.Recording.Exchanged;
import dev.muster.common.time.Deadline;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the documents that a program or a function gets, and what it answers. */
public record ShownDocuments(DocumentAgent agent, List<Exchanged> kept) implements DocumentAgent {

    @Override
    public Answer ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException {
        var answer = agent.ask(conversationId, document, helper, deadline);
        var shown = new StringBuilder();
        var errors = switch (answer) {
            case Answer.Json(var frames, var written, _) -> {
                frames.forEach(frame -> shown.append(frame).append('\n'));
                yield written;
            }
            case Answer.Text(var text, var written) -> {
                shown.append(text);
                yield written;
            }
            case Answer.Failed(_, var printed, var written) -> {
                printed.forEach(line -> shown.append(line).append('\n'));
                yield written;
            }
        };
        kept.add(new Exchanged("Document to", agent.name(), Map.of(), document.toString(),
                shown.isEmpty() ? "" : "Answer", errors.isBlank() ? Map.of() : Map.of("stderr", errors), shown));
        return answer;
    }

    @Override
    public String name() {
        return agent.name();
    }

    @Override
    public void hangUp(String conversationId) {
        agent.hangUp(conversationId);
    }
}
