package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;

/** What the names of server-sent events say about their data. */
public final class EventNames {

    /** Names of events of text; any other one may have data about the answer. */
    private static final Set<String> OF_TEXT = Set.of("", "message", "text", "delta", "token", "chunk", "data",
            "content",
            "answer", "reply", "output");

    private EventNames() {}

    /** Whether an event reports an error: {@code error}, {@code stream_error}, {@code chatError}. */
    public static boolean isError(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith("error");
    }

    /** Whether the event has a document about the answer, and none of its words. */
    public static boolean isAside(String name, String data) {
        return !isError(name) && !OF_TEXT.contains(name.toLowerCase(Locale.ROOT))
                && AnswerJson.orMissing(data).isContainer();
    }

    static String error(String name, String data) {
        return "agent error: the stream has an event '" + OneLine.of(name) + "': " + OneLine.of(data);
    }
}
