package dev.muster.worker.talk;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.check.AssertionFault;
import dev.muster.common.check.ReplyJson;
import dev.muster.common.check.ReplyPath;
import dev.muster.common.model.Turn;
import dev.muster.common.model.Turn.Expected;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.worker.talk.Judge.Exhibit;
import dev.muster.worker.talk.TargetLine.Round;
import dev.muster.worker.talk.TurnLog.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A conversation under way: says a turn, judges the answer, and writes both down. */
final class Talk {

    private static final String NOT_DECLARED = " (a turn that is to fail passes only when the agent itself says so:"
            + " RUN_ERROR, an error in the stream or a refusal; an HTTP status never counts)";

    private final TargetLine line;
    private final Judge judge;
    private final Deadline deadline;
    private final TurnLog log = new TurnLog();
    private final List<Round> answers = new ArrayList<>();
    private Variables variables;
    private @Nullable Awaiting awaiting;
    private String lastInput = "";
    private Usage lost = Usage.NONE;

    Talk(TargetLine line, Judge judge, Variables variables, Deadline deadline) {
        this.line = line;
        this.judge = judge;
        this.variables = variables;
        this.deadline = deadline;
    }

    TurnLog log() {
        return log;
    }

    TargetLine line() {
        return line;
    }

    Variables variables() {
        return variables;
    }

    /** What the target said last; null when it never answered. */
    @Nullable
    AgentReply lastReply() {
        return answers.isEmpty() ? null : answers.getLast().reply();
    }

    /** Whether the target waits for its user, as its last reply has it. */
    @Nullable
    Awaiting awaiting() {
        return awaiting;
    }

    /** All replies as one; null when the target never answered. */
    @Nullable
    AgentReply whole() {
        return answers.isEmpty() ? null : paid(Replies.whole(answers));
    }

    /** The last text, and the tools, state and times of all; null when the target never answered. */
    @Nullable
    AgentReply lastOfWhole() {
        return answers.isEmpty() ? null : paid(Replies.oneTurn(answers));
    }

    /** With what calls took that failed: a limit of the conversation holds for these, too. */
    private AgentReply paid(AgentReply answered) {
        return lost.equals(Usage.NONE) ? answered
                : answered.using(lost.plus(Objects.requireNonNullElse(answered.usage(), Usage.UNTOLD)));
    }

    /** Says it, and judges what comes back. */
    TurnEnd say(Plan plan, Input input, List<Assertion> assertions, Expected expected) throws InterruptedException {
        if (deadline.passed()) {
            var end = outOfTime();
            log.notRun(plan, null, "not run: " + end.error());
            return end;
        }
        lastInput = input.text();
        var said = line.say(input);
        return switch (said.outcome()) {
            case AgentReply reply -> answered(plan, said, reply, assertions, expected);
            case AgentFailure failure -> failed(plan, said, failure, expected);
        };
    }

    Judgement judge(List<Assertion> assertions, AgentReply reply) throws InterruptedException {
        return judge.judge(assertions, new Exhibit(reply, lastInput, line.history()));
    }

    /** What others than the target took. */
    TurnEnd outOfTime() {
        return TurnEnd.failed(Cause.TIMEOUT, "timeout after " + Durations.text(deadline.limit()));
    }

    /** Keeps what a turn is to capture; the failure when the reply has it not. */
    @Nullable
    TurnEnd capture(Turn turn, AgentReply reply) {
        Map<String, JsonNode> found = new HashMap<>();
        for (var path : new TreeMap<>(turn.path().capture()).entrySet()) {
            try {
                var value = ReplyPath.find(path.getValue(), reply);
                if (value.isEmpty()) {
                    return TurnEnd.failed(Cause.ASSERTION, "capture " + path.getKey() + ": the reply has nothing at "
                            + path.getValue());
                }
                found.put(path.getKey(), value.get());
            } catch (AssertionFault fault) {
                return TurnEnd.failed(Cause.ASSERTION, "capture " + path.getKey() + ": " + fault.getMessage());
            }
        }
        variables = variables.captured(found);
        return null;
    }

    private TurnEnd answered(Plan plan, Said said, AgentReply raw, List<Assertion> assertions, Expected expected)
            throws InterruptedException {
        var waits = Awaiting.in(raw);
        var reply = waits.unwrapped(raw);
        awaiting = waits;
        answers.add(new Round(reply, said.sentNanos()));
        var judgement = judge(assertions, reply);
        var end = end(judgement, reply, expected).after(reply, waits);
        log.answered(plan, said, reply, waits, end.status(), end.error(), judgement);
        return end;
    }

    private static TurnEnd end(Judgement judgement, AgentReply reply, Expected expected) {
        if (Boolean.FALSE.equals(expected.success()) && !refuses(reply)) {
            return TurnEnd.failed(Cause.ASSERTION,
                    "the agent was to refuse or fail, and it answered " + Quote.of(reply.text()));
        }
        if (judgement.failed()) {
            return TurnEnd.failed(Cause.ASSERTION, null);
        }
        return judgement.trouble() == null ? TurnEnd.passed(null, null) : TurnEnd.error(judgement.trouble());
    }

    private static boolean refuses(AgentReply reply) {
        return reply.refusal() != null || ReplyJson.in(reply.text())
                .filter(json -> json.path("success").isBoolean() && !json.path("success").booleanValue()).isPresent();
    }

    private TurnEnd failed(Plan plan, Said said, AgentFailure failure, Expected expected) {
        lost = lost.plus(said.used());
        boolean wanted = Boolean.FALSE.equals(expected.success())
                && failure instanceof AgentFailure.Agent agent && agent.declared();
        if (wanted) {
            log.failed(plan, said, Status.PASSED, failure.text());
            return TurnEnd.passed(null, null);
        }
        var end = TurnEnd.of(failure);
        var told = Boolean.FALSE.equals(expected.success()) ? end.saying(failure.text() + NOT_DECLARED) : end;
        log.failed(plan, said, told.status(), told.error());
        return told;
    }
}
