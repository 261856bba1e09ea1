package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.FINISHED;
import static dev.muster.common.agent.agui.Stream.STARTED;
import static dev.muster.common.agent.agui.Stream.broken;
import static dev.muster.common.agent.agui.Stream.brokenAfterStart;
import static dev.muster.common.agent.agui.Stream.outcome;
import static dev.muster.common.agent.agui.Stream.reply;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.http.AnswerReader.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules of order: each violation that makes a run invalid, and what is allowed. */
class EventOrderTest {

    @ParameterizedTest
    @ValueSource(strings = {"TEXT_MESSAGE_START messageId=m", "STATE_SNAPSHOT snapshot=1", "STEP_STARTED stepName=s",
        "CUSTOM name=n value=1", "RAW event=1", "MESSAGES_SNAPSHOT messages=[]",
        "TEXT_MESSAGE_CHUNK messageId=m delta=x", FINISHED})
    void theFirstEventMustStartOrFailARun(String first) {
        assertThat(broken(first)).startsWith("the first event is " + first.substring(0, first.indexOf(' ')));
    }

    @Test
    void anErrorMayComeFirst() {
        assertThat(outcome(End.CLOSED, "RUN_ERROR message=no code=E1")).isEqualTo(AgentFailure.Agent.declared(
                "agent error: no (E1)"));
    }

    @Test
    void aRunMustNotStartInsideARun() {
        assertThat(brokenAfterStart("RUN_STARTED threadId=t runId=run-2")).isEqualTo(
                "RUN_STARTED came inside a run that has not ended");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT_MESSAGE_START messageId=m", "STATE_DELTA delta=[]", FINISHED, "RAW event=1",
        "TEXT_MESSAGE_CHUNK messageId=m delta=x"})
    void nothingMayFollowTheEndOfARun(String late) {
        assertThat(brokenAfterStart(FINISHED, late)).isEqualTo(late.substring(0, late.indexOf(' '))
                + " came after the run had ended");
        // its own error stays the agent's
        assertThat(outcome(End.CLOSED, STARTED, "RUN_ERROR message=no", late))
                .isEqualTo(AgentFailure.Agent.declared("agent error: no"));
    }

    @Test
    void anotherRunMayFollow() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=earlier", "RUN_FINISHED threadId=t runId=earlier",
                STARTED, FINISHED)).isInstanceOf(AgentReply.class);
    }

    @Test
    void anotherRunMayFollowAFailedOne() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=earlier", "TEXT_MESSAGE_START messageId=m",
                "RUN_ERROR message=no", STARTED, "TEXT_MESSAGE_START messageId=m", "TEXT_MESSAGE_END messageId=m",
                FINISHED)).isInstanceOf(AgentReply.class);
    }

    @Test
    void aLateErrorFailsAFinishedRun() {
        assertThat(outcome(End.CLOSED, STARTED, FINISHED, "RUN_ERROR message=flush"))
                .isEqualTo(AgentFailure.Agent.declared(
                        "agent error: flush"));
    }

    @Test
    void anErrorMustNotFollowAnError() {
        assertThat(brokenAfterStart("RUN_ERROR message=a", "RUN_ERROR message=b")).isEqualTo(
                "RUN_ERROR came after the run had failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TEXT_MESSAGE_CONTENT messageId=m delta=x", "TEXT_MESSAGE_END messageId=m",
        "TOOL_CALL_ARGS toolCallId=m delta=x", "TOOL_CALL_END toolCallId=m",
        "REASONING_MESSAGE_CONTENT messageId=m delta=x", "REASONING_MESSAGE_END messageId=m",
        "REASONING_END messageId=m", "SUBAGENT_FINISHED subagentRunId=m",
        "SUBAGENT_ERROR subagentRunId=m message=x", "STEP_FINISHED stepName=m"})
    void whatIsNotOpenCanNeitherGoOnNorEnd(String event) {
        assertThat(brokenAfterStart(event)).isEqualTo(event.substring(0, event.indexOf(' '))
                + " for 'm', which is not open");
    }

    @ParameterizedTest
    @ValueSource(strings = {"THINKING_TEXT_MESSAGE_CONTENT delta=x", "THINKING_TEXT_MESSAGE_END", "THINKING_END"})
    void thinkingThatIsNotOpenCanNeitherGoOnNorEnd(String event) {
        assertThat(brokenAfterStart(event)).endsWith("which is not open");
    }

    @ParameterizedTest
    @CsvSource({"TEXT_MESSAGE_START messageId=m,TEXT_MESSAGE_END messageId=m",
        "TOOL_CALL_START toolCallId=m toolCallName=n,TOOL_CALL_END toolCallId=m",
        "REASONING_MESSAGE_START messageId=m role=reasoning,REASONING_MESSAGE_END messageId=m",
        "REASONING_START messageId=m,REASONING_END messageId=m", "STEP_STARTED stepName=m,STEP_FINISHED stepName=m",
        "SUBAGENT_STARTED subagentRunId=m name=n,SUBAGENT_FINISHED subagentRunId=m"})
    void whatIsOpenCanNotStartAgainAndMustBeClosedAndMayReopen(String start, String end) {
        assertThat(brokenAfterStart(start, start)).endsWith(" for 'm', which is already open");
        assertThat(brokenAfterStart(start, FINISHED)).startsWith("RUN_FINISHED came while ").endsWith(
                " 'm' was still open");
        assertThat(reply(start, end, start, end).warnings()).isEmpty();
    }

    @Test
    void aClosedItemCanNotGoOn() {
        assertThat(brokenAfterStart("TEXT_MESSAGE_START messageId=m", "TEXT_MESSAGE_END messageId=m",
                "TEXT_MESSAGE_CONTENT messageId=m delta=x")).endsWith("which is not open");
    }

    @Test
    void anErrorMayComeWhileThingsAreOpen() {
        assertThat(outcome(End.CLOSED, STARTED, "TEXT_MESSAGE_START messageId=m", "RUN_ERROR message=no")).isEqualTo(
                AgentFailure.Agent.declared("agent error: no"));
    }

    @Test
    void messagesCallsStepsAndReasoningMayInterleaveUnderTheSameId() {
        AgentReply reply = reply("STEP_STARTED stepName=a", "TEXT_MESSAGE_START messageId=a",
                "TOOL_CALL_START toolCallId=a toolCallName=n", "REASONING_START messageId=a",
                "REASONING_MESSAGE_START messageId=a role=reasoning", "TEXT_MESSAGE_CONTENT messageId=a delta=x",
                "TOOL_CALL_ARGS toolCallId=a delta=\"{}\"", "STEP_STARTED stepName=b", "STEP_FINISHED stepName=a",
                "TEXT_MESSAGE_END messageId=a", "REASONING_END messageId=a", "REASONING_MESSAGE_END messageId=a",
                "TOOL_CALL_END toolCallId=a", "STEP_FINISHED stepName=b");

        assertThat(reply.content().text()).isEqualTo("x");
    }

    @Test
    void aParentAndItsSubagentMayHaveAStepOfTheSameName() {
        assertThat(reply("STEP_STARTED stepName=a", "STEP_STARTED stepName=a subagentRunId=s",
                "STEP_FINISHED stepName=a subagentRunId=s", "STEP_FINISHED stepName=a").finish()).isEqualTo("stop");
    }

    @Test
    void anUnknownEventIsDroppedWithAWarningEvenAsTheFirst() {
        assertThat(outcome(End.CLOSED, "HELLO", STARTED, "BRAND_NEW x=y", "BRAND_NEW x=z", FINISHED))
                .isInstanceOfSatisfying(
                        AgentReply.class, reply -> assertThat(reply.warnings()).containsExactly(
                                "the unknown event HELLO was dropped", "the unknown event BRAND_NEW was dropped"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RAW event={\"type\":\"RUN_FINISHED\"} source=x",
        "ACTIVITY_DELTA messageId=a activityType=t patch=[]",
        "ACTIVITY_SNAPSHOT messageId=a activityType=t content={}",
        "REASONING_ENCRYPTED_VALUE subtype=message entityId=x encryptedValue=y", "CUSTOM name=n value=null",
        "STATE_SNAPSHOT snapshot=null", "MESSAGES_SNAPSHOT messages=[]"})
    void standaloneEventsOpenAndCloseNothing(String event) {
        AgentReply reply = reply("TEXT_MESSAGE_START messageId=m", event, "TEXT_MESSAGE_CONTENT messageId=m delta=x",
                "TEXT_MESSAGE_END messageId=m");

        assertThat(reply.content().text()).isEqualTo("x");
        assertThat(reply.warnings()).isEqualTo(told(event));
    }

    private static List<String> told(String event) {
        if (event.startsWith("ACTIVITY_DELTA")) {
            return List.of("an ACTIVITY_DELTA names 'a', which is not an activity, and was skipped");
        }
        return event.startsWith("REASONING") ? List.of("encrypted reasoning was not kept, so later turns go without it")
                : List.of();
    }

    @ParameterizedTest
    @CsvSource({"TEXT_MESSAGE_START messageId=m,TEXT_MESSAGE_CONTENT messageId=m delta=x,TEXT_MESSAGE_END messageId=m",
        "TOOL_CALL_START toolCallId=m toolCallName=n,TOOL_CALL_ARGS toolCallId=m delta=x,TOOL_CALL_END toolCallId=m",
        "REASONING_MESSAGE_START messageId=m role=reasoning,REASONING_MESSAGE_CONTENT messageId=m delta=x,"
                + "REASONING_MESSAGE_END messageId=m",
        "REASONING_START messageId=m,REASONING_END messageId=m,REASONING_END messageId=m"})
    void whatAnAgentOpenedNoOtherContinuesOrEnds(String start, String more, String end) {
        for (String other : List.of(more, end)) {
            String type = other.substring(0, other.indexOf(' '));
            assertThat(brokenAfterStart(start + " subagentRunId=s1", other + " subagentRunId=s2")).isEqualTo(type
                    + " for 'm' comes from the subagent 's2', but the subagent 's1' opened it");
            assertThat(brokenAfterStart(start, other + " subagentRunId=s2")).isEqualTo(type
                    + " for 'm' comes from the subagent 's2', but the parent agent opened it");
        }
        assertThat(brokenAfterStart(start + " subagentRunId=s1", end, start)).endsWith(
                " for 'm' comes from the parent agent, but the subagent 's1' opened it");
    }

    @Test
    void aContinuationThatNamesNobodyIsTheOpeners() {
        assertThat(reply("TEXT_MESSAGE_START messageId=m subagentRunId=s1", "TEXT_MESSAGE_CONTENT messageId=m delta=x",
                "TEXT_MESSAGE_END messageId=m").content().text()).isEqualTo("x");
    }

    @Test
    void aStepEndsByWhoBeganIt() {
        assertThat(brokenAfterStart("STEP_STARTED stepName=a subagentRunId=s", "STEP_FINISHED stepName=a")).isEqualTo(
                "STEP_FINISHED for 'a', which is not open");
    }

    @Test
    void aCallThatIsOpenedAgainIsOfTheSameTool() {
        assertThat(brokenAfterStart("TOOL_CALL_START toolCallId=c toolCallName=search", "TOOL_CALL_END toolCallId=c",
                "TOOL_CALL_START toolCallId=c toolCallName=delete")).isEqualTo(
                        "TOOL_CALL_START for 'c' calls 'delete', but the call began with 'search'");
    }

    @Test
    void anotherRunMayOpenTheSameIdsForOthers() {
        assertThat(outcome(End.CLOSED, "RUN_STARTED threadId=t runId=earlier",
                "TEXT_MESSAGE_START messageId=m subagentRunId=s", "TEXT_MESSAGE_END messageId=m",
                "RUN_FINISHED threadId=t runId=earlier", STARTED, "TEXT_MESSAGE_START messageId=m",
                "TEXT_MESSAGE_END messageId=m", FINISHED)).isInstanceOf(AgentReply.class);
    }
}
