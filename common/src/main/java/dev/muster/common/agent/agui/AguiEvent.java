package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An event of the stream, parsed and checked by itself; {@code type} is its name on the wire. */
sealed interface AguiEvent {

    /** The owner of everything that names no subagent: the parent agent. */
    String PARENT = "";

    String type();

    /** The kinds of item that open and close; each has its own ids. */
    enum Item {
        MESSAGE("the message"),
        CALL("the tool call"),
        REASONING("the reasoning message"),
        SPAN("the reasoning span"),
        STEP("the step"),
        SUBAGENT("the subagent");

        final String words;

        Item(String words) {
            this.words = words;
        }
    }

    /** An event of the whole run; it closes everything that chunks left open. */
    sealed interface RunLevel extends AguiEvent {}

    /** An event of one agent of the run: the parent, or the named subagent. */
    sealed interface Owned extends AguiEvent {

        String owner();
    }

    record RunStarted(String type, String runId) implements RunLevel {}

    record RunFinished(String type, Outcome outcome, @Nullable Usage usage) implements RunLevel {}

    record RunError(String type, String message, @Nullable String code, @Nullable Usage usage)
            implements
                RunLevel {}

    /** The conversation as the agent sees it: an array of messages. */
    record MessagesSnapshot(String type, JsonNode messages) implements RunLevel {}

    /**
     * The start of an item.
     *
     * @param name name of the tool; for a message, the role
     * @param parent for a call, the message that made it; for a subagent, the one that called it; null when unknown
     */
    record Opened(String type, Item item, String owner, String id, String name, @Nullable String parent)
            implements
                Owned {}

    record Continued(String type, Item item, String owner, String id, String delta) implements Owned {}

    /** @param error the error of a failed subagent; otherwise null */
    record Closed(String type, Item item, String owner, String id, @Nullable String error) implements Owned {}

    /**
     * A chunk, which opens, continues and closes an item; null fields are as in the previous chunk.
     *
     * @param described other fields of the item, by their names in the protocol; from the opener, or repeated
     */
    record Chunk(String type, Item item, @Nullable String owner, @Nullable String id, Map<String, String> described,
            @Nullable String delta) implements AguiEvent {

        static final String ROLE = "role";
        static final String TOOL = "toolCallName";
        static final String PARENT_MESSAGE = "parentMessageId";
    }

    /** @param content as text; for parts, the text parts */
    record ToolResulted(String type, String owner, String messageId, String toolCallId,
            String content) implements Owned {}

    record StateSnapshot(String type, String owner, JsonNode snapshot) implements Owned {}

    record StateDelta(String type, String owner, List<PatchOperation> delta) implements Owned {}

    record Custom(String type, String owner, String name, JsonNode value) implements Owned {}

    /** An event that opens and closes nothing. */
    sealed interface Aside extends AguiEvent {}

    /** RAW and encrypted reasoning. */
    record Passing(String type) implements Aside {}

    record ActivitySnapshot(String type, String id, JsonNode content, boolean replace) implements Aside {}

    record ActivityDelta(String type, String id, List<PatchOperation> patch) implements Aside {}

    /** An event of a newer protocol; dropped with a warning. */
    record Unknown(String type) implements AguiEvent {}
}
