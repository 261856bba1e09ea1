package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.AguiEvent.Chunk;
import dev.muster.common.agent.agui.AguiEvent.Item;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;

/**
 * Expands chunks into opening, continuing and closing events, and passes on everything else. A lane is the item that
 * one agent of the run, the parent or a subagent, has open by chunks: at most one.
 */
final class ChunkLanes {

    static final String CALL_CHUNK = "TOOL_CALL_CHUNK";

    @FunctionalInterface
    interface Sink {
        void accept(AguiEvent event) throws StreamBroken;
    }

    private record Lane(Item item, String id, Map<String, String> described) {

        /** Repeated fields must agree: nothing tells which of two values is right. */
        private void agree(Chunk chunk) throws StreamBroken {
            for (var repeated : chunk.described().entrySet()) {
                String first = described.getOrDefault(repeated.getKey(), repeated.getValue());
                if (!first.equals(repeated.getValue())) {
                    throw new StreamBroken(chunk.type() + " for '" + id + "' has the " + repeated.getKey() + " '"
                            + repeated.getValue() + "', but began with '" + first + "'");
                }
            }
        }
    }

    private final Map<String, Lane> lanes = new LinkedHashMap<>();
    private final Sink sink;

    ChunkLanes(Sink sink) {
        this.sink = sink;
    }

    void accept(AguiEvent event) throws StreamBroken {
        switch (event) {
            case Chunk chunk -> expand(chunk);
            case AguiEvent.Aside aside -> sink.accept(aside);
            case AguiEvent.Unknown unknown -> sink.accept(unknown);
            case AguiEvent.RunLevel run -> {
                closeAll();
                sink.accept(run);
            }
            case AguiEvent.Owned owned -> {
                close(owned.owner());
                sink.accept(owned);
            }
        }
    }

    private void expand(Chunk chunk) throws StreamBroken {
        String owner = owner(chunk);
        Lane lane = lanes.get(owner);
        if (lane == null || !continues(lane, chunk)) {
            close(owner);
            lane = open(chunk, owner);
        }
        lane.agree(chunk);
        if (chunk.delta() != null) {
            sink.accept(new AguiEvent.Continued(chunk.type(), chunk.item(), owner, lane.id(), chunk.delta()));
        }
    }

    private Lane open(Chunk chunk, String owner) throws StreamBroken {
        if (chunk.id() == null) {
            throw new StreamBroken("the first " + chunk.type() + " has no "
                    + (chunk.item() == Item.CALL ? "toolCallId" : "messageId"));
        }
        if (chunk.item() == Item.CALL && !chunk.described().containsKey(Chunk.TOOL)) {
            throw new StreamBroken("the first TOOL_CALL_CHUNK of '" + chunk.id() + "' has no toolCallName");
        }
        var described = new HashMap<>(chunk.described());
        String name = chunk.item() == Item.CALL ? described.get(Chunk.TOOL)
                : described.computeIfAbsent(Chunk.ROLE, absent -> Transcript.ASSISTANT);
        sink.accept(new AguiEvent.Opened(chunk.type(), chunk.item(), owner, chunk.id(), Objects.requireNonNull(name),
                described.get(Chunk.PARENT_MESSAGE)));
        var lane = new Lane(chunk.item(), chunk.id(), described);
        lanes.put(owner, lane);
        return lane;
    }

    /** Returns the owner of a chunk: by its tag, else that of the item it continues, else the parent. */
    private String owner(Chunk chunk) throws StreamBroken {
        if (chunk.owner() != null) {
            return chunk.owner();
        }
        if (continues(lanes.get(AguiEvent.PARENT), chunk)) {
            return AguiEvent.PARENT;
        }
        List<String> continued = lanes.entrySet().stream().filter(entry -> continues(entry.getValue(), chunk))
                .map(Map.Entry::getKey).toList();
        if (continued.size() > 1) {
            throw new StreamBroken("a " + chunk.type() + " without an id could continue several subagents' items");
        }
        return continued.isEmpty() ? AguiEvent.PARENT : continued.getFirst();
    }

    private static boolean continues(@Nullable Lane lane, Chunk chunk) {
        return lane != null && lane.item() == chunk.item() && (chunk.id() == null || chunk.id().equals(lane.id()));
    }

    private void closeAll() throws StreamBroken {
        for (String owner : List.copyOf(lanes.keySet())) {
            close(owner);
        }
    }

    private void close(String owner) throws StreamBroken {
        Lane lane = lanes.remove(owner);
        if (lane != null) {
            sink.accept(new AguiEvent.Closed(chunkType(lane.item()), lane.item(), owner, lane.id(), null));
        }
    }

    private static String chunkType(Item item) {
        return switch (item) {
            case CALL -> CALL_CHUNK;
            case REASONING -> "REASONING_MESSAGE_CHUNK";
            case MESSAGE, SPAN, STEP, SUBAGENT -> "TEXT_MESSAGE_CHUNK";
        };
    }
}
