package dev.muster.common.agent.http;

import module java.base;

/** A message or an event from a socket. */
sealed interface WebSocketFrame {

    record Message(String text) implements WebSocketFrame {}

    record Closed(int code, String reason) implements WebSocketFrame {}

    /** The connection ended without a close frame. */
    record Broken() implements WebSocketFrame {}

    /** A bound or a rule of the protocol was broken. */
    record Wrong(String what) implements WebSocketFrame {}
}
