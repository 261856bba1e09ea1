package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.http.Recording.Exchanged;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the documents that a program or a function gets, and what it answers. */
public record ShownDocuments(DocumentAgent agent, List<Exchanged> kept) implements DocumentAgent {

    @Override
    public DocumentReply ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline)
            throws InterruptedException {
        var answer = agent.ask(conversationId, document, helper, deadline);
        keep("Document to", document.toString(), answer);
        return answer;
    }

    @Override
    public @Nullable DocumentReply exchange(String conversationId, List<String> lines, String lastWords,
            Duration atMost,
            Deadline deadline) throws InterruptedException {
        var answer = agent.exchange(conversationId, lines, lastWords, atMost, deadline);
        keep("Lines to", String.join("\n", lines), answer);
        return answer;
    }

    private void keep(String title, String document, @Nullable DocumentReply answer) {
        var shown = new StringBuilder();
        var errors = switch (answer) {
            case null -> "";
            case DocumentReply.Json(var frames, var written, _) -> {
                frames.forEach(frame -> shown.append(frame).append('\n'));
                yield written;
            }
            case DocumentReply.Text(var text, var written) -> {
                shown.append(text);
                yield written;
            }
            case DocumentReply.Failed(_, var printed, var written) -> {
                printed.forEach(line -> shown.append(line).append('\n'));
                yield written;
            }
        };
        kept.add(new Exchanged(title, agent.name(), Map.of(), document,
                shown.isEmpty() ? "" : "Answer", errors.isBlank() ? Map.of() : Map.of("stderr", errors), shown));
    }

    @Override
    public Deadline limited(Deadline deadline) {
        return agent.limited(deadline);
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
