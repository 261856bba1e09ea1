package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import tools.jackson.databind.node.LongNode;

/** The time between the start, each tool call and the end is at most this long; without calls, from start to end. */
record IdleCheck(long mostMs) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the longest idle time", "be at most " + mostMs + " ms").of(LongNode.valueOf(mostMs));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        if (reply.timeline().calls().size() < reply.toolCalls().size()) {
            return Observation.undecided(() -> "but the agent's protocol does not tell when its tools were called");
        }
        long longest = longest(reply.timeline());
        var finding = longest <= mostMs ? Observation.holds(() -> "but it was " + longest + " ms")
                : Observation.fails(() -> "but it was " + longest + " ms");
        return finding.seeing(() -> Seen.of(LongNode.valueOf(longest)));
    }

    private static long longest(Timeline timeline) {
        var calls = timeline.calls().stream().mapToLong(CallTime::atMs);
        long[] moments = LongStream.concat(LongStream.of(timeline.startedMs(), timeline.endedMs()), calls).sorted()
                .toArray();
        long longest = 0;
        for (int at = 1; at < moments.length; at++) {
            longest = Math.max(longest, moments[at] - moments[at - 1]);
        }
        return longest;
    }
}
