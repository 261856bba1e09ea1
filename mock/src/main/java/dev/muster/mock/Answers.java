package dev.muster.mock;

import module java.base;
import tools.jackson.core.io.JsonStringEncoder;

/** Builds the bytes of an answer. */
final class Answers {

    private static final int HUGE = 50 << 20;
    private static final byte[] STREAM = utf8("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ");
    private static final byte[] OPEN_END = utf8(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    private static final byte[] EMPTY_LINE = utf8("\r\n\r\n");
    private static final byte[] FINE = utf8("All is fine.");
    private static final byte[] NO_UTF8 = {'o', 'k', ' ', (byte) 0xC3, '(', ' ', (byte) 0xFF};

    private Answers() {}

    /** Returns the answer to an agent call. */
    static Answer of(Call call, Behaviour behaviour, boolean agui) {
        if (behaviour.status() != 200) {
            return error(behaviour.status(), behaviour.retryAfter(), "the mock agent was told to answer this");
        }
        var text = text(call, behaviour);
        var stream = agui ? ReplyStream.agui(quoted(call.threadId()), quoted(call.runId()), text)
                : ReplyStream.openai(text);
        return of(stream, behaviour.fault());
    }

    private static Answer of(ReplyStream stream, MockFault fault) {
        return switch (fault) {
            case NONE, HUGE, BAD_UTF8, NUL -> Answer.keep(head(stream), stream.opening(), stream.closing());
            case HANG -> Answer.hold();
            case STALL -> Answer.hold(OPEN_END, stream.opening());
            case TRUNCATE -> Answer.close(OPEN_END, stream.opening());
            case CUT -> Answer.close(head(stream), stream.opening());
            case CLOSE -> Answer.close();
            case ENDLESS -> Answer.hold(OPEN_END, stream.opening()).andAgain(stream.word());
        };
    }

    private static byte[] text(Call call, Behaviour behaviour) {
        return switch (behaviour.fault()) {
            case HUGE -> utf8("x".repeat(HUGE));
            case BAD_UTF8 -> NO_UTF8;
            case NUL -> utf8("zero \\u0000 zero");
            case NONE, HANG, STALL, TRUNCATE, CUT, CLOSE, ENDLESS ->
                behaviour.echo() ? quoted(call.lastUserMessage()) : FINE;
        };
    }

    /** @param retryAfter seconds; -1 for none */
    static Answer error(int status, int retryAfter, String sentence) {
        var body = Answer.joined(utf8("{\"error\":{\"message\":\""), quoted(sentence), utf8("\"}}"));
        var header = retryAfter < 0 ? "" : "Retry-After: " + retryAfter + "\r\n";
        return json(status, header, body);
    }

    static Answer json(byte[] body) {
        return json(200, "", body);
    }

    private static Answer json(int status, String headers, byte[] body) {
        var head = "HTTP/1.1 " + status + " Mock\r\nContent-Type: application/json\r\n" + headers + "Content-Length: "
                + body.length + "\r\n\r\n";
        return Answer.keep(utf8(head), body);
    }

    private static byte[] head(ReplyStream stream) {
        return Answer.joined(STREAM, utf8(Integer.toString(stream.length())), EMPTY_LINE);
    }

    private static byte[] quoted(String text) {
        return JsonStringEncoder.getInstance().quoteAsUTF8(text);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
