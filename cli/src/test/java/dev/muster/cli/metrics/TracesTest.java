package dev.muster.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.testing.EveryMetric;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.option.Options;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Verdict;
import dev.muster.common.status.StatusPages;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.metrics.MeasuredProtocol;
import io.opentelemetry.api.trace.Span;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.MDC;

/** Tests what leads to a trace from elsewhere: exemplars of histograms, and the mark of log lines. */
class TracesTest {

    private static HttpServer collector;

    @BeforeAll
    static void collect() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
            }
        });
        collector.start();
    }

    @AfterAll
    static void stop() {
        collector.stop(0);
    }

    @Test
    void aHistogramOfCallsHasTheTraceOfACallInItsBucket() throws InterruptedException {
        var trace = new AtomicReference<String>();
        try (var meters = Meters.open(); var traces = open()) {
            var measured = new MeasuredProtocol(Protocol.OPENAI, (_, _, _) -> {
                trace.set(Span.current().getSpanContext().getTraceId());
                return new AgentFailure.Timeout("late");
            }, meters.registry());

            var _ = traces.of(Protocol.OPENAI, measured).call(new AgentRequest(new Endpoint("http://a/", Map.of(), null,
                    null, false, null), "t", "r", List.of(), Options.NONE, StreamBounds.DEFAULT),
                    Deadline.in(Duration.ofSeconds(1), Ticker.system()), _ -> {});

            assertThat(meters.scrape(StatusPages.OPEN_METRICS).lines().filter(line -> line.startsWith(
                    "muster_call_duration_seconds_bucket") && line.contains("trace_id=\"" + trace.get() + "\"")))
                    .isNotEmpty();
            assertThat(meters.scrape(StatusPages.METRICS_TYPE)).doesNotContain("trace_id");
        }
    }

    @Test
    void linesOfACaseAreMarkedWithItsTrace() throws InterruptedException {
        var seen = new ArrayList<String>();
        try (var traces = open()) {
            var _ = traces.of(new Looking(seen), "w1").run(EveryMetric.order(), () -> {});
        }

        assertThat(seen).hasSize(2);
        assertThat(seen.getFirst()).matches("(?!0{32})[0-9a-f]{32}").isEqualTo(seen.getLast());
        assertThat(MDC.get("trace")).isNull();
    }

    @Test
    void withoutACollectorThereIsNone() {
        assertThat(Traces.open(Map.of("OTEL_SERVICE_NAME", "muster"))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"OTEL_EXPORTER_OTLP_PROTOCOL,http/json", "OTEL_EXPORTER_OTLP_TIMEOUT,x", "OTEL_TRACES_EXPORTER,zipkin",
        "OTEL_EXPORTER_OTLP_ENDPOINT,localhost:4318", "OTEL_TRACES_SAMPLER,sometimes", "OTEL_BSP_SCHEDULE_DELAY,soon",
        "OTEL_PROPAGATORS,pigeon", "OTEL_EXPORTER_OTLP_COMPRESSION,brotli"})
    void aValueThatCannotBeUsedIsTheFaultOfItsVariable(String name, String value) {
        var environment = new HashMap<>(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318",
                "OTEL_SERVICE_NAME", "shop"));
        environment.put(name, value);

        assertThatThrownBy(() -> Traces.open(environment)).isInstanceOf(UnusableTracing.class)
                .hasMessageContaining("traces can't be sent as " + name + " says").message().doesNotContain("\"\"");
    }

    private static Traces open() {
        return Objects.requireNonNull(Traces.open(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + collector.getAddress().getPort())));
    }

    /** Notes the mark of log lines and the trace that it is in. */
    private record Looking(List<String> seen) implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) {
            seen.add(Objects.requireNonNullElse(MDC.get("trace"), ""));
            seen.add(Span.current().getSpanContext().getTraceId());
            return new Attempted(EveryMetric.result(), false);
        }

        @Override
        public CaseResult unfinished(CaseOrder order, Verdict why) {
            return EveryMetric.result();
        }
    }
}
