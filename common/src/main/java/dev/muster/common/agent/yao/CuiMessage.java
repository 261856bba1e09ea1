package dev.muster.common.agent.yao;

import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;

/** A message, built from its chunks. */
final class CuiMessage {

    static final String TEXT = "text";
    static final String THINKING = "thinking";
    static final String TOOL_CALL = "tool_call";
    static final String ARGUMENTS = "arguments";
    private static final String CONTENT = "content";

    final String id;
    final long startedMs;
    final Props props = new Props();
    /** When it ended, if it is a tool call; -1 before. */
    long endedMs = -1;
    /** Whether it was ever a tool call. */
    boolean calls;
    private String type;

    /** @param startedMs when its first chunk arrived, since the request was sent */
    CuiMessage(String id, long startedMs, String type) {
        this.id = id;
        this.startedMs = startedMs;
        this.type = type;
    }

    String type() {
        return type;
    }

    /**
     * Adds a chunk, and returns what it adds to the text.
     *
     * @return "" when nothing was added, or earlier text was changed
     * @throws StreamBroken when the text would stop being text
     * @throws DeltaFailed when the chunk does not fit this message
     */
    String take(Chunk chunk) throws StreamBroken, Props.DeltaFailed {
        type = chunk.type();
        int before = length();
        checkText(chunk.props().path(CONTENT));
        props.apply(chunk);
        checkText(props.get(CONTENT));
        boolean more = length() > before && (before == 0 || chunk.action() == Chunk.Action.APPEND);
        return more ? GrowingText.from(props.get(CONTENT), before) : "";
    }

    String text() {
        return GrowingText.from(props.get(CONTENT), 0);
    }

    /** Returns a string of the props; "" when there is none. */
    String string(String name) {
        return GrowingText.from(props.get(name), 0);
    }

    private int length() {
        return GrowingText.length(props.get(CONTENT));
    }

    private void checkText(JsonNode content) throws StreamBroken {
        boolean says = type.equals(TEXT) || type.equals(THINKING);
        if (says && !content.isMissingNode() && !content.isNull() && !GrowingText.isText(content)) {
            throw new StreamBroken("content of a " + type + " chunk is " + StreamBroken.kind(content)
                    + ", but must be a string");
        }
    }
}
