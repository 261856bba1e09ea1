package dev.muster.common.agent.http;

/**
 * The description of a call in messages.
 *
 * @param method such as {@code POST}, or {@code WebSocket}
 * @param setting what the agent has in muster.yaml, for advice
 * @param purpose of a call that is no turn, such as {@code the session's call}; empty for a turn
 */
record ShownCall(String method, String setting, String purpose) {

    static ShownCall of(String method) {
        return new ShownCall(method, "", "");
    }

    boolean isWebSocket() {
        return method.equals(HttpCalls.WEB_SOCKET);
    }
}
