package dev.muster.mock;

import java.util.Locale;

/** What a mock agent may do instead of answering well. */
enum MockFault {
    /** Answers as it should. */
    NONE,
    /** Takes the request and never says a byte. */
    HANG,
    /** Begins the stream and then says nothing more. */
    STALL,
    /** Ends the stream in good order, but before the run has ended. */
    TRUNCATE,
    /** Breaks the connection in the middle of the body. */
    CUT,
    /** Closes the connection without a byte. */
    CLOSE,
    /** Goes on saying things for ever. */
    ENDLESS,
    /** Says one event of 50 MB. */
    HUGE,
    /** Says bytes that are no UTF-8. */
    BAD_UTF8,
    /** Says U+0000, which PostgreSQL does not store. */
    NUL;

    /** @throws IllegalArgumentException when there is none of that name, such as {@code bad-utf8} */
    static MockFault of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
