package dev.muster.worker.tracing;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.model.Conversation;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.conversation.AttemptObserver;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import org.slf4j.MDC;

/**
 * Makes a trace of each attempt: its turns and calls are spans below it; the only turn has none. A link leads to its
 * run.
 */
public final class TracedAttempts implements Attempts {

    private static final String MARK = "trace";

    private final Attempts attempts;
    private final Tracer tracer;
    private final String worker;

    public TracedAttempts(Attempts attempts, Tracer tracer, String worker) {
        this.attempts = attempts;
        this.tracer = tracer;
        this.worker = worker;
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        var identity = order.testCase().identity();
        var span = tracer.spanBuilder("case " + identity.id()).setNoParent()
                .addLink(ofRun(order.ref().run()))
                .setAttribute("muster.run", order.ref().run()).setAttribute("muster.case.key", identity.key())
                .setAttribute("muster.case.cell", order.ref().cell())
                .setAttribute("muster.case.repeat", order.ref().repeat())
                .setAttribute("muster.case.attempt", order.attempt())
                .setAttribute("muster.worker", worker)
                .setAttribute("gen_ai.agent.name", order.target().id()).startSpan();
        identity.labels().forEach((name, value) -> span.setAttribute("muster.label." + name, value));
        try (var _ = span.makeCurrent(); var _ = MDC.putCloseable(MARK, span.getSpanContext().getTraceId())) {
            var attempted = ScopedValue.where(AttemptObserver.CURRENT, new Turns(tracer, span,
                    order.testCase().conversation() instanceof Conversation.Standard))
                    .call(() -> attempts.run(order, gate));
            describe(span, attempted.result());
            return attempted;
        } catch (InterruptedException e) {
            span.setStatus(StatusCode.ERROR, "stopped");
            throw e;
        } finally {
            span.end();
        }
    }

    /** Messages stay out of traces: results have it, masked. */
    private static void describe(Span span, CaseResult result) {
        var verdict = result.verdict();
        span.setAttribute("muster.status", verdict.status().wire()).setAttribute("muster.cause", verdict.cause().wire())
                .setAttribute("gen_ai.usage.input_tokens", result.spend().usage().input())
                .setAttribute("gen_ai.usage.output_tokens", result.spend().usage().output());
        if (verdict.status() == Status.FAILED || verdict.status() == Status.ERROR) {
            span.setStatus(StatusCode.ERROR, verdict.cause().wire());
        }
        if (result.traceId() != null) {
            span.setAttribute("gen_ai.conversation.id", result.traceId());
        }
    }

    /** Returns the context that every process gives the span of a run. */
    public static SpanContext ofRun(String run) {
        var digest = UUID.nameUUIDFromBytes(run.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
        return SpanContext.createFromRemoteParent(digest, digest.substring(16), TraceFlags.getSampled(),
                TraceState.getDefault());
    }

    @Override
    public CaseResult unfinished(CaseOrder order, Verdict why) {
        return attempts.unfinished(order, why);
    }

    /** The trace's id, written as a UUID, names the conversation, so that a result leads to its trace. */
    private record Turns(Tracer tracer, Span attempt, boolean only) implements AttemptObserver {

        @Override
        public UUID conversation() {
            var id = attempt.getSpanContext().getTraceId();
            return new UUID(Long.parseUnsignedLong(id.substring(0, 16), 16),
                    Long.parseUnsignedLong(id.substring(16), 16));
        }

        @Override
        public <T> T turn(int number, ScopedValue.CallableOp<T, InterruptedException> turn)
                throws InterruptedException {
            if (only) {
                return turn.call();
            }
            var span = tracer.spanBuilder("turn " + number).setAttribute("muster.turn", number).startSpan();
            try (var _ = span.makeCurrent()) {
                return turn.call();
            } finally {
                span.end();
            }
        }
    }
}
