package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;

/** Builds chunks as Yao's servers send them, and reads streams of them. */
final class Chunks {

    static final String START = event("stream_start", "{\"context_id\":\"ctx\",\"chat_id\":\"chat\"}");
    static final String END = event("stream_end", "{\"request_id\":\"r\",\"status\":\"completed\"}");

    /** The events from reading the last stream. */
    final List<AgentEvent> heard = new ArrayList<>();

    private long millisPerEvent;

    void millisPerEvent(long millis) {
        millisPerEvent = millis;
    }

    AgentReply reply(String... chunks) throws StreamBroken {
        return (AgentReply) outcome(End.CLOSED, chunks);
    }

    AgentOutcome outcome(End end, String... chunks) throws StreamBroken {
        AnswerReader reader = reader();
        for (String chunk : chunks) {
            if (reader.event(chunk, true) == Next.STOP) {
                return reader.end(End.CLOSED);
            }
        }
        return reader.end(end);
    }

    AnswerReader reader() {
        heard.clear();
        var nanos = new AtomicLong();
        return new YaoAnswer(new ReplyAssembler(() -> nanos.getAndAdd(millisPerEvent * 1_000_000), heard::add));
    }

    static String event(String name, String data) {
        return "{\"type\":\"event\",\"props\":{\"event\":\"" + name + "\",\"message\":\"m\",\"data\":" + data + "}}";
    }

    static String ended(String id, String type) {
        return event("message_end",
                "{\"message_id\":\"" + id + "\",\"type\":\"" + type + "\",\"status\":\"completed\"}");
    }

    /** Returns a text piece as language models send it: no action, no path. */
    static String piece(String type, String id, String text) {
        return "{\"chunk_id\":\"C1\",\"message_id\":\"" + id + "\",\"type\":\"" + type
                + "\",\"delta\":true,\"props\":{\"content\":\"" + text + "\"}}";
    }

    static String whole(String type, String id, String props) {
        return "{\"chunk_id\":\"C1\",\"message_id\":\"" + id + "\",\"type\":\"" + type + "\",\"props\":" + props + "}";
    }

    static String delta(String type, String id, String action, String path, String props) {
        return "{\"chunk_id\":\"C1\",\"message_id\":\"" + id + "\",\"type\":\"" + type
                + "\",\"delta\":true,\"delta_action\":\"" + action + "\",\"delta_path\":\"" + path + "\",\"props\":"
                + props + "}";
    }
}
