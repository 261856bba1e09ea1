package dev.muster.mock;

import module java.base;

/**
 * The events of one reply in one protocol, as bytes, pre-encoded except for what differs between calls.
 *
 * @param opening all events up to the end of the text
 * @param word one more piece of text, which may be repeated
 * @param closing the events that end the run
 */
// Sent once and never compared.
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record ReplyStream(byte[] opening, byte[] word, byte[] closing) {

    private static final byte[] RUN_STARTED = utf8("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"");
    private static final byte[] RUN_ID = utf8("\",\"runId\":\"");
    private static final byte[] AGUI_TEXT = utf8("""
            "}

            data: {"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}

            data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":\"""");
    private static final byte[] AGUI_WORD = utf8("""
            data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":" and on"}

            """);
    private static final byte[] AGUI_END = utf8("""
            data: {"type":"TEXT_MESSAGE_END","messageId":"m1"}

            data: {"type":"RUN_FINISHED","threadId":\"""");
    private static final byte[] AGUI_USAGE = utf8("""
            ","usage":[{"model":"mock","inputTokens":3,"outputTokens":2}]}

            """);
    private static final byte[] EVENT_END = utf8("\"}\n\n");

    private static final byte[] OPENAI_TEXT = utf8("""
            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[{"index":0,\
            "delta":{"role":"assistant","content":\"""");
    private static final byte[] CHUNK_END = utf8("\"},\"finish_reason\":null}]}\n\n");
    private static final byte[] OPENAI_WORD = Answer.joined(OPENAI_TEXT, utf8(" and on"), CHUNK_END);
    private static final byte[] OPENAI_END = utf8("""
            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[{"index":0,\
            "delta":{},"finish_reason":"stop"}]}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"mock","choices":[],\
            "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

            data: [DONE]

            """);

    /** @param text as it appears between the quotes of a JSON string */
    static ReplyStream agui(byte[] threadId, byte[] runId, byte[] text) {
        return new ReplyStream(Answer.joined(RUN_STARTED, threadId, RUN_ID, runId, AGUI_TEXT, text, EVENT_END),
                AGUI_WORD, Answer.joined(AGUI_END, threadId, RUN_ID, runId, AGUI_USAGE));
    }

    /** @param text as it appears between the quotes of a JSON string */
    static ReplyStream openai(byte[] text) {
        return new ReplyStream(Answer.joined(OPENAI_TEXT, text, CHUNK_END), OPENAI_WORD, OPENAI_END);
    }

    int length() {
        return opening.length + closing.length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
