package dev.muster.worker.tracing;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AnswerFormat;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.Protocol;
import dev.muster.common.time.Deadline;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** Makes a span of each call, with one for each tool call of its answer, and passes the span to the server. */
public final class TracedProtocol implements AgentProtocol {

    private final Protocol name;
    private final AgentProtocol protocol;
    private final Tracer tracer;

    public TracedProtocol(Protocol name, AgentProtocol protocol, Tracer tracer) {
        this.name = name;
        this.protocol = protocol;
        this.tracer = tracer;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var model = request.endpoint().model();
        var role = request.helper() ? request.format() instanceof AnswerFormat.Embeddings ? "embeddings"
                : "helper" : "chat";
        var builder = tracer.spanBuilder(model == null ? role : role + " " + model).setSpanKind(SpanKind.CLIENT)
                .setAttribute("gen_ai.operation.name", role.equals("helper") ? "chat" : role)
                .setAttribute("muster.helper", request.helper())
                .setAttribute("muster.protocol", name.wire())
                .setAttribute("muster.agent", agent(request.endpoint().limit().address()));
        var server = ServerAddress.of(request.endpoint());
        if (server != null) {
            builder.setAttribute("server.address", server.host()).setAttribute("server.port", server.port());
        }
        if (model != null) {
            builder.setAttribute("gen_ai.request.model", model);
        }
        var span = builder.startSpan();
        long sent = System.currentTimeMillis();
        var context = span.getSpanContext();
        try (var _ = span.makeCurrent()) {
            var outcome = ScopedValue.where(HttpCalls.TRACE, "00-" + context.getTraceId() + "-" + context.getSpanId()
                    + "-" + context.getTraceFlags().asHex()).call(() -> protocol.call(request, deadline, events));
            record(span, outcome, sent);
            return outcome;
        } finally {
            span.end();
        }
    }

    /** An address is the agent's id and its URL. */
    private static String agent(String address) {
        int end = address.indexOf(' ');
        return end < 0 ? address : address.substring(0, end);
    }

    private void record(Span span, AgentOutcome outcome, long sent) {
        switch (outcome) {
            case AgentReply reply -> answered(span, reply, sent);
            case AgentFailure.Cancelled(var partial) -> answered(span, partial, sent);
            case AgentFailure failure -> span
                    .setAttribute("error.type", failure.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                    .setStatus(StatusCode.ERROR);
        }
    }

    private void answered(Span span, AgentReply reply, long sent) {
        var usage = reply.usage();
        if (usage != null) {
            span.setAttribute("gen_ai.usage.input_tokens", usage.input())
                    .setAttribute("gen_ai.usage.output_tokens", usage.output());
        }
        span.setAttribute("gen_ai.response.finish_reasons", reply.finish())
                .setAttribute("muster.first_event_ms", reply.timing().firstEvent());
        var times = reply.trace().arrivals().calls().stream()
                .collect(Collectors.toMap(CallTime::id, each -> each, (first, _) -> first));
        for (var call : reply.content().toolCalls()) {
            var time = times.get(call.id());
            if (time != null) {
                tracer.spanBuilder("execute_tool " + call.name()).setParent(Context.current().with(span))
                        .setAttribute("gen_ai.operation.name", "execute_tool")
                        .setAttribute("gen_ai.tool.name", call.name()).setAttribute("gen_ai.tool.call.id", call.id())
                        .setStartTimestamp(sent + time.startedMs(), TimeUnit.MILLISECONDS).startSpan()
                        .end(sent + time.atMs(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void hangUp(Endpoint endpoint, String conversationId) {
        protocol.hangUp(endpoint, conversationId);
    }
}
