package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.assertion.eval.ReplyPath;
import dev.muster.common.model.Turn;
import dev.muster.common.model.Turn.Expected;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.worker.conversation.AgentSession.Round;
import dev.muster.worker.conversation.Judge.Exhibit;
import dev.muster.worker.conversation.TurnLog.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A conversation under way: says a turn, judges the answer, and writes both down. */
final class ConversationRun {

    private static final String NOT_DECLARED = " (a turn that is to fail passes only when the agent itself says so:"
            + " RUN_ERROR, an error in the stream or a refusal; an HTTP status never counts)";

    private static final String IN_WORDS = "; a refusal in words passes by 'refusal: {pattern: …}' or"
            + " 'refusal: {criteria: …}'";

    private final AgentSession line;
    private final Judge judge;
    private final AwaitingDetector signs;
    private final Deadline deadline;
    private final TurnLog log = new TurnLog();
    private final List<Round> answers = new ArrayList<>();
    private Variables variables;
    private final List<String> warnings = new ArrayList<>();
    private CaseEnd ends = CaseEnd.PASSED;
    private @Nullable Awaiting awaiting;
    private @Nullable AgentReply answer;
    private String lastInput = "";
    private Usage lost = Usage.NONE;

    ConversationRun(AgentSession line, Judge judge, AwaitingDetector signs, Variables variables, Deadline deadline) {
        this.line = line;
        this.signs = signs;
        this.judge = judge;
        this.variables = variables;
        this.deadline = deadline;
    }

    TurnLog log() {
        return log;
    }

    AgentSession line() {
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

    /** Whether the target waits for its user, as its answer to the last turn has it; null when it gave none. */
    @Nullable
    Awaiting awaiting() {
        return awaiting;
    }

    /** All replies as one; null when the target never answered. */
    @Nullable
    AgentReply whole() {
        return answers.isEmpty() ? null : paid(CombinedReply.whole(answers));
    }

    /** The last text, and the tools, state and times of all; null when the target never answered. */
    @Nullable
    AgentReply lastOfWhole() {
        return answers.isEmpty() ? null : paid(CombinedReply.oneTurn(answers));
    }

    /** With what calls took that failed: a limit of the conversation holds for these, too. */
    private AgentReply paid(AgentReply answered) {
        return lost.equals(Usage.NONE) ? answered
                : answered.with(lost.plus(Objects.requireNonNullElse(answered.usage(), Usage.UNTOLD)));
    }

    /** How everything ended that ended so far. */
    CaseEnd ends() {
        return ends;
    }

    /** Notes one of the ends of the case. */
    void ended(CaseEnd end) {
        ends = ends.and(end);
    }

    /** What the target answered the turn that was said last; null when it gave no answer. */
    @Nullable
    AgentReply answer() {
        return answer;
    }

    /** What a suite's author should look at. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void warn(String sentence) {
        warnings.add(sentence);
    }

    /** Says what no suite wrote. */
    CaseEnd say(Plan plan, TurnInput input) throws InterruptedException {
        return say(plan, input, Turn.saying(input.content(), List.of()));
    }

    /** Says it, and judges what comes back. */
    CaseEnd say(Plan plan, TurnInput input, Turn turn) throws InterruptedException {
        if (deadline.passed()) {
            return unsaid(plan, outOfTime());
        }
        answer = null;
        awaiting = null;
        lastInput = input.text();
        var said = line.say(input);
        var end = switch (said.outcome()) {
            case AgentReply reply -> answered(plan, said, reply, turn);
            case AgentFailure.Cancelled cancelled -> cancelled(plan, said, cancelled, turn);
            case AgentFailure failure -> failed(plan, said, failure, turn);
        };
        ended(end);
        return end;
    }

    /** A turn could not be said. */
    CaseEnd unsaid(Plan plan, CaseEnd why) {
        answer = null;
        log.notRun(plan, null, "not run: " + why.verdict().error());
        ended(why);
        return why;
    }

    AssertionOutcome judge(List<Assertion> assertions, AgentReply reply) throws InterruptedException {
        return judge.judge(assertions, new Exhibit(reply, lastInput, line.history()));
    }

    /** What others than the target took. */
    CaseEnd outOfTime() {
        return CaseEnd.failed(Cause.TIMEOUT, "timeout after " + Durations.text(deadline.limit()));
    }

    private CaseEnd answered(Plan plan, CallResult said, AgentReply raw, Turn turn) throws InterruptedException {
        var waits = Awaiting.in(raw, signs);
        awaiting = waits;
        return judged(plan, said, waits.unwrapped(raw), waits, turn, CaseEnd.PASSED);
    }

    /** What it said before is judged; that nothing speaks against it is no success. */
    private CaseEnd cancelled(Plan plan, CallResult said, AgentFailure.Cancelled how, Turn turn)
            throws InterruptedException {
        return judged(plan, said, how.said(), null, turn, CaseEnd.of(how));
    }

    private CaseEnd judged(Plan plan, CallResult said, AgentReply reply, @Nullable Awaiting waits, Turn turn,
            CaseEnd how)
            throws InterruptedException {
        answer = reply;
        answers.add(new Round(reply, said.sentNanos()));
        var refused = refusal(turn.expected(), reply);
        var judgement = judge(turn.assertions(), reply).and(refused);
        var end = unexpected(reply, turn.expected(), refused).and(CaseEnd.of(judgement)).and(capture(turn, reply))
                .and(how);
        log.answered(plan, said, reply, waits, end.verdict(), judgement);
        return end;
    }

    /** Whether it refuses in words, where the suite says how that is known and nothing else tells. */
    private AssertionOutcome refusal(Expected expected, AgentReply reply) throws InterruptedException {
        return !expected.wantsFailure() || expected.refusal() == null || refuses(reply) ? AssertionOutcome.NOTHING
                : judge(List.of(expected.refusal()), reply);
    }

    /** A judge who can't say whether it refuses leaves that open. */
    private static CaseEnd unexpected(AgentReply reply, Expected expected, AssertionOutcome refused) {
        if (!expected.wantsFailure() || refuses(reply) || (expected.refusal() != null && !refused.failed())) {
            return CaseEnd.PASSED;
        }
        return CaseEnd.failed(Cause.ASSERTION, "expected the agent to refuse or fail, but it answered "
                + Quote.of(reply.content().text()) + (expected.refusal() == null ? IN_WORDS : ""));
    }

    private static boolean refuses(AgentReply reply) {
        return reply.content().refusal() != null || ReplyJson.in(reply.content().text())
                .filter(json -> json.path("success").isBoolean() && !json.path("success").booleanValue()).isPresent();
    }

    /** Keeps what a turn is to capture; fails when the reply does not have it. */
    private CaseEnd capture(Turn turn, AgentReply reply) {
        Map<String, JsonNode> found = new HashMap<>();
        for (var path : new TreeMap<>(turn.path().capture()).entrySet()) {
            try {
                var value = ReplyPath.find(path.getValue(), reply);
                if (value.isEmpty()) {
                    return CaseEnd.failed(Cause.ASSERTION, "capture " + path.getKey() + ": the reply has nothing at "
                            + path.getValue());
                }
                found.put(path.getKey(), value.get());
            } catch (AssertionFault fault) {
                return CaseEnd.failed(Cause.ASSERTION, "capture " + path.getKey() + ": " + fault.getMessage());
            }
        }
        variables = variables.captured(found);
        return CaseEnd.PASSED;
    }

    private CaseEnd failed(Plan plan, CallResult said, AgentFailure failure, Turn turn) {
        lost = lost.plus(said.used());
        boolean wanted = turn.expected().wantsFailure();
        if (wanted && failure instanceof AgentFailure.Agent agent && agent.declared()) {
            log.failed(plan, said, Verdict.PASSED.saying(failure.text()),
                    AssertionOutcome.notEvaluated(turn.assertions()));
            return CaseEnd.PASSED;
        }
        var end = CaseEnd.of(failure);
        var told = wanted ? end.saying(failure.text() + NOT_DECLARED) : end;
        log.failed(plan, said, told.verdict(), AssertionOutcome.NOTHING);
        return told;
    }
}
