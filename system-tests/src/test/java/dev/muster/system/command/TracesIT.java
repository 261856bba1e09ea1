package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.testing.Command;
import dev.muster.common.testing.Repository;
import dev.muster.worker.tracing.TracedAttempts;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a collector of traces gets of a case of two turns, with a tool call and a judge. */
@Tag("slow")
final class TracesIT {

    private static final String CALLING = """
            {"choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [{"id": "c1",
             "type": "function", "function": {"name": "find_order", "arguments": "{}"}}]}}]}
            """;
    private static final String SAYING = """
            {"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": "It is on its way."}}],
             "usage": {"prompt_tokens": 7, "completion_tokens": 3}}
            """;
    private static final String JUDGING = """
            {"choices": [{"finish_reason": "stop", "message": {"role": "assistant",
             "content": "{\\"passed\\": true, \\"reason\\": \\"It says so.\\"}"}}]}
            """;

    private static final Path PICTURE = Repository.root().resolve("docs/images/trace.svg");
    private static final boolean RECORDING = "record".equals(System.getProperty("golden"));

    @TempDir
    private Path folder;

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final Map<String, String> parents = new ConcurrentHashMap<>();

    @Test
    void aCaseIsATraceOfItsTurnsCallsToolsAndJudges() throws Exception {
        try (var server = server()) {
            write(server.getAddress().getPort());

            var ran = Command.type(Files.createDirectory(folder.resolve("home")),
                    Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", url(server)), "run",
                    "--config", folder.resolve("muster.yaml").toString(), "-i", folder.resolve("talk.yaml").toString());

            assertThat(ran.code()).as(ran.output()).isZero();
            var root = only("case where-is-it");
            assertThat(children(root)).containsExactly("turn 1", "turn 2", "helper judge-model");
            assertThat(children(only("turn 1"))).containsExactly("chat agent-model", "chat agent-model");
            assertThat(children(only("turn 2"))).containsExactly("chat agent-model");
            var tool = only("execute_tool find_order");
            assertThat(tool.getParentSpanId()).isEqualTo(below(only("turn 1")).getFirst().getSpanId());
            assertThat(spans.stream().filter(span -> !span.getName().startsWith("run ")).map(Span::getTraceId)
                    .distinct()).hasSize(1);
            var chat = below(only("turn 2")).getFirst();
            assertThat(text(chat, "server.address")).isEqualTo("127.0.0.1");
            assertThat(text(chat, "muster.agent")).isEqualTo("agent");
            assertThat(chat.getAttributesList()).anyMatch(each -> each.getKey().equals("server.port")
                    && each.getValue().getIntValue() == server.getAddress().getPort());
            assertThat(text(root, "muster.status")).isEqualTo("passed");
            var run = spans.stream().filter(span -> span.getName().startsWith("run ")).findFirst().orElseThrow();
            assertThat(root.getLinks(0).getSpanId()).isEqualTo(run.getSpanId());
            assertThat(hex(run.getTraceId().toByteArray()))
                    .isEqualTo(TracedAttempts.ofRun(run.getName().substring(4)).getTraceId());
            assertThat(parents).hasSize(4);
            parents.forEach((span, trace) -> assertThat(spans).anyMatch(
                    each -> hex(each.getSpanId().toByteArray()).equals(span)
                            && hex(each.getTraceId().toByteArray()).equals(trace)));
            isThePicture(Waterfall.of(root, spans));
        }
    }

    @Test
    void aVariableThatCannotBeUsedIsBadInput() throws Exception {
        try (var server = server()) {
            write(server.getAddress().getPort());

            var ran = Command.type(Files.createDirectory(folder.resolve("home")), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT",
                    url(server), "OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"), "run", "--config",
                    folder.resolve(
                            "muster.yaml").toString(),
                    "-i", folder.resolve("talk.yaml").toString());

            assertThat(ran.output()).contains("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json").doesNotContain("a bug of");
            assertThat(ran.code()).isEqualTo(2);
        }
    }

    /** The documents show a trace as this test got it. */
    private static void isThePicture(Waterfall waterfall) throws IOException {
        if (RECORDING) {
            Files.writeString(PICTURE, waterfall.svg());
        }
        assertThat(Waterfall.labels(Files.readString(PICTURE)))
                .as("docs/images/trace.svg is of another trace; -Dgolden=record draws it again")
                .isEqualTo(waterfall.rows().stream().map(Waterfall.Row::label).toList());
    }

    private void write(int port) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  agent: { protocol: openai, url: "http://127.0.0.1:%d/agent/v1", model: agent-model }
                  judge: { protocol: openai, url: "http://127.0.0.1:%d/judge/v1", model: judge-model }
                defaults: { agent: agent, judge: judge }
                """.formatted(port, port));
        Files.writeString(folder.resolve("talk.yaml"), """
                - id: where-is-it
                  type: scripted
                  tools: { find_order: { result: { id: 1 } } }
                  turns:
                    - input: Where is it?
                    - input: Sure?
                  assertions:
                    - rubric: says where it is
                """);
    }

    /** An agent, a judge, and a collector. */
    private Served server() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var asked = new AtomicInteger();
        server.createContext("/", exchange -> {
            try (exchange) {
                var body = exchange.getRequestBody().readAllBytes();
                var path = exchange.getRequestURI().getPath();
                var parent = exchange.getRequestHeaders().getFirst("traceparent");
                if (parent != null) {
                    var parts = parent.split("-", -1);
                    parents.put(parts[2], parts[1]);
                }
                var answer = path.startsWith("/judge") ? JUDGING : asked.get() == 0 ? CALLING : SAYING;
                if (path.equals("/v1/traces")) {
                    keep(body, exchange.getRequestHeaders().getFirst("Content-Encoding"));
                    answer = "";
                } else if (path.startsWith("/agent")) {
                    asked.incrementAndGet();
                }
                if (RECORDING && parent != null) {
                    LockSupport.parkNanos(Duration.ofMillis(path.startsWith("/judge") ? 400 : 250).toNanos());
                }
                exchange.getResponseHeaders().add("Content-Type", answer.isEmpty() ? "application/x-protobuf"
                        : "application/json");
                var bytes = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return new Served(server);
    }

    private record Served(HttpServer server) implements AutoCloseable {

        InetSocketAddress getAddress() {
            return server.getAddress();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String url(Served served) {
        return "http://127.0.0.1:" + served.getAddress().getPort();
    }

    private void keep(byte[] body, String encoding) throws IOException {
        try (var in = "gzip".equals(encoding) ? new GZIPInputStream(new ByteArrayInputStream(body))
                : new ByteArrayInputStream(body)) {
            ExportTraceServiceRequest.parseFrom(in).getResourceSpansList().forEach(resource -> resource
                    .getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
        }
    }

    private Span only(String name) {
        var found = spans.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as(spans.stream().map(Span::getName).toList().toString()).hasSize(1);
        return found.getFirst();
    }

    private List<Span> below(Span parent) {
        return spans.stream().filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
                .sorted(Comparator.comparingLong(Span::getStartTimeUnixNano)).toList();
    }

    private List<String> children(Span parent) {
        return below(parent).stream().map(Span::getName).toList();
    }

    private static String text(Span span, String key) {
        return span.getAttributesList().stream().filter(each -> each.getKey().equals(key)).findFirst().orElseThrow()
                .getValue().getStringValue();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
