package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.node.LongNode;

/** The time between a tool call and the next is at most this long. */
record GapCheck(long mostMs) implements CompiledCheck {

    /** Two consecutive calls. */
    private record Gap(CallTime from, CallTime to) {
        long ms() {
            return to.atMs() - from.atMs();
        }
    }

    @Override
    public Expectation expectation() {
        return new Expectation("the gap between two tool calls", "be at most " + mostMs + " ms")
                .of(LongNode.valueOf(mostMs));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var times = reply.timeline().calls();
        if (times.size() < reply.toolCalls().size()) {
            return Observation.undecided(() -> "but the agent's protocol does not tell when its tools were called");
        }
        if (times.size() < 2) {
            return Observation.holds(() -> "but there is none");
        }
        var widest = widest(reply.timeline());
        var finding = widest.ms() <= mostMs ? Observation.holds(() -> words(widest, reply.toolCalls()))
                : Observation.fails(() -> words(widest, reply.toolCalls()));
        return finding.seeing(() -> Seen.of(LongNode.valueOf(widest.ms())));
    }

    /** Returns the widest gap; parallel calls count in the order of their results. */
    private static Gap widest(Timeline timeline) {
        var times = timeline.calls().stream().sorted(Comparator.comparingLong(CallTime::atMs)).toList();
        var widest = new Gap(times.get(0), times.get(1));
        for (int at = 2; at < times.size(); at++) {
            var gap = new Gap(times.get(at - 1), times.get(at));
            widest = gap.ms() > widest.ms() ? gap : widest;
        }
        return widest;
    }

    private static String words(Gap gap, List<ToolCall> calls) {
        return "but between " + name(gap.from(), calls) + " and " + name(gap.to(), calls) + " it was " + gap.ms()
                + " ms";
    }

    private static String name(CallTime time, List<ToolCall> calls) {
        return calls.stream().filter(call -> call.id().equals(time.id())).map(ToolCall::name).findFirst()
                .orElse(time.id());
    }
}
