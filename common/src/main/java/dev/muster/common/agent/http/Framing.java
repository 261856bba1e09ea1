package dev.muster.common.agent.http;

import module java.base;

/** The form of the body of an answer. */
public enum Framing {
    /** Server-sent events. */
    EVENTS,
    /** Each line is an event. */
    LINES,
    /** The body as a whole is the answer. */
    WHOLE,
    /** Each piece that arrives is text. */
    TEXT
}
