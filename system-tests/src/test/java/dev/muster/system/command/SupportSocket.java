package dev.muster.system.command;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.testing.WebSocketServer;
import dev.muster.common.testing.WebSocketServer.Peer;

/** The WebSocket agent of {@code docs/targets}: each connection is a conversation, whose questions it repeats. */
final class SupportSocket implements AutoCloseable {

    private final Map<String, List<String>> asked = new ConcurrentHashMap<>();
    private final WebSocketServer server;

    /** @param authorization of the handshakes that it lets in */
    private SupportSocket(Predicate<String> authorization) throws IOException {
        this.server = WebSocketServer.of(peer -> {
            boolean known = authorization.test(peer.head().getOrDefault("authorization", ""));
            if (!known) {
                peer.refuse("401 Unauthorized");
            }
            return known;
        }, this::answer);
    }

    static SupportSocket start(Predicate<String> authorization) throws IOException {
        return new SupportSocket(authorization);
    }

    String url() {
        return server.url();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void answer(Peer peer, String message) throws IOException {
        var connection = peer.head().getOrDefault("sec-websocket-key", "");
        var text = Json.MAPPER.readTree(message).path("text").stringValue();
        peer.say(Json.MAPPER.createObjectNode().put("delta", SupportServer.reply(asked, connection, text)).toString());
        peer.say("{\"final\": true}");
    }
}
