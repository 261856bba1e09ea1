package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.agui.RunInput.Sent;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;

/** A stream of events fed to the reader without a server. Events have a short form: {@code TYPE key=value …}. */
final class Stream {

    static final String STARTED = "RUN_STARTED threadId=t runId=run-1";
    static final String FINISHED = "RUN_FINISHED threadId=t runId=run-1";
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final long SECOND = 1_000_000_000;
    private static final Sent NOTHING = new Sent(Set.of(), Set.of(), Set.of(), null);

    private final List<AgentEvent> heard = new ArrayList<>();
    private final AnswerReader reader;

    /** Each event arrives a second after the previous one. */
    private long now;

    private Stream(Sent sent) {
        reader = new AguiAnswer("run-1", sent, new ReplyAssembler(() -> now, heard::add), () -> NOON);
    }

    /** Returns the reply to these events, between RUN_STARTED and RUN_FINISHED. */
    static AgentReply reply(String... events) {
        return new Stream(NOTHING).replyTo(framed(events));
    }

    /** Returns the reply to exactly these events. */
    static AgentReply wholeReply(String... events) {
        return new Stream(NOTHING).replyTo(List.of(events));
    }

    /** Returns the same for a request with messages and calls with these ids. */
    static AgentReply replyWhenSent(Set<String> ids, String... events) {
        return replyWhenSent(new Sent(ids, Set.of(), Set.of(), null), events);
    }

    static AgentReply replyWhenSent(Sent sent, String... events) {
        return new Stream(sent).replyTo(framed(events));
    }

    static List<AgentEvent> heard(String... events) {
        var stream = new Stream(NOTHING);
        stream.replyTo(framed(events));
        return stream.heard;
    }

    /** Returns the agent events from exactly these events, which give no reply. */
    static List<AgentEvent> heardInVain(String... events) {
        var stream = new Stream(NOTHING);
        var _ = stream.outcomeOf(End.CLOSED, List.of(events));
        return stream.heard;
    }

    /** Returns the outcome of exactly these events. */
    static AgentOutcome outcome(End end, String... events) {
        return new Stream(NOTHING).outcomeOf(end, List.of(events));
    }

    /** Returns the message with which these events, after RUN_STARTED, break the protocol. */
    static String brokenAfterStart(String... events) {
        var all = new ArrayList<>(List.of(STARTED));
        all.addAll(List.of(events));
        return broken(all.toArray(String[]::new));
    }

    /** Returns the message with which exactly these events break the protocol. */
    static String broken(String... events) {
        AgentOutcome outcome = outcome(End.CLOSED, events);
        assertThat(outcome).isInstanceOf(AgentFailure.Protocol.class);
        return ((AgentFailure.Protocol) outcome).text();
    }

    private AgentReply replyTo(List<String> events) {
        AgentOutcome outcome = outcomeOf(End.CLOSED, events);
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private AgentOutcome outcomeOf(End end, List<String> events) {
        try {
            for (String event : events) {
                now += SECOND;
                reader.event(json(event), true);
            }
            return reader.end(end);
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> framed(String... events) {
        var all = new ArrayList<>(List.of(STARTED));
        all.addAll(List.of(events));
        all.add(FINISHED);
        return all;
    }

    /**
     * Values that begin with a bracket, a quote or a digit are JSON; others are strings. An event in JSON stays
     * unchanged.
     */
    private static String json(String event) {
        if (event.startsWith("{")) {
            return event;
        }
        String[] words = event.split(" ", -1);
        var json = new StringBuilder("{\"type\":\"").append(words[0]).append('"');
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String value = words[i].substring(equals + 1);
            boolean plain = value.isEmpty() || ("[{\"0123456789".indexOf(value.charAt(0)) < 0 && !value.equals("null"));
            json.append(",\"").append(words[i], 0, equals).append("\":").append(plain ? '"' + value + '"' : value);
        }
        return json.append('}').toString();
    }
}
