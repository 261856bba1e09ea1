package dev.muster.bench.mock;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * The bytes of an answer, and what to do with the connection afterwards. They are put together as strings with one
 * character for each byte.
 *
 * @param bytes head and body, or the beginning of them
 * @param more sent after that, again and again while the client reads; empty for nothing
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record Answer(byte[] bytes, byte[] more, Then then) {

    private static final int HUGE = 50 << 20;
    private static final String OPEN_END = """
            HTTP/1.1 200 OK\r
            Content-Type: text/event-stream\r
            Connection: close\r
            \r
            """;
    private static final String NO_UTF8 = "ok \u00C3( \u00FF";

    enum Then {
        /** The call is over; the next request may come. */
        KEEP,
        /** The call is over; the server closes the connection. */
        CLOSE,
        /** The call stays open while the client waits. */
        HOLD
    }

    private Answer(String bytes, String more, Then then) {
        this(bytes.getBytes(StandardCharsets.ISO_8859_1), more.getBytes(StandardCharsets.ISO_8859_1), then);
    }

    static Answer of(Call call, Behaviour behaviour, boolean agui) {
        if (behaviour.status() != 200) {
            return error(behaviour.status(), behaviour.retryAfter(), "the mock agent was told to answer this");
        }
        var text = switch (behaviour.fault()) {
            case HUGE -> "x".repeat(HUGE);
            case BAD_UTF8 -> NO_UTF8;
            case NUL -> "zero \\u0000 zero";
            case NONE, HANG, STALL, TRUNCATE, CUT, CLOSE, ENDLESS ->
                behaviour.echo() ? quoted(call.lastUserMessage()) : "All is fine.";
        };
        var reply = agui ? Reply.agui(quoted(call.threadId()), quoted(call.runId()), text) : Reply.openai(text);
        return switch (behaviour.fault()) {
            case NONE, HUGE, BAD_UTF8, NUL ->
                new Answer(head(reply) + reply.opening() + reply.closing(), "", Then.KEEP);
            case HANG -> new Answer("", "", Then.HOLD);
            case STALL -> new Answer(OPEN_END + reply.opening(), "", Then.HOLD);
            case TRUNCATE -> new Answer(OPEN_END + reply.opening(), "", Then.CLOSE);
            case CUT -> new Answer(head(reply) + reply.opening(), "", Then.CLOSE);
            case CLOSE -> new Answer("", "", Then.CLOSE);
            case ENDLESS -> new Answer(OPEN_END + reply.opening(), reply.word(), Then.HOLD);
        };
    }

    /** @param retryAfter seconds; -1 for none */
    static Answer error(int status, int retryAfter, String sentence) {
        return json(status, retryAfter < 0 ? "" : "Retry-After: " + retryAfter + "\r\n",
                "{\"error\":{\"message\":\"" + quoted(sentence) + "\"}}");
    }

    static Answer json(byte[] body) {
        return json(200, "", new String(body, StandardCharsets.ISO_8859_1));
    }

    private static Answer json(int status, String headers, String body) {
        return new Answer("HTTP/1.1 " + status + " Mock\r\nContent-Type: application/json\r\n" + headers
                + "Content-Length: " + body.length() + "\r\n\r\n" + body, "", Then.KEEP);
    }

    private static String head(Reply reply) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
                + (reply.opening().length() + reply.closing().length()) + "\r\n\r\n";
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsUTF8(text), StandardCharsets.ISO_8859_1);
    }

    /** The events of one reply: up to the end of the text, one more piece of text, and those that end the run. */
    private record Reply(String opening, String word, String closing) {

        private static final String AGUI_TEXT = """
                "}

                data: {"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}

                data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":\"""";
        private static final String AGUI_WORD = """
                data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":" and on"}

                """;
        private static final String AGUI_END = """
                data: {"type":"TEXT_MESSAGE_END","messageId":"m1"}

                data: {"type":"RUN_FINISHED","threadId":\"""";
        private static final String AGUI_USAGE = """
                ","usage":[{"model":"mock","inputTokens":3,"outputTokens":2}]}

                """;
        private static final String OPENAI_TEXT = """
                data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[{"index":0,\
                "delta":{"role":"assistant","content":\"""";
        private static final String CHUNK_END = "\"},\"finish_reason\":null}]}\n\n";
        private static final String OPENAI_END = """
                data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[{"index":0,\
                "delta":{},"finish_reason":"stop"}]}

                data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[],\
                "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

                data: [DONE]

                """;

        /** @param text as it appears between the quotes of a JSON string, like the ids */
        static Reply agui(String threadId, String runId, String text) {
            var ids = threadId + "\",\"runId\":\"" + runId;
            return new Reply("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"" + ids + AGUI_TEXT + text + "\"}\n\n",
                    AGUI_WORD, AGUI_END + ids + AGUI_USAGE);
        }

        static Reply openai(String text) {
            return new Reply(OPENAI_TEXT + text + CHUNK_END, OPENAI_TEXT + " and on" + CHUNK_END, OPENAI_END);
        }
    }

    /** The parts of a request body that a mock agent needs, read without building a tree; empty when missing. */
    record Call(String threadId, String runId, String lastUserMessage) {

        private static final JsonFactory JSON = new JsonFactory();

        /** Reads AG-UI and OpenAI bodies alike; a body that is not JSON gives an empty call. */
        static Call read(byte[] bytes, int from, int length) {
            String threadId = "";
            String runId = "";
            String message = "";
            try (var json = JSON.createParser(ObjectReadContext.empty(), bytes, from, length)) {
                if (json.nextToken() == JsonToken.START_OBJECT) {
                    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                        var name = json.currentName();
                        json.nextToken();
                        switch (name) {
                            case "threadId" -> threadId = text(json);
                            case "runId" -> runId = text(json);
                            case "messages" -> message = lastUserMessage(json);
                            default -> json.skipChildren();
                        }
                    }
                }
            } catch (JacksonException e) {
                return new Call("", "", "");
            }
            return new Call(threadId, runId, message);
        }

        private static String lastUserMessage(JsonParser json) {
            var last = "";
            while (json.nextToken() == JsonToken.START_OBJECT) {
                var role = "";
                var content = "";
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    var name = json.currentName();
                    json.nextToken();
                    switch (name) {
                        case "role" -> role = text(json);
                        case "content" -> content = content(json);
                        default -> json.skipChildren();
                    }
                }
                last = role.equals("user") ? content : last;
            }
            return last;
        }

        /** Returns a string, or the joined text parts of an array. */
        private static String content(JsonParser json) {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                return text(json);
            }
            var joined = new StringBuilder();
            for (int depth = 1; depth > 0;) {
                var token = json.nextToken();
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.VALUE_STRING && "text".equals(json.currentName())) {
                    joined.append(json.getString());
                }
            }
            return joined.toString();
        }

        private static String text(JsonParser json) {
            json.skipChildren();
            return json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : "";
        }
    }
}
