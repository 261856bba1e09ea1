package dev.muster.common.agent.agui;

import static dev.muster.common.agent.agui.Stream.FINISHED;
import static dev.muster.common.agent.agui.Stream.STARTED;
import static dev.muster.common.agent.agui.Stream.brokenAfterStart;
import static dev.muster.common.agent.agui.Stream.reply;
import static dev.muster.common.agent.agui.Stream.wholeReply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.agent.AgentReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown parts of the protocol are dropped with a warning; invalid known parts break the run. */
class AguiProcessingTest {

    private static final String COUNT = "STATE_SNAPSHOT snapshot={\"count\":1}";

    @Test
    void anUnknownOperationIsDroppedAndTheRestOfThePatchApplied() {
        AgentReply reply = reply(COUNT, "STATE_DELTA delta=[{\"op\":\"increment\",\"path\":\"/count\",\"value\":1},"
                + "{\"op\":\"replace\",\"path\":\"/count\",\"value\":5}]");

        assertThat(reply.content().state()).hasToString("{\"count\":5}");
        assertThat(reply.warnings()).containsExactly("the unknown operation 'increment' of a patch was dropped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            7                                               | is a number, but must be an object
            {"path":"/a","value":1}                         | .op is missing, but must be a string
            {"op":1,"path":"/a","value":1}                  | .op is a number, but must be a string
            {"op":"replace","value":2}                      | .path is missing, but must be a string
            {"op":"replace","path":5,"value":2}             | .path is a number, but must be a string
            {"op":"add","path":"/b"}                        | .value is missing, but must be there
            {"op":"replace","path":"/b"}                    | .value is missing, but must be there
            {"op":"test","path":"/b"}                       | .value is missing, but must be there
            {"op":"move","path":"/b"}                       | .from is missing, but must be a string
            {"op":"copy","path":"/b","from":null}           | .from is null, but must be a string
            {"op":"add","path":"b","value":1}               | .path is 'b', but must be a JSON pointer
            {"op":"remove","path":"/a~"}                    | .path is '/a~', but must be a JSON pointer
            {"op":"remove","path":"/a~2"}                   | .path is '/a~2', but must be a JSON pointer
            """)
    void aMalformedOperationBreaksTheRun(String operation, String why) {
        String sound = "[{\"op\":\"replace\",\"path\":\"/count\",\"value\":5}," + operation + "]";

        assertThat(brokenAfterStart(COUNT, "STATE_DELTA delta=" + sound.replace(" ", ""))).startsWith(
                "STATE_DELTA.delta[1]").endsWith(why);
        assertThat(brokenAfterStart("ACTIVITY_DELTA messageId=a activityType=t patch=" + sound)).startsWith(
                "ACTIVITY_DELTA.patch[1]").endsWith(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            REASONING_MESSAGE_START messageId=m role=assistant  | REASONING_MESSAGE_START.role is 'assistant', but must be 'reasoning'
            REASONING_MESSAGE_START messageId=m                 | REASONING_MESSAGE_START.role is missing, but must be a string
            TOOL_CALL_RESULT messageId=m toolCallId=c content=x role=user | TOOL_CALL_RESULT.role is 'user', but must be 'tool'
            TEXT_MESSAGE_START messageId=m subagentRunId=null   | TEXT_MESSAGE_START.subagentRunId is null, but must be a string
            TOOL_CALL_CHUNK subagentRunId=null                  | TOOL_CALL_CHUNK.subagentRunId is null, but must be a string
            """)
    void aConstantOfTheProtocolMayNotBeAnythingElse(String event, String why) {
        assertThat(brokenAfterStart(event)).isEqualTo(why);
    }

    @Test
    void anUnknownRoleIsDroppedAndTheMessageIsTheAssistants() {
        AgentReply reply = reply("TEXT_MESSAGE_START messageId=m role=narrator",
                "TEXT_MESSAGE_CONTENT messageId=m delta=once", "TEXT_MESSAGE_END messageId=m",
                "TEXT_MESSAGE_CHUNK messageId=n role=tool delta=upon");

        assertThat(reply.content().texts()).containsExactly("once", "upon");
        assertThat(reply.warnings()).containsExactly(
                "the unknown role 'narrator' of TEXT_MESSAGE_START was dropped; the message was read as the assistant's",
                "the unknown role 'tool' of TEXT_MESSAGE_CHUNK was dropped; the message was read as the assistant's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.57", "0.1", "1.0", "1.1", "1.1.0", "01.1"})
    void aVersionThatIsNoNewerIsNoWarning(String version) {
        assertThat(declared(version).warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2", "1.10", "2", "2.0", "10.0"})
    void aNewerVersionIsAWarning(String version) {
        assertThat(declared(version).warnings()).containsExactly("the agent speaks AG-UI " + version
                + ", which is newer than 1.1; what that version added was dropped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"draft", "v1.1", "1..1", "1.x", "-1.0", "99999999999999999999.0"})
    void aVersionThatCanNotBeReadIsAWarning(String version) {
        assertThat(declared(version).warnings()).containsExactly("the agent declares AG-UI '" + version
                + "', which is not a version; it was read as AG-UI 1.1");
    }

    @Test
    void aPatchThatDoesNotApplyToAnActivityIsAWarning() {
        String shown = "ACTIVITY_SNAPSHOT messageId=a activityType=t content={\"n\":1}";
        String change = "ACTIVITY_DELTA messageId=a activityType=t patch=[{\"op\":\"test\",\"path\":\"/n\",\"value\":1}]";

        assertThat(reply(shown, change).warnings()).isEmpty();
        assertThat(reply(shown.replace(":1", ":2"), change).warnings()).containsExactly(
                "an ACTIVITY_DELTA could not be applied, operation 1: the test of '/n' failed");
    }

    @ParameterizedTest
    @CsvSource({"true,1", "false,0"})
    void anActivityIsShownAnewUnlessItSaysOtherwise(boolean replace, int failures) {
        AgentReply reply = reply("ACTIVITY_SNAPSHOT messageId=a activityType=t content={\"n\":1}",
                "{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"a\",\"activityType\":\"t\",\"content\":{\"n\":2},"
                        + "\"replace\":" + replace + "}",
                "ACTIVITY_DELTA messageId=a activityType=t patch=[{\"op\":\"test\",\"path\":\"/n\",\"value\":1}]");

        assertThat(reply.warnings()).hasSize(failures);
    }

    @Test
    void unknownPartsAndMessagesOfASnapshotAreDropped() {
        AgentReply reply = reply("""
                {"type":"MESSAGES_SNAPSHOT","messages":[
                {"id":"u","role":"user","content":[{"type":"text","text":"a"},{"type":"hologram","source":{}},
                {"type":"image","source":{"type":"url","value":"x"}}]},
                {"id":"s","role":"system","content":"x"},{"id":"v","role":"activity","activityType":"t","content":{}},
                {"id":"n","role":"narrator","content":"once"},{"id":"a","role":"assistant","content":"upon"}]}""",
                "ACTIVITY_DELTA messageId=v activityType=t patch=[]");

        assertThat(reply.content().texts()).containsExactly("upon");
        assertThat(reply.warnings()).containsExactly(
                "the unknown part 'hologram' in the content of MESSAGES_SNAPSHOT.messages was dropped",
                "a message of the unknown role 'narrator' in MESSAGES_SNAPSHOT was dropped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"u\",\"role\":\"user\"}", "{\"id\":\"u\",\"role\":\"user\",\"content\":7}",
        "{\"id\":\"u\",\"role\":\"user\",\"content\":[7]}",
        "{\"id\":\"u\",\"role\":\"user\",\"content\":[{\"text\":\"a\"}]}",
        "{\"id\":\"u\",\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":1}]}",
        "{\"id\":\"u\",\"role\":\"user\",\"content\":[{\"type\":\"image\"}]}",
        "{\"id\":\"a\",\"role\":\"assistant\",\"toolCalls\":[7]}",
        "{\"id\":\"a\",\"role\":\"assistant\",\"toolCalls\":[{\"id\":\"c\"}]}",
        "{\"id\":\"v\",\"role\":\"activity\",\"activityType\":\"t\",\"content\":\"x\"}"})
    void aMalformedMessageOfASnapshotBreaksTheRun(String message) {
        assertThat(brokenAfterStart("MESSAGES_SNAPSHOT messages=[" + message + "]")).contains("must be ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[7]", "[{\"inputTokens\":-1}]", "[{\"outputTokens\":1.5}]", "[{\"inputTokens\":\"3\"}]",
        "[{\"inputTokens\":99999999999999999999}]"})
    void tokensThatAreNoCountBreakTheRun(String usage) {
        assertThat(brokenAfterStart(FINISHED + " usage=" + usage)).startsWith("RUN_FINISHED.usage").contains(
                "must be ");
    }

    @Test
    void encryptedReasoningOfAnUnknownKindIsDropped() {
        assertThat(reply("REASONING_ENCRYPTED_VALUE subtype=thought entityId=x encryptedValue=y").warnings())
                .containsExactly("a REASONING_ENCRYPTED_VALUE of the unknown subtype 'thought' was dropped");
    }

    @Test
    void anUnknownOutcomeOfASubagentIsDroppedAndAMalformedOneBreaksTheRun() {
        String started = "SUBAGENT_STARTED subagentRunId=s name=n";
        String finished = "SUBAGENT_FINISHED subagentRunId=s outcome=";

        assertThat(reply(started, finished + "{\"type\":\"suspended\"}").warnings()).isEmpty();
        assertThat(reply(started, finished + "{\"type\":\"paused\"}").warnings()).containsExactly(
                "the unknown outcome 'paused' of SUBAGENT_FINISHED was dropped");
        assertThat(brokenAfterStart(started, finished + "{}")).isEqualTo(
                "SUBAGENT_FINISHED.outcome.type is missing, but must be a string");
    }

    @Test
    void theRunAsAWholeBelongsToNoSubagent() {
        assertThat(wholeReply(STARTED, FINISHED + " subagentRunId=s").warnings()).containsExactly(
                "the unknown member 'subagentRunId' of RUN_FINISHED was dropped");
    }

    private static AgentReply declared(String version) {
        return wholeReply("{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"run-1\",\"protocolVersion\":\""
                + version + "\"}", FINISHED);
    }
}
