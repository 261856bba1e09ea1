package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/**
 * An agent whose replies are made to take long: each of its {@link Reply}s under its own path. The replies are written
 * once, before any is asked for, so that sending them costs next to nothing.
 */
final class HostileAgent implements AutoCloseable {

    /** What it does to whoever asks. */
    enum Reply {
        /** One plain reply of 30,000 calls. */
        MANY_CALLS("openai", "[]"),
        /** The same of 6 MB. */
        SIX_MEGABYTES("openai", "[]"),
        /** A stream of 900,000 calls. */
        STREAM_OF_CALLS("openai", "[]"),
        /** As many calls as there may be, held against as many expected ones. */
        ALLOWED_CALLS("openai", "[{\"type\": \"tools_exact\", \"value\": [" + "\"x\",".repeat(199) + "\"x\"]}]"),
        /** 131,072 texts with one hash code, which must differ. */
        COLLISIONS("openai", "[{\"type\": \"schema\", \"value\": {\"type\": \"array\", \"uniqueItems\": true}}]"),
        /** 7 MB that no pattern is done with. */
        PATTERNS("openai", "[" + "{\"type\": \"regex\", \"pattern\": \"((a{0,100}){0,10}){0,1}b$\"},".repeat(19)
                + "{\"type\": \"regex\", \"pattern\": \"(.*)*(.*)*b\"}]"),
        /** 499,000 values, which a path visits again and again. */
        PATHS("openai", "[" + "{\"type\": \"json_path\", \"path\": \"$..*..*..*.x\"},".repeat(9)
                + "{\"type\": \"json_path\", \"path\": \"$..[?(@.a == 1)]\"}]"),
        /** A state of 2.6 million empty lists. */
        EMPTY_LISTS("ag-ui", "[]"),
        /** Customs of 499,000 values, one after the other. */
        ALLOWED_LISTS("ag-ui", "[]"),
        /** 120,000 messages that say nothing. */
        RESTATED("ag-ui", "[]");

        private final String protocol;
        private final String assertions;

        Reply(String protocol, String assertions) {
            this.protocol = protocol;
            this.assertions = assertions;
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Reply, byte[]> bodies = new EnumMap<>(Reply.class);
    private final AtomicInteger asked = new AtomicInteger();

    private HostileAgent() throws IOException {
        for (var reply : Reply.values()) {
            bodies.put(reply, body(reply).getBytes(StandardCharsets.UTF_8));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        server.setExecutor(threads);
        for (var reply : Reply.values()) {
            server.createContext("/" + reply, exchange -> answer(exchange, reply));
        }
        server.start();
    }

    static HostileAgent start() throws IOException {
        return new HostileAgent();
    }

    /** Returns how many replies were asked for. */
    int asked() {
        return asked.get();
    }

    /** Returns the line of a configuration for a reply. */
    String agent(Reply reply) {
        return "  " + reply + ": { protocol: " + reply.protocol + ", url: \"http://127.0.0.1:"
                + server.getAddress().getPort() + "/" + reply + "\" }\n";
    }

    static String testCase(Reply reply, int number) {
        return "{\"id\": \"" + reply + " " + number + "\", \"agent\": \"" + reply + "\", \"input\": \"hi\", "
                + "\"assertions\": " + reply.assertions + "}";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange, Reply reply) throws IOException {
        try (exchange) {
            var request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.incrementAndGet();
            boolean plain = reply.protocol.equals("openai") && reply != Reply.STREAM_OF_CALLS;
            exchange.getResponseHeaders().set("Content-Type", plain ? "application/json" : "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            var out = exchange.getResponseBody();
            if (reply.protocol.equals("ag-ui")) {
                var asking = Json.MAPPER.readTree(request);
                var run = "\"threadId\":" + asking.get("threadId") + ",\"runId\":" + asking.get("runId") + "}\n\n";
                out.write(("data: {\"type\":\"RUN_STARTED\"," + run).getBytes(StandardCharsets.UTF_8));
                out.write(bodies.get(reply));
                out.write(("data: {\"type\":\"RUN_FINISHED\"," + run).getBytes(StandardCharsets.UTF_8));
            } else {
                out.write(bodies.get(reply));
            }
        }
    }

    private static String body(Reply reply) {
        return switch (reply) {
            case MANY_CALLS -> completion("", calls(30_000));
            case SIX_MEGABYTES -> completion("", calls(65_000));
            case ALLOWED_CALLS -> completion("", calls(10_000));
            case STREAM_OF_CALLS -> IntStream.range(0, 900).mapToObj(n -> "data: {\"choices\":[{\"index\":0,\"delta\":"
                    + "{\"tool_calls\":[" + IntStream.range(n * 1000, n * 1000 + 1000).mapToObj(i -> "{\"index\":" + i
                            + ",\"id\":\"c" + i + "\",\"function\":{\"name\":\"t\"}}").collect(Collectors.joining(","))
                    + "]}}]}\n\n").collect(Collectors.joining()) + "data: [DONE]\n\n";
            case COLLISIONS -> completion("[" + IntStream.range(0, 1 << 17).mapToObj(HostileAgent::colliding)
                    .collect(Collectors.joining(",")) + "]", "");
            case PATTERNS -> completion("a".repeat(7 << 20), "");
            case PATHS -> completion("[" + "{\"a\":1},".repeat(249_000) + "0]", "");
            case EMPTY_LISTS -> event("STATE_SNAPSHOT", "\"snapshot\":" + lists(2_600_000));
            case ALLOWED_LISTS -> event("CUSTOM", "\"name\":\"c\",\"value\":" + lists(499_000)).repeat(12);
            case RESTATED -> event("MESSAGES_SNAPSHOT", "\"messages\":[" + IntStream.range(0, 120_000).mapToObj(
                    n -> "{\"id\":\"" + n + "\",\"role\":\"assistant\",\"content\":\"\"}").collect(
                            Collectors.joining(","))
                    + "]");
        };
    }

    private static String colliding(int number) {
        return IntStream.range(0, 17).mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String calls(int number) {
        return IntStream.range(0, number).mapToObj(n -> "{\"id\":\"c" + n
                + "\",\"type\":\"function\",\"function\":{\"name\":\"t" + n % 7 + "\",\"arguments\":\"{}\"}}")
                .collect(Collectors.joining(","));
    }

    private static String lists(int number) {
        return "[" + "[],".repeat(number - 1) + "[]]";
    }

    private static String completion(String content, String calls) {
        return "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                + Json.MAPPER.writeValueAsString(content) + ",\"tool_calls\":[" + calls
                + "]},\"finish_reason\":\"stop\"}]}";
    }

    private static String event(String type, String members) {
        return "data: {\"type\":\"" + type + "\"," + members + "}\n\n";
    }
}
