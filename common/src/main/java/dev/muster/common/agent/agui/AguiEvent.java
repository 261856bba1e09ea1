package dev.muster.common.agent.agui;

import dev.muster.common.agent.Usage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An event of the stream, read and checked by itself; {@code type} is the name it came under. */
sealed interface AguiEvent {

    /** The owner of what the parent agent does itself, which is everything that names no subagent. */
    String PARENT = "";

    String type();

    /** What opens and closes; each has its own ids. */
    enum Item {
        MESSAGE,
        CALL,
        REASONING,
        SPAN,
        STEP,
        SUBAGENT
    }

    /** What belongs to a run as a whole, and closes whatever chunks left open. */
    sealed interface RunLevel extends AguiEvent {}

    /** What some agent of the run did: the parent, or the subagent named. */
    sealed interface Owned extends AguiEvent {

        String owner();
    }

    record RunStarted(String type, String runId) implements RunLevel {}

    record RunFinished(String type, Outcome outcome, @Nullable Usage usage) implements RunLevel {}

    record RunError(String type, String message, @Nullable String code, @Nullable Usage usage)
            implements
                RunLevel {}

    /** The conversation as the agent has it: an array of messages. */
    record MessagesSnapshot(String type, JsonNode messages) implements RunLevel {}

    /**
     * Something begins.
     *
     * @param name of the tool; for a message the role
     * @param parent of a call the message that made it, of a subagent the one that called it; null when not told
     */
    record Opened(String type, Item item, String owner, String id, String name, @Nullable String parent)
            implements
                Owned {

        Opened(String type, Item item, String owner, String id, String name) {
            this(type, item, owner, id, name, null);
        }
    }

    record Continued(String type, Item item, String owner, String id, String delta) implements Owned {}

    /** @param error what a subagent failed with; null when it did not, and for all else */
    record Closed(String type, Item item, String owner, String id, @Nullable String error) implements Owned {

        Closed(String type, Item item, String owner, String id) {
            this(type, item, owner, id, null);
        }
    }

    /**
     * Stands for opening, continuing and closing; what is null is as in the chunk before.
     *
     * @param told what it says of the item beside its id, by the names of the protocol; the opener's, or repeated
     */
    record Chunk(String type, Item item, @Nullable String owner, @Nullable String id, Map<String, String> told,
            @Nullable String delta) implements AguiEvent {

        static final String ROLE = "role";
        static final String TOOL = "toolCallName";
        static final String PARENT_MESSAGE = "parentMessageId";

        public Chunk {
            told = Map.copyOf(told);
        }
    }

    /** @param content as text; of parts, the text parts */
    record ToolResulted(String type, String owner, String messageId, String toolCallId,
            String content) implements Owned {}

    record StateSnapshot(String type, String owner, JsonNode snapshot) implements Owned {}

    record StateDelta(String type, String owner, List<PatchOperation> delta) implements Owned {}

    record Custom(String type, String owner, String name, JsonNode value) implements Owned {}

    /** Stands beside everything, opens and closes nothing. */
    sealed interface Aside extends AguiEvent {}

    /** RAW and encrypted reasoning. */
    record Passing(String type) implements Aside {}

    record ActivitySnapshot(String type, String id, JsonNode content, boolean replace) implements Aside {}

    record ActivityDelta(String type, String id, List<PatchOperation> patch) implements Aside {}

    /** From a newer protocol; dropped with a warning. */
    record Unknown(String type) implements AguiEvent {}
}
