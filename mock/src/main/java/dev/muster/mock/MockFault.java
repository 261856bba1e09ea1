package dev.muster.mock;

import module java.base;

/** How a mock agent misbehaves. */
enum MockFault {
    /** Answers normally. */
    NONE,
    /** Takes the request and never sends a byte. */
    HANG,
    /** Begins the stream and then sends nothing more. */
    STALL,
    /** Ends the stream properly, but before the run has ended. */
    TRUNCATE,
    /** Breaks the connection in the middle of the body. */
    CUT,
    /** Closes the connection without sending a byte. */
    CLOSE,
    /** Keeps sending forever. */
    ENDLESS,
    /** Sends one event of 50 MB. */
    HUGE,
    /** Sends bytes that are not UTF-8. */
    BAD_UTF8,
    /** Sends U+0000, which PostgreSQL does not store. */
    NUL;

    /** @throws IllegalArgumentException when the name, such as {@code bad-utf8}, is unknown */
    static MockFault of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
