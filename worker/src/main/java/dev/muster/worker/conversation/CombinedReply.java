package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Usage;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Combines several replies into one: the calls of a turn, or the turns of a conversation. */
final class CombinedReply {

    private final List<CallRound> rounds;
    /** When each was sent, in ms after the first. */
    private final List<Long> offsets;

    private CombinedReply(List<CallRound> rounds, List<Long> offsets) {
        this.rounds = rounds;
        this.offsets = offsets;
    }

    /** The last text, with the tools, state and times of all. */
    static AgentReply oneTurn(List<CallRound> rounds) {
        var sent = rounds.stream().map(round -> (round.sentNanos() - rounds.getFirst().sentNanos()) / 1_000_000);
        return new CombinedReply(rounds, sent.toList()).joined(rounds.getLast().reply().content().text());
    }

    /** The last text of some turns, with the tools and state of all, and with their times, one after the other. */
    static AgentReply lastText(List<CallRound> turns) {
        return ofTurns(turns).joined(turns.getLast().reply().content().text());
    }

    /**
     * What happens between turns (delays, judges, simulators) is no time of the agent: each turn begins at the end of
     * another.
     */
    private static CombinedReply ofTurns(List<CallRound> turns) {
        var begins = new ArrayList<Long>();
        long end = 0;
        for (var turn : turns) {
            begins.add(end);
            end += turn.reply().timing().end();
        }
        return new CombinedReply(turns, begins);
    }

    /** All texts, joined by newlines, with the tools, state and times of all. */
    static AgentReply whole(List<CallRound> turns) {
        return ofTurns(turns).joined(turns.stream().map(turn -> turn.reply().content()).map(CombinedReply::everyText)
                .collect(Collectors.joining("\n")));
    }

    private static String everyText(Content content) {
        return content.several().isEmpty() ? content.text() : String.join("\n", content.several());
    }

    /** The tools, state and times of replies whose texts are not to be judged. */
    static AgentReply withoutText(AgentReply reply) {
        var content = reply.content();
        return with(reply, "", content.toolCalls(), content.toolResults(), List.of());
    }

    static AgentReply withResults(AgentReply reply, List<ToolResult> results) {
        var content = reply.content();
        return with(reply, content.text(), content.toolCalls(),
                Stream.concat(content.toolResults().stream(), results.stream()).toList(), content.texts());
    }

    /** The same reply, with the time of each tool call; {@code sentMs} is when it was sent, in ms since 1970. */
    static AgentReply timed(AgentReply reply, long sentMs) {
        var timeline = reply.timeline();
        var done = new HashMap<String, Long>();
        timeline.calls().forEach(
                call -> done.putIfAbsent(call.id(), call.atMs() + (timeline.fromEvents() ? 0 : sentMs)));
        var content = reply.content();
        var calls = content.toolCalls().stream().map(call -> call.at(done.get(call.id()))).toList();
        return done.isEmpty() ? reply
                : with(reply, content.text(), calls, content.toolResults(), content.texts());
    }

    private static AgentReply with(AgentReply reply, String text, List<ToolCall> calls, List<ToolResult> results,
            List<String> texts) {
        var content = reply.content();
        return reply
                .with(new Content(text, calls, results, content.state(), content.custom(), content.refusal(), texts));
    }

    private AgentReply joined(String text) {
        var last = rounds.getLast().reply();
        var content = last.content();
        if (rounds.size() == 1) {
            return content.text().equals(text) ? last
                    : with(last, text, content.toolCalls(), content.toolResults(), content.texts());
        }
        var replies = rounds.stream().map(CallRound::reply).toList();
        var all = new Content(text, contents(replies, Content::toolCalls), contents(replies, Content::toolResults),
                lastState(replies), contents(replies, Content::custom), content.refusal(),
                contents(replies, Content::texts));
        return new AgentReply(all, last.finish(), last.awaiting(), usage(replies), timing(),
                all(replies, AgentReply::warnings),
                new Sequel(all(replies, AgentReply::messages), last.interrupts(), last.pendingCalls()), trace());
    }

    private static <T> List<T> contents(List<AgentReply> replies, Function<Content, List<T>> part) {
        return all(replies, reply -> part.apply(reply.content()));
    }

    private static <T> List<T> all(List<AgentReply> replies, Function<AgentReply, List<T>> part) {
        return replies.stream().map(part).flatMap(List::stream).toList();
    }

    private static @Nullable JsonNode lastState(List<AgentReply> replies) {
        return replies.reversed().stream().map(reply -> reply.content().state()).filter(Objects::nonNull).findFirst()
                .orElse(null);
    }

    private static @Nullable Usage usage(List<AgentReply> replies) {
        return replies.stream().allMatch(reply -> reply.usage() == null) ? null
                : replies.stream().map(CombinedReply::usage).reduce(Usage.NONE, Usage::plus);
    }

    private static Usage usage(AgentReply reply) {
        return reply.usage() == null ? Usage.UNREPORTED : reply.usage();
    }

    private AgentReply.Timing timing() {
        var first = rounds.getFirst().reply().timing();
        long end = offsets.getLast() + rounds.getLast().reply().timing().end();
        return new AgentReply.Timing(first.firstEvent(), first.firstText(), end);
    }

    private Trace trace() {
        var replies = rounds.stream().map(CallRound::reply).toList();
        return new Trace(arrivals(), events(), all(replies, reply -> reply.trace().steps()),
                all(replies, reply -> reply.trace().subAgents()));
    }

    /** Puts arrivals on one clock, which starts when the first call is sent. */
    private Timeline arrivals() {
        var calls = new ArrayList<CallTime>();
        for (int n = 0; n < rounds.size(); n++) {
            long offset = offsets.get(n);
            rounds.get(n).reply().trace().arrivals().calls().forEach(call -> calls.add(shifted(call, offset)));
        }
        return new Timeline(0, offsets.getLast() + rounds.getLast().reply().timing().end(), calls, false);
    }

    /** The agent's own times, which are on one clock already; null if a reply has none. */
    private @Nullable Timeline events() {
        var timelines = new ArrayList<Timeline>();
        for (var round : rounds) {
            var events = round.reply().trace().events();
            if (events == null) {
                return null;
            }
            timelines.add(events);
        }
        var calls = timelines.stream().flatMap(events -> events.calls().stream()).toList();
        return new Timeline(timelines.getFirst().startedMs(), timelines.getLast().endedMs(), calls, true);
    }

    private static CallTime shifted(CallTime call, long by) {
        return new CallTime(call.id(), call.startedMs() + by, call.endedMs() + by,
                call.resultMs() < 0 ? -1 : call.resultMs() + by);
    }
}
