package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.JsonNode;

/** A protocol over HTTP: it says what to send for a request, and what reads the answer. */
public abstract class HttpProtocol implements AgentProtocol {

    private final HttpCalls calls;
    private final Ticker ticker;

    protected HttpProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    /**
     * One request, and what reads its answer. {@link #toString} leaves the header values and the body out.
     *
     * @param headers sent after the protocol's own, so that they win
     * @param body sent as JSON
     */
    public record Sending(String url, Map<String, String> headers, JsonNode body,
            Function<ReplyAssembler, AnswerReader> reader) {

        @Override
        public String toString() {
            return "Sending[" + headers.keySet() + "]";
        }
    }

    /** Thrown for a part of a message that the protocol can't carry; the message says what to use instead. */
    public static final class UnsendableContent extends Exception {

        public UnsendableContent(String message) {
            super(message, null, false, false);
        }
    }

    protected abstract Sending sending(AgentRequest request) throws UnsendableContent;

    @Override
    public final AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        Sending sending;
        try {
            sending = sending(request);
        } catch (UnsendableContent e) {
            return Failures.unsendable(String.valueOf(e.getMessage()));
        }
        return calls.send(OutgoingRequest.post(sending.url(), sending.headers(), sending.body(), request.bounds()),
                deadline,
                sending.reader().apply(new ReplyAssembler(ticker, events)));
    }

    /** Returns the address of a path, which begins with a slash, below a URL, which may end with it or with a slash. */
    protected static String below(String url, String path) {
        int query = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
        var base = url.substring(0, query);
        return (base.endsWith(path) ? base : (base.endsWith("/") ? base.substring(0, query - 1) : base) + path)
                + url.substring(query);
    }
}
