package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.LongNode;

/** Compiles limits on time, tokens and cost. */
final class LimitChecks {

    private static final String UNTIMED = "but the agent's protocol does not report when its tools were called";

    static CompiledCheck compile(LimitCheck limit) {
        return switch (limit) {
            case LimitCheck.MaxDuration(var ms) -> duration(ms);
            case LimitCheck.MaxGap(var ms) -> gap(ms);
            case LimitCheck.MaxTokens(var most) ->
                limit("the tokens used", String.valueOf(most), LongNode.valueOf(most), LimitChecks::tokens);
            case LimitCheck.MaxCost(var most) ->
                limit("the cost", dollars(most), DecimalNode.valueOf(most), LimitChecks::cost);
        };
    }

    /** The answer, or the whole test, takes at most this long. */
    static CompiledCheck duration(long mostMs) {
        return limit("the duration", mostMs, (reply, most) -> ms(reply.reply().timeline().durationMs(), most));
    }

    /**
     * The time between the start, each tool call and the end is at most this long; without calls, from start to end.
     */
    static CompiledCheck idle(long mostMs) {
        return limit("the longest idle time", mostMs, (reply, most) -> isTimed(reply)
                ? ms(longestIdle(reply.reply().timeline()), most) : Observation.undecided(() -> UNTIMED));
    }

    /** The time between a tool call and the next is at most this long. */
    static CompiledCheck gap(long mostMs) {
        return limit("the gap between two tool calls", mostMs, LimitChecks::widestGap);
    }

    private static CompiledCheck limit(String subject, long mostMs,
            BiFunction<ResponseDocument, JsonNode, Observation> look) {
        return limit(subject, mostMs + " ms", LongNode.valueOf(mostMs), look);
    }

    private static CompiledCheck limit(String subject, String words, JsonNode most,
            BiFunction<ResponseDocument, JsonNode, Observation> look) {
        return CompiledCheck.of(() -> new Expectation(subject, "be at most " + words).of(most),
                reply -> look.apply(reply, most));
    }

    private static Observation compared(JsonNode found, JsonNode most, Supplier<String> words) {
        return Observation.of(found.decimalValue().compareTo(most.decimalValue()) <= 0, words)
                .seeing(() -> Seen.of(found));
    }

    private static Observation ms(long found, JsonNode most) {
        return compared(LongNode.valueOf(found), most, () -> "but it was " + found + " ms");
    }

    private static boolean isTimed(ResponseDocument reply) {
        return reply.reply().timeline().calls().size() >= reply.toolCalls().size();
    }

    private static long longestIdle(Timeline timeline) {
        var calls = timeline.calls().stream().mapToLong(CallTime::atMs);
        long[] moments = LongStream.concat(LongStream.of(timeline.startedMs(), timeline.endedMs()), calls).sorted()
                .toArray();
        return IntStream.range(1, moments.length).mapToLong(at -> moments[at] - moments[at - 1]).max().orElse(0);
    }

    /** Two consecutive calls. */
    private record Gap(CallTime from, CallTime to) {

        long ms() {
            return to.atMs() - from.atMs();
        }
    }

    /** Compares the first of the widest gaps; parallel calls count in the order of their results. */
    private static Observation widestGap(ResponseDocument reply, JsonNode most) {
        if (!isTimed(reply)) {
            return Observation.undecided(() -> UNTIMED);
        }
        var times = reply.reply().timeline().calls().stream().sorted(Comparator.comparingLong(CallTime::atMs)).toList();
        return IntStream.range(1, times.size()).mapToObj(at -> new Gap(times.get(at - 1), times.get(at)))
                .reduce((widest, gap) -> gap.ms() > widest.ms() ? gap : widest)
                .map(gap -> compared(LongNode.valueOf(gap.ms()), most, () -> words(gap, reply.toolCalls())))
                .orElseGet(() -> Observation.of(true, () -> "but there is none"));
    }

    private static String words(Gap gap, List<ToolCall> calls) {
        return "but between " + name(gap.from(), calls) + " and " + name(gap.to(), calls) + " it was " + gap.ms()
                + " ms";
    }

    private static String name(CallTime time, List<ToolCall> calls) {
        return calls.stream().filter(call -> call.id().equals(time.id())).map(ToolCall::name).findFirst()
                .orElse(time.id());
    }

    private static Observation tokens(ResponseDocument reply, JsonNode most) {
        var usage = reply.reply().usage();
        if (usage == null || usage.partial()) {
            return unknownUsage(reply);
        }
        long used = usage.input() + usage.output();
        return compared(LongNode.valueOf(used), most,
                () -> "but it was " + used + " (" + usage.input() + " in, " + usage.output() + " out)");
    }

    private static Observation cost(ResponseDocument reply, JsonNode most) {
        var usage = reply.reply().usage();
        if (usage == null || usage.partial()) {
            return unknownUsage(reply);
        }
        var cost = usage.costUsd();
        return cost == null
                ? Observation.undecided(() -> "but there is no pricing for the agent: write 'pricing' into its"
                        + " connector in muster.yaml")
                : compared(DecimalNode.valueOf(cost), most, () -> "but it was " + dollars(cost));
    }

    private static Observation unknownUsage(ResponseDocument reply) {
        return Observation.undecided(() -> reply.reply().usage() == null
                ? "but the agent did not report how many tokens it used"
                : "but the agent did not report the tokens of all its answers");
    }

    private static String dollars(BigDecimal usd) {
        return "$" + usd.stripTrailingZeros().toPlainString();
    }
}
