package dev.muster.common.agent.mapping;

import module java.base;

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

    /** Whether a document in the event is about the answer, and none of its words. */
    static boolean isAside(String name) {
        return !OF_TEXT.contains(name.toLowerCase(Locale.ROOT));
    }
}
