package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.RunRecord.ToolLog.Answer;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;

/** The messages of a run, in the order they began; each tool call belongs to a message. */
final class Transcript {

    /** A message, and the ids of the tool calls that it made. */
    record Said(String id, String role, String owner, StringBuilder text, Set<String> calls) {

        boolean isSilent() {
            return text.isEmpty() && calls.isEmpty();
        }

        private boolean answers() {
            return role.equals(RunRecord.ASSISTANT) && !text.isEmpty();
        }
    }

    private final Map<String, Said> messages = new LinkedHashMap<>();
    /** The message that made each call. */
    private final Map<String, Said> makers = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    /** Collects the calls that name no message, until something else comes between them. */
    private @Nullable Said gathering;

    /** Begins a message, or continues a closed one. */
    void begin(String id, String role, String owner) {
        var _ = message(id, role, owner);
        open.add(id);
        gathering = null;
    }

    void end(String id) {
        open.remove(id);
    }

    /** @return whether it is a piece of an answer */
    boolean append(String id, String delta) {
        Said said = messages.get(id);
        if (said == null) {
            return false;
        }
        said.text().append(delta);
        return said.role().equals(RunRecord.ASSISTANT) && !delta.isEmpty();
    }

    /** @param message that made the call; null when the agent named none */
    void called(String call, @Nullable String message, String owner) {
        Said said = message == null ? gathering(call, owner) : message(message, RunRecord.ASSISTANT, owner);
        if (makers.putIfAbsent(call, said) == null) {
            said.calls().add(call);
        }
    }

    /** Records a result: later calls don't belong to the message that made the earlier ones. */
    void resulted() {
        gathering = null;
    }

    /** Moves a restated message to the end, in place of the streamed one. */
    void restate(String id, String text, List<String> calls) {
        for (var call : calls) {
            var maker = makers.get(call);
            if (maker != null) {
                maker.calls().remove(call);
            }
        }
        Said old = messages.remove(id);
        var all = new LinkedHashSet<>(calls);
        all.addAll(old == null ? Set.of() : old.calls());
        var said = new Said(id, RunRecord.ASSISTANT, old == null ? AguiEvent.PARENT : old.owner(),
                new StringBuilder(text), all);
        all.forEach(call -> makers.put(call, said));
        messages.put(id, said);
    }

    /** Drops the other messages, except open ones; the calls of a dropped message stay. */
    void retainOnly(Set<String> ids) {
        messages.values().stream().filter(said -> !ids.contains(said.id()) && !open.contains(said.id()))
                .forEach(said -> said.text().setLength(0));
        messages.values().removeIf(said -> !ids.contains(said.id()) && !open.contains(said.id()) && said.isSilent());
        gathering = null;
    }

    /** Moves messages that are still open behind the restated ones. */
    void endWithOpen(Set<String> restated) {
        List.copyOf(messages.keySet()).stream().filter(id -> open.contains(id) && !restated.contains(id))
                .forEach(id -> messages.put(id, Objects.requireNonNull(messages.remove(id))));
    }

    List<Said> messages() {
        return List.copyOf(messages.values());
    }

    /** Returns the assistant messages with text: the parent agent's, or the subagents' if the parent has none. */
    List<String> answers() {
        var answers = messages.values().stream().filter(Said::answers).toList();
        var parents = answers.stream().filter(said -> said.owner().equals(AguiEvent.PARENT)).toList();
        return (parents.isEmpty() ? answers : parents).stream().map(said -> said.text().toString()).toList();
    }

    /** Whether the agent sent a message without any text. */
    boolean hasEmptyAnswer() {
        return messages.values().stream().anyMatch(said -> said.role().equals(RunRecord.ASSISTANT) && said.isSilent());
    }

    private Said gathering(String call, String owner) {
        if (gathering == null || !gathering.owner().equals(owner)) {
            gathering = message(call, RunRecord.ASSISTANT, owner);
        }
        return gathering;
    }

    private Said message(String id, String role, String owner) {
        return messages.computeIfAbsent(id,
                key -> new Said(id, role, owner, new StringBuilder(), new LinkedHashSet<>()));
    }

    /**
     * Converts a run to messages to append to the history, with the ids that the agent gave them. Results directly follow the
     * message that made the calls, wherever they came in the stream: models accept no other order.
     */
    record History(Transcript transcript, RunRecord.ToolLog tools) {

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
            return tools.answers(calls).stream().map(History::result).toList();
        }

        private static Message result(Answer answer) {
            return new Message("tool", content(answer.content()), List.of(), answer.callId(), answer.messageId());
        }

        private static List<ContentPart> content(String text) {
            return text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
        }
    }
}
