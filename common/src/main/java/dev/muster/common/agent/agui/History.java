package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.ToolLog.Answer;
import dev.muster.common.agent.agui.Transcript.Said;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;

/**
 * Converts a run to messages to append to the history, with the ids that the agent gave them. Results directly follow the
 * message that made the calls, wherever they came in the stream: models accept no other order.
 */
record History(Transcript transcript, ToolLog tools) {

    /** @param openCalls open calls of the history so far; their results come first */
    List<Message> messages(Collection<String> openCalls) {
        var messages = new ArrayList<>(results(openCalls));
        for (Said said : transcript.messages()) {
            if (!said.isSilent()) {
                messages.add(message(said));
                messages.addAll(results(said.calls()));
            }
        }
        return messages;
    }

    private Message message(Said said) {
        List<ToolCall> calls = said.calls().stream().map(tools::call).filter(Objects::nonNull).toList();
        return new Message(said.role(), content(said.text().toString()), calls, null, said.id());
    }

    private List<Message> results(Collection<String> calls) {
        return tools.answers().stream().filter(answer -> calls.contains(answer.callId())).map(History::result).toList();
    }

    private static Message result(Answer answer) {
        return new Message("tool", content(answer.content()), List.of(), answer.callId(), answer.messageId());
    }

    private static List<ContentPart> content(String text) {
        return text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
    }
}
