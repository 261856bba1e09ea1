package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.FINISHED;
import static dev.muster.common.agent.agui.Stream.NOON;
import static dev.muster.common.agent.agui.Stream.STARTED;
import static dev.muster.common.agent.agui.Stream.reply;
import static dev.muster.common.agent.agui.Stream.wholeReply;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.Trace.StepRecord;
import dev.muster.common.agent.Trace.SubAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the times and owners of events in a run. Each event arrives a second after the previous one. */
class AguiTraceTest {

    private static final String[] RUN = {STARTED, "TOOL_CALL_START toolCallId=c toolCallName=find",
        "TOOL_CALL_ARGS toolCallId=c delta=\"{}\"", "TOOL_CALL_END toolCallId=c",
        "TOOL_CALL_RESULT messageId=r toolCallId=c content=x", FINISHED};

    @Test
    void withoutTimesOfTheirOwnEventsAreTimedByArrival() {
        Timeline timeline = wholeReply(RUN).timeline();

        assertThat(timeline).isEqualTo(new Timeline(0, 6000, List.of(new CallTime("c", 2000, 4000, 5000)),
                false));
        assertThat(timeline.durationMs()).isEqualTo(6000);
    }

    @Test
    void eventsThatAllHaveATimeAreTimedByIt() {
        AgentReply reply = wholeReply(stamped(10, RUN));

        assertThat(reply.timeline()).isEqualTo(new Timeline(noon(0), noon(50),
                List.of(new CallTime("c", noon(10), noon(30), noon(40))), true));
        assertThat(reply.timeline().durationMs()).isEqualTo(50);
        assertThat(reply.trace().arrivals().endedMs()).isEqualTo(6000);
    }

    @Test
    void oneEventWithoutATimeIsEnoughForArrival() {
        String[] events = stamped(10, RUN);
        events[2] = RUN[2];

        assertThat(wholeReply(events).timeline().fromEvents()).isFalse();
        assertThat(wholeReply(events).warnings()).containsExactly("the times of the events were not used, the times "
                + "of their arrival were: 1 of 6 events have none");
    }

    @Test
    void anEventThatIsDroppedCountsToo() {
        String[] events = stamped(10, STARTED, "RAW event=1", FINISHED);
        assertThat(wholeReply(events).timeline().fromEvents()).isTrue();

        events[1] = "RAW event=1";
        assertThat(wholeReply(events).timeline().fromEvents()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000, -86_400_001, 86_400_001})
    void aClockMoreThanADayOffIsNotBelieved(long offset) {
        long first = Math.abs(offset) > 86_400_000 ? NOON.toEpochMilli() + offset : offset;
        String[] events = {STARTED + " timestamp=" + first, FINISHED + " timestamp=" + first};

        assertThat(wholeReply(events).timeline().fromEvents()).isFalse();
        assertThat(wholeReply(events).warnings()).containsExactly("the times of the events were not used, the times "
                + "of their arrival were: 2 of 2 are more than a day away from now, in milliseconds since 1970");
    }

    @Test
    void timesThatAreUsedOrAbsentAreNoWarning() {
        assertThat(wholeReply(stamped(10, RUN)).warnings()).isEmpty();
        assertThat(wholeReply(RUN).warnings()).isEmpty();
    }

    @Test
    void secondsAndNanosecondsAreNotBelievedAndFractionsOfMillisecondsAre() {
        assertThat(stampedWith(NOON.getEpochSecond() + "").fromEvents()).isFalse();
        assertThat(stampedWith(NOON.toEpochMilli() + "000000").fromEvents()).isFalse();
        assertThat(stampedWith(NOON.toEpochMilli() + ".75").startedMs()).isEqualTo(NOON.toEpochMilli());
    }

    @Test
    void aCallWithoutResultCountsWhenItEnded() {
        CallTime answered = wholeReply(RUN).timeline().calls().getFirst();
        CallTime pending = wholeReply(RUN[0], RUN[1], RUN[2], RUN[3], RUN[5]).timeline().calls().getFirst();

        assertThat(answered.atMs()).isEqualTo(5000);
        assertThat(pending.atMs()).isEqualTo(4000);
        assertThat(pending.resultMs()).isEqualTo(-1);
    }

    @Test
    void aCallInChunksEndsWithTheLastOfThem() {
        CallTime call = reply("TOOL_CALL_CHUNK toolCallId=c toolCallName=find delta=a", "TOOL_CALL_CHUNK delta=b",
                "CUSTOM name=n value=1").timeline().calls().getFirst();

        assertThat(call).isEqualTo(new CallTime("c", 2000, 3000, -1));
    }

    @Test
    void anEarlierRunInTheStreamIsNotTimed() {
        String[] events = stamped(10, "RUN_STARTED threadId=t runId=old", "RUN_FINISHED threadId=t runId=old", STARTED,
                FINISHED);
        assertThat(wholeReply(events).timeline()).isEqualTo(new Timeline(noon(20), noon(30), List.of(),
                true));

        events[0] = "RUN_STARTED threadId=t runId=old";
        assertThat(wholeReply(events).timeline().fromEvents()).isTrue();
    }

    @Test
    void stepsAreKeptInTheirOrderWithWhoMadeThem() {
        AgentReply reply = reply("STEP_STARTED stepName=plan", "STEP_FINISHED stepName=plan",
                "STEP_STARTED stepName=act", "STEP_STARTED stepName=look subagentRunId=s",
                "STEP_FINISHED stepName=look subagentRunId=s", "STEP_FINISHED stepName=act",
                "STEP_STARTED stepName=plan", "STEP_FINISHED stepName=plan");

        assertThat(reply.trace().steps()).containsExactly(new StepRecord("plan", ""), new StepRecord("act", ""),
                new StepRecord("look", "s"), new StepRecord("plan", ""));
    }

    @Test
    void subagentsAreKeptWithTheirErrors() {
        AgentReply reply = reply("SUBAGENT_STARTED subagentRunId=s1 name=search",
                "SUBAGENT_STARTED subagentRunId=s2 name=read parentSubagentRunId=s1",
                "SUBAGENT_ERROR subagentRunId=s2 message=gone", "SUBAGENT_FINISHED subagentRunId=s1");

        assertThat(reply.trace().subAgents()).containsExactly(new SubAgent("s1", "search", "", null),
                new SubAgent("s2", "read", "s1", "gone"));
    }

    private static Timeline stampedWith(String timestamp) {
        return wholeReply(STARTED + " timestamp=" + timestamp, FINISHED + " timestamp=" + timestamp).timeline();
    }

    /** The first event at noon, each other one this much after the previous one. */
    private static String[] stamped(long gap, String... events) {
        return IntStream.range(0, events.length).mapToObj(i -> events[i] + " timestamp=" + noon(i * gap))
                .toArray(String[]::new);
    }

    private static long noon(long laterMs) {
        return NOON.toEpochMilli() + laterMs;
    }
}
