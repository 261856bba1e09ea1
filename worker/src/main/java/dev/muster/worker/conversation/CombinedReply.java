package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.AgentReply.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.Timeline;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.Usage;
import dev.muster.worker.conversation.AgentSession.Round;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Combines several replies into one: the calls of a turn, or the turns of a conversation. */
final class CombinedReply {

    /** The last text, with the tools, state and times of all. */
    static AgentReply oneTurn(List<Round> rounds) {
        return joined(rounds, rounds.getLast().reply().content().text());
    }

    /** All texts, joined by newlines, with the tools, state and times of all. */
    static AgentReply whole(List<Round> turns) {
        return joined(turns, String.join("\n", turns.stream().map(turn -> turn.reply().content().text()).toList()));
    }

    /** The tools, state and times of replies whose texts are not to be judged. */
    static AgentReply withoutText(AgentReply reply) {
        var said = reply.content();
        return reply.with(new Content("", said.toolCalls(), said.toolResults(), said.state(), said.custom(),
                said.refusal(), List.of()));
    }

    static AgentReply withResults(AgentReply reply, List<ToolResult> results) {
        var said = reply.content();
        return reply.with(new Content(said.text(), said.toolCalls(), concat(said.toolResults(), results), said.state(),
                said.custom(), said.refusal(), said.texts()));
    }

    /** The same reply, with the time of each tool call; {@code sentMs} is when it was asked, in ms since 1970. */
    static AgentReply timed(AgentReply reply, long sentMs) {
        var timeline = reply.timeline();
        var done = new HashMap<String, Long>();
        timeline.calls().forEach(
                call -> done.putIfAbsent(call.id(), call.atMs() + (timeline.fromEvents() ? 0 : sentMs)));
        var said = reply.content();
        var calls = said.toolCalls().stream().map(call -> call.at(done.get(call.id()))).toList();
        return done.isEmpty() ? reply
                : reply.with(new Content(said.text(), calls, said.toolResults(), said.state(), said.custom(),
                        said.refusal(), said.texts()));
    }

    private static AgentReply joined(List<Round> rounds, String text) {
        var last = rounds.getLast().reply();
        if (rounds.size() == 1) {
            return last;
        }
        var replies = rounds.stream().map(Round::reply).toList();
        var content = new Content(text, contents(replies, Content::toolCalls), contents(replies, Content::toolResults),
                lastState(replies), contents(replies, Content::custom), last.content().refusal(),
                contents(replies, Content::texts));
        return new AgentReply(content, last.finish(), last.awaiting(), usage(replies), timing(rounds),
                all(replies, AgentReply::warnings),
                new Sequel(all(replies, AgentReply::said), last.interrupts(), last.pendingCalls()), trace(rounds));
    }

    private static <T> List<T> contents(List<AgentReply> replies, Function<Content, List<T>> part) {
        return all(replies, reply -> part.apply(reply.content()));
    }

    private static <T> List<T> all(List<AgentReply> replies, Function<AgentReply, List<T>> part) {
        return replies.stream().map(part).flatMap(List::stream).toList();
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
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
        return reply.usage() == null ? Usage.UNTOLD : reply.usage();
    }

    private static AgentReply.Timing timing(List<Round> rounds) {
        var first = rounds.getFirst().reply().timing();
        var last = rounds.getLast();
        long end = offset(rounds, last) + last.reply().timing().end();
        return new AgentReply.Timing(first.firstEvent(), first.firstText(), end);
    }

    private static Trace trace(List<Round> rounds) {
        var replies = rounds.stream().map(Round::reply).toList();
        return new Trace(arrivals(rounds), events(replies), all(replies, reply -> reply.trace().steps()),
                all(replies, reply -> reply.trace().subAgents()));
    }

    /** Puts arrivals on one clock, which starts when the first call is sent. */
    private static Timeline arrivals(List<Round> rounds) {
        var calls = new ArrayList<CallTime>();
        for (var round : rounds) {
            long offset = offset(rounds, round);
            round.reply().trace().arrivals().calls().forEach(call -> calls.add(new CallTime(call.id(),
                    call.startedMs() + offset, call.endedMs() + offset,
                    call.resultMs() < 0 ? -1 : call.resultMs() + offset)));
        }
        return new Timeline(0, offset(rounds, rounds.getLast()) + rounds.getLast().reply().timing().end(), calls,
                false);
    }

    private static @Nullable Timeline events(List<AgentReply> replies) {
        var clocks = new ArrayList<Timeline>();
        for (var reply : replies) {
            var events = reply.trace().events();
            if (events == null) {
                return null;
            }
            clocks.add(events);
        }
        return new Timeline(clocks.getFirst().startedMs(), clocks.getLast().endedMs(),
                clocks.stream().flatMap(clock -> clock.calls().stream()).toList(), true);
    }

    private static long offset(List<Round> rounds, Round of) {
        return (of.sentNanos() - rounds.getFirst().sentNanos()) / 1_000_000;
    }
}
