package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the verdict of a case, and of a turn, whose agent fails to answer. */
class FailureTableTest {

    private static final List<Conversation> MODES = List.of(
            new Conversation.Standard(List.of(Message.user("a"))),
            new Conversation.Scripted(List.of(), List.of(turn("a"), turn("b")), new Then.End(), Finals.LAST_REPLY));

    record Row(AgentFailure failure, Status status, Cause cause, boolean again) {}

    static List<Row> table() {
        return List.of(
                new Row(new AgentFailure.Unreachable("agent unreachable: connection refused"), Status.ERROR,
                        Cause.INFRASTRUCTURE, true),
                new Row(new AgentFailure.Busy(503, Duration.ofHours(1), "agent unreachable: HTTP 503"), Status.ERROR,
                        Cause.INFRASTRUCTURE, true),
                new Row(new AgentFailure.Refused(401, "agent refused: HTTP 401"), Status.ERROR, Cause.INFRASTRUCTURE,
                        false),
                new Row(AgentFailure.Agent.undeclared("agent error: HTTP 500"), Status.FAILED, Cause.AGENT_ERROR,
                        false),
                new Row(AgentFailure.Agent.declared("agent error: RUN_ERROR boom"), Status.FAILED, Cause.AGENT_ERROR,
                        false),
                new Row(new AgentFailure.Truncated("agent error: the stream ended early"), Status.FAILED,
                        Cause.AGENT_ERROR, false),
                new Row(new AgentFailure.Protocol("agent error: events out of order"), Status.FAILED,
                        Cause.AGENT_ERROR, false),
                new Row(new AgentFailure.Timeout("timeout after 30s"), Status.FAILED, Cause.AGENT_TIMEOUT, false));
    }

    @ParameterizedTest
    @MethodSource("table")
    void whatTheAgentDidIsToldAsTheFailureTableSays(Row row) throws Exception {
        for (var mode : MODES) {
            var ending = new Stage(new ScriptedAgent().then(row.failure())).hold(mode);

            assertThat(ending.verdict().status()).isEqualTo(row.status());
            assertThat(ending.verdict().cause()).isEqualTo(row.cause());
            assertThat(ending.verdict().error()).startsWith(row.failure().text());
            assertThat(ending.end().again()).isEqualTo(row.again());
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void theTurnSaysIt(Row row) throws Exception {
        var ending = new Stage(new ScriptedAgent().then(row.failure())).hold(MODES.getLast());

        var turns = Objects.requireNonNull(ending.dialogue()).turns();
        assertThat(turns).extracting(each -> each.outcome().status()).containsExactly(row.status(), Status.SKIPPED);
        assertThat(turns.getFirst().outcome().error()).startsWith(row.failure().text());
    }
}
