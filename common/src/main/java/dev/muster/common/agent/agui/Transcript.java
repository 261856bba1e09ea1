package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;

/** The messages of a run, in the order they began; each tool call belongs to a message. */
final class Transcript {
    static final String ASSISTANT = "assistant";

    /** A message, and the ids of the tool calls that it made. */
    record Entry(String id, String role, String owner, StringBuilder text, Set<String> calls) {

        boolean isSilent() {
            return text.isEmpty() && calls.isEmpty();
        }

        private boolean answers() {
            return role.equals(ASSISTANT) && !text.isEmpty();
        }
    }

    private final Map<String, Entry> messages = new LinkedHashMap<>();
    /** The message that made each call. */
    private final Map<String, Entry> makers = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    /** Collects the calls that name no message, until something else comes between them. */
    private @Nullable Entry collecting;

    /** Begins a message, or continues a closed one. */
    void begin(String id, String role, String owner) {
        var _ = message(id, role, owner);
        open.add(id);
        collecting = null;
    }

    void end(String id) {
        open.remove(id);
    }

    /** @return whether it is a piece of an answer */
    boolean append(String id, String delta) {
        Entry entry = messages.get(id);
        if (entry == null) {
            return false;
        }
        entry.text().append(delta);
        return entry.role().equals(ASSISTANT) && !delta.isEmpty();
    }

    /** @param message that made the call; null when the agent named none */
    void called(String call, @Nullable String message, String owner) {
        Entry entry = message == null ? collecting(call, owner) : message(message, ASSISTANT, owner);
        if (makers.putIfAbsent(call, entry) == null) {
            entry.calls().add(call);
        }
    }

    /** Records a result: later calls don't belong to the message that made the earlier ones. */
    void resulted() {
        collecting = null;
    }

    /** Moves a restated message to the end, in place of the streamed one. */
    void restate(String id, String text, List<String> calls) {
        for (var call : calls) {
            var maker = makers.get(call);
            if (maker != null) {
                maker.calls().remove(call);
            }
        }
        Entry old = messages.remove(id);
        var all = new LinkedHashSet<>(calls);
        all.addAll(old == null ? Set.of() : old.calls());
        var entry = new Entry(id, ASSISTANT, old == null ? AguiEvent.PARENT : old.owner(),
                new StringBuilder(text), all);
        all.forEach(call -> makers.put(call, entry));
        messages.put(id, entry);
    }

    /** Drops the other messages, except open ones; the calls of a dropped message stay. */
    void retainOnly(Set<String> ids) {
        messages.values().stream().filter(entry -> !ids.contains(entry.id()) && !open.contains(entry.id()))
                .forEach(entry -> entry.text().setLength(0));
        messages.values()
                .removeIf(entry -> !ids.contains(entry.id()) && !open.contains(entry.id()) && entry.isSilent());
        collecting = null;
    }

    /** Moves messages that are still open behind the restated ones. */
    void endWithOpen(Set<String> restated) {
        List.copyOf(messages.keySet()).stream().filter(id -> open.contains(id) && !restated.contains(id))
                .forEach(id -> messages.put(id, Objects.requireNonNull(messages.remove(id))));
    }

    /** Returns the assistant messages with text: the parent agent's, or the subagents' if the parent has none. */
    List<String> answers() {
        var answers = messages.values().stream().filter(Entry::answers).toList();
        var parents = answers.stream().filter(entry -> entry.owner().equals(AguiEvent.PARENT)).toList();
        return (parents.isEmpty() ? answers : parents).stream().map(entry -> entry.text().toString()).toList();
    }

    /** Whether the agent sent a message without any text. */
    boolean hasEmptyAnswer() {
        return messages.values().stream().anyMatch(entry -> entry.role().equals(ASSISTANT) && entry.isSilent());
    }

    private Entry collecting(String call, String owner) {
        if (collecting == null || !collecting.owner().equals(owner)) {
            collecting = message(call, ASSISTANT, owner);
        }
        return collecting;
    }

    private Entry message(String id, String role, String owner) {
        return messages.computeIfAbsent(id,
                key -> new Entry(id, role, owner, new StringBuilder(), new LinkedHashSet<>()));
    }

    /**
     * Returns the messages of the run to append to the history, with the ids that the agent gave them. Results directly
     * follow the message that made the calls, wherever they came in the stream: models accept no other order.
     *
     * @param openCalls open calls of the history so far; their results come first
     */
    List<Message> history(ToolLog tools, Collection<String> openCalls) {
        var history = new ArrayList<>(results(tools, openCalls));
        for (Entry entry : messages.values()) {
            if (!entry.isSilent()) {
                var calls = entry.calls().stream().map(tools::call).filter(Objects::nonNull).toList();
                history.add(new Message(entry.role(), content(entry.text().toString()), calls, null, entry.id()));
                history.addAll(results(tools, entry.calls()));
            }
        }
        return history;
    }

    private static List<Message> results(ToolLog tools, Collection<String> calls) {
        return tools.answers(calls).stream().map(answer -> new Message("tool", content(answer.content()), List.of(),
                answer.callId(), answer.messageId())).toList();
    }

    private static List<ContentPart> content(String text) {
        return text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
    }
}
