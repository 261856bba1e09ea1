package dev.muster.worker.conversation;

import static dev.muster.worker.conversation.ScriptedAgent.reply;
import static dev.muster.worker.conversation.Stage.agent;
import static dev.muster.worker.conversation.Stage.contains;
import static dev.muster.worker.conversation.Stage.turn;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Turn;
import dev.muster.common.model.Turn.Path;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests conversations of two turns that end in every way, in every mode, with and without {@code continue_on_failure}. */
class SeveralEndsTest {

    private static final Assertion JUDGED = Assertion.of(new HelperCheck.Agent(agent("judge"), null, 1));
    private static final Assertion SCRIPT = Assertion.of(new HelperCheck.Script(
            new HelperUse(Reference.of("scripts:none"),
                    Options.NONE),
            null));

    /** How a turn may end. */
    @SuppressWarnings("ImmutableEnumChecker") // its lambdas have no state
    enum TurnEnds {
        PASSED(Status.PASSED, Cause.NONE, stage -> stage.target.then(reply("Fine."))),
        ASSERTION(Status.FAILED, Cause.ASSERTION, stage -> stage.target.then(reply("Fine.")), contains("never")),
        CAPTURE(Status.FAILED, Cause.ASSERTION, stage -> stage.target.then(reply("Fine."))),
        AGENT_ERROR(Status.FAILED, Cause.AGENT_ERROR,
                stage -> stage.target.then(AgentFailure.Agent.declared("agent error: boom"))),
        AGENT_TIMEOUT(Status.FAILED, Cause.AGENT_TIMEOUT,
                stage -> stage.target.then(new AgentFailure.Timeout("timeout after 30s"))),
        REFUSED(Status.ERROR, Cause.INFRASTRUCTURE,
                stage -> stage.target.then(new AgentFailure.Refused(401, "agent refused: HTTP 401"))),
        UNREACHABLE(Status.ERROR, Cause.INFRASTRUCTURE,
                stage -> stage.target.then(new AgentFailure.Unreachable("agent unreachable: connection refused"))),
        CANCELLED(Status.ERROR, Cause.CANCELLED_BY_AGENT,
                stage -> stage.target.then(new AgentFailure.Cancelled(reply("Fine.")))),
        CANCELLED_AND_WRONG(Status.FAILED, Cause.ASSERTION,
                stage -> stage.target.then(new AgentFailure.Cancelled(reply("Fine."))), contains("never")),
        JUDGE_BROKEN(Status.ERROR, Cause.VALIDATOR_ERROR, stage -> {
            stage.target.then(reply("Fine."));
            stage.validator.then(reply("no verdict"));
        }, JUDGED),
        SCRIPT_BROKEN(Status.ERROR, Cause.SCRIPT_ERROR, stage -> stage.target.then(reply("Fine.")), SCRIPT);

        final Status status;
        final Cause cause;
        final Consumer<Stage> plays;
        final List<Assertion> assertions;

        TurnEnds(Status status, Cause cause, Consumer<Stage> plays, Assertion... assertions) {
            this.status = status;
            this.cause = cause;
            this.plays = plays;
            this.assertions = List.of(assertions);
        }

        boolean answers() {
            return !assertions.isEmpty() || this == PASSED || this == CAPTURE || this == CANCELLED;
        }

        Turn turn(String text, boolean goesOn) {
            var plain = Stage.turn(text);
            var path = this == CAPTURE ? new Path(Map.of("id", "$.order.id"), null, null) : Path.ON;
            return new Turn(null, plain.content(), assertions, plain.options(), Map.of(), null,
                    new ExpectedOutcome(null, goesOn), plain.pace(), path);
        }
    }

    /** How the case may end after its written turns. */
    @SuppressWarnings("ImmutableEnumChecker") // its lambdas have no state
    enum CaseEnds {
        NOTHING(Mode.SCRIPTED, Status.PASSED, Cause.NONE, stage -> {}),
        FINALS(Mode.SCRIPTED, Status.FAILED, Cause.ASSERTION, stage -> stage.checking(contains("never"))),
        FINALS_UNJUDGED(Mode.SCRIPTED, Status.ERROR, Cause.VALIDATOR_ERROR, stage -> {
            stage.checking(JUDGED);
            stage.validator.then(reply("no verdict"));
        }),
        NOT_WAITING(Mode.ASKING, Status.PASSED, Cause.NONE, stage -> {}),
        SKIPPED(Mode.SKIPPING, Status.SKIPPED, Cause.MISSING_INPUT, stage -> stage.target.then(reply("Which one?"))),
        MISSING(Mode.FAILING, Status.FAILED, Cause.MISSING_INPUT, stage -> stage.target.then(reply("Which one?"))),
        SIMULATOR_BROKEN(Mode.ASKING, Status.SKIPPED, Cause.SIMULATOR_ERROR, stage -> {
            stage.target.then(reply("Which one?"));
            stage.simulator.then(reply("")).then(reply(""));
        }),
        MAX_TURNS(Mode.ASKING, Status.FAILED, Cause.MAX_TURNS, stage -> {
            stage.target.then(reply("Which one?")).then(reply("And when?"));
            stage.simulator.then(reply("that one"));
        }),
        REACHED(Mode.DYNAMIC, Status.PASSED, Cause.NONE, stage -> {
            stage.target.then(reply("Submitted."));
            stage.simulator.then(reply("go"));
        }),
        GOAL_WITHOUT_CHECKPOINTS(Mode.DYNAMIC, Status.FAILED, Cause.GOAL_WITHOUT_CHECKPOINTS,
                stage -> stage.simulator.then(reply("{\"goal_achieved\": true}"))),
        DYNAMIC_MAX_TURNS(Mode.DYNAMIC, Status.FAILED, Cause.MAX_TURNS, stage -> {
            stage.target.then(reply("No."));
            stage.simulator.then(reply("go"));
        }),
        DYNAMIC_SIMULATOR_BROKEN(Mode.DYNAMIC, Status.FAILED, Cause.SIMULATOR_ERROR,
                stage -> stage.simulator.then(reply("")).then(reply("")));

        final Mode mode;
        final Status status;
        final Cause cause;
        final Consumer<Stage> plays;

        CaseEnds(Mode mode, Status status, Cause cause, Consumer<Stage> plays) {
            this.mode = mode;
            this.status = status;
            this.cause = cause;
            this.plays = plays;
        }
    }

    /** How the conversation continues after its written turns. */
    enum Mode {
        SCRIPTED,
        SKIPPING,
        FAILING,
        ASKING,
        DYNAMIC;

        /** Two turns, and a third one where the agent must ask at the end. */
        Conversation of(List<Turn> turns) {
            var said = new ArrayList<>(turns);
            return switch (this) {
                case SCRIPTED -> new Conversation.Scripted(List.of(), said, new Then.End(), Finals.LAST_REPLY);
                case SKIPPING -> asking(said, null, OnMissingInput.SKIP);
                case FAILING -> asking(said, null, OnMissingInput.FAIL);
                case ASKING -> asking(said, agent("sim"), OnMissingInput.SKIP);
                case DYNAMIC -> new Conversation.Dynamic(List.of(), said, agent("sim"),
                        List.of(new Checkpoint("done", null, List.of(contains("Submitted")), List.of(), true)), 3);
            };
        }

        private static Conversation asking(List<Turn> turns, @Nullable HelperUse simulator,
                OnMissingInput onMissing) {
            return new Conversation.Scripted(List.of(), turns, new Then.Ask(simulator, null, onMissing, 1),
                    Finals.LAST_REPLY);
        }
    }

    /** One of the ends reached, in order. */
    private record End(Status status, Cause cause) {

        boolean isTheAgents() {
            return status == Status.FAILED && cause != Cause.MISSING_INPUT && cause != Cause.SIMULATOR_ERROR;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPairOfTurnsAndTheEndComesToTheGravest(CaseEnds last) throws Exception {
        for (var first : TurnEnds.values()) {
            for (var second : TurnEnds.values()) {
                for (int goesOn = 0; goesOn < 4; goesOn++) {
                    check(last, first, (goesOn & 1) == 1, second, (goesOn & 2) == 2);
                }
            }
        }
    }

    private static void check(CaseEnds last, TurnEnds first, boolean firstGoesOn, TurnEnds second,
            boolean secondGoesOn) throws InterruptedException {
        var stage = new Stage(new ScriptedAgent());
        var ends = new ArrayList<End>();
        var turns = new ArrayList<>(List.of(first.turn("one", firstGoesOn), second.turn("two", secondGoesOn)));
        first.plays.accept(stage);
        ends.add(new End(first.status, first.cause));
        if (first.status == Status.PASSED || firstGoesOn) {
            second.plays.accept(stage);
            ends.add(new End(second.status, second.cause));
            if (second.status == Status.PASSED || secondGoesOn) {
                last.plays.accept(stage);
            }
            if (second.status == Status.PASSED || secondGoesOn) {
                // without a reply to the last turn there is nothing for final assertions to check, and that is no pass
                boolean unanswered = last.name().startsWith("FINALS") && !second.answers();
                if (!unanswered) {
                    ends.add(new End(last.status, last.cause));
                } else if (ends.stream().allMatch(end -> end.status() == Status.PASSED)) {
                    ends.add(new End(Status.FAILED, Cause.ASSERTION));
                }
            }
        }
        if (last.mode == Mode.SKIPPING || last.mode == Mode.FAILING
                || last == CaseEnds.SIMULATOR_BROKEN || last == CaseEnds.MAX_TURNS) {
            turns.add(turn("three"));
        }

        var ending = stage.hold(last.mode.of(turns));

        var expected = gravest(ends);
        assertThat(List.of(ending.verdict().status(), ending.verdict().cause()))
                .as("%s %s, %s %s, %s", first, firstGoesOn, second,
                        secondGoesOn, last)
                .isEqualTo(List.of(expected.status(), expected.cause()));
        assertThat(ending.end().again() && expected.isTheAgents()).as("a failure of the agent is tried again")
                .isFalse();
    }

    private static End gravest(List<End> ends) {
        return Stream.<Predicate<End>>of(End::isTheAgents, end -> end.status() == Status.FAILED,
                end -> end.status() == Status.ERROR, end -> end.status() == Status.SKIPPED, end -> true)
                .map(is -> ends.stream().filter(is).findFirst()).flatMap(Optional::stream).findFirst().orElseThrow();
    }

    @Test
    void aFailedTurnOfADynamicCaseFailsItThoughAllCheckpointsAreReached() throws Exception {
        var stage = new Stage(new ScriptedAgent().then(AgentFailure.Agent.declared("agent error: internal failure"))
                .then(reply("Submitted.")));
        stage.simulator.then(reply("go"));

        var ending = stage.hold(Mode.DYNAMIC.of(List.of(TurnEnds.AGENT_ERROR.turn("one", true))));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).isEqualTo("agent error: internal failure");
    }

    @Test
    void theRestOfADynamicCaseThatStoppedIsReportedAsNotRun() throws Exception {
        var ending = new Stage(new ScriptedAgent().then(reply("Fine.")))
                .hold(Mode.DYNAMIC.of(List.of(TurnEnds.ASSERTION.turn("one", false), turn("two"))));

        assertThat(turnsOf(ending)).extracting(each -> each.outcome().status()).containsExactly(Status.FAILED,
                Status.SKIPPED);
    }

    @Test
    void aTurnThatFailsByCaptureIsFailedWhereItStands() throws Exception {
        var ending = new Stage(ScriptedAgent.saying("Fine.", "Fine."))
                .hold(Mode.SCRIPTED.of(List.of(TurnEnds.CAPTURE.turn("one", true), turn("two"))));

        assertThat(turnsOf(ending).getFirst().outcome().status()).isEqualTo(Status.FAILED);
        assertThat(turnsOf(ending).getFirst().outcome().error())
                .isEqualTo("capture id: the reply has nothing at $.order.id");
        assertThat(ending.verdict().error()).isEqualTo("capture id: the reply has nothing at $.order.id");
    }

    @Test
    void whatAnEarlierReplyAskedIsForgottenWhenALaterCallFails() throws Exception {
        var refusing = new Turn(null, turn("boom").content(), List.of(), turn("boom").options(), Map.of(), null,
                new ExpectedOutcome(false, false), Turn.Pace.NONE, Path.ON);

        var ending = new Stage(ScriptedAgent.saying("What type of expense?")
                .then(AgentFailure.Agent.declared("agent error: no")))
                .hold(Mode.SKIPPING.of(List.of(turn("I want to submit an expense"), refusing)));

        assertThat(ending.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(turnsOf(ending)).hasSize(2);
    }

    @Test
    void whatAnEarlierReplyLeftOpenIsAnsweredOnce() throws Exception {
        var refusing = new Turn(null, turn("no").content(), List.of(), turn("no").options(), Map.of(), null,
                new ExpectedOutcome(false, false), Turn.Pace.NONE, Path.ON);
        var target = new ScriptedAgent().then(ScriptedAgent.calling("", "render", "{}"))
                .then(AgentFailure.Agent.declared("agent error: no")).then(reply("ok"));

        var _ = new Stage(target).hold(Mode.SCRIPTED.of(List.of(turn("one"), refusing, turn("three"))));

        assertThat(target.requests.getLast().messages()).extracting(message -> message.role())
                .containsExactly("user", "assistant", "tool", "user", "user");
    }

    @Test
    void assertionsOfATurnThatIsMetByAnErrorAreReportedAsNotEvaluated() throws Exception {
        var refusing = new Turn(null, turn("boom").content(), List.of(contains("must be judged")),
                turn("boom").options(), Map.of(), null, new ExpectedOutcome(false, false), Turn.Pace.NONE, Path.ON);

        var ending = new Stage(new ScriptedAgent().then(AgentFailure.Agent.declared("agent error: no")))
                .checking(contains("at the end")).hold(Mode.SCRIPTED.of(List.of(refusing)));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error())
                .isEqualTo("a final assertion was not evaluated: the agent gave no reply to look at");
        assertThat(turnsOf(ending).getFirst().assertions()).extracting(AssertionResult::error).singleElement()
                .asString().startsWith("not evaluated: ");
        assertThat(ending.assertions()).extracting(AssertionResult::error).singleElement().asString()
                .startsWith("not evaluated: ");
    }

    @Test
    void aScoreBelowTheThresholdFailsWhatErrorsLeftOpen() throws Exception {
        var oracle = new Assertion(new ForeignCheck.Oracle("exact-match",
                Json.MAPPER.readTree("{\"mode\":\"partial\"}"),
                Json.MAPPER.readTree("{\"a\":1,\"b\":2}")), true, null, null, 1);
        var stage = new Stage(new ScriptedAgent().then(reply("{\"a\":1}"))).checking(oracle, JUDGED);
        stage.validator.then(reply("no verdict"));

        var ending = stage.hold(new Conversation.Scripted(List.of(), List.of(turn("one")), new Then.End(),
                new Finals(Conversation.Scope.LAST_REPLY, 0.9)));

        assertThat(ending.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(ending.verdict().error()).contains("is below the 0.9 that passes");
        assertThat(ending.end().again()).isFalse();
    }

    private static List<TurnResult> turnsOf(Ending ending) {
        return Objects.requireNonNull(ending.dialogue()).turns();
    }
}
