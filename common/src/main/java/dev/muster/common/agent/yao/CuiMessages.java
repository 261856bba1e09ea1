package dev.muster.common.agent.yao;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The messages of a stream, in the order they began. */
final class CuiMessages {

    private final List<CuiMessage> all = new ArrayList<>();
    private final Map<String, CuiMessage> byId = new HashMap<>();

    /** Returns the message of a chunk; a new one, started now, for its first chunk. */
    CuiMessage of(Chunk chunk, long nowMs) {
        CuiMessage known = chunk.messageId().isEmpty() ? nameless(chunk) : byId.get(chunk.messageId());
        if (known != null) {
            return known;
        }
        var begun = new CuiMessage(chunk.messageId(), nowMs, chunk.type());
        all.add(begun);
        if (!chunk.messageId().isEmpty()) {
            byId.put(chunk.messageId(), begun);
        }
        return begun;
    }

    @Nullable
    CuiMessage withId(String id) {
        return byId.get(id);
    }

    List<CuiMessage> all() {
        return all;
    }

    /** Returns the message of a chunk without an id: the previous one, if that has no id either. */
    private @Nullable CuiMessage nameless(Chunk chunk) {
        if (all.isEmpty() || chunk.action() == Chunk.Action.WHOLE) {
            return null;
        }
        CuiMessage last = all.getLast();
        return last.id().isEmpty() && last.type().equals(chunk.type()) ? last : null;
    }
}
