package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.assertion.eval.ReplyPath;
import dev.muster.common.model.CaseAssertions;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Cause;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.Verdict;
import dev.muster.common.template.TooMuchText;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.common.time.HeavyWork;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.call.AwaitingDetector;
import dev.muster.worker.judging.AssertionInput;
import dev.muster.worker.judging.AssertionOutcome;
import dev.muster.worker.judging.Judge;
import dev.muster.worker.judging.Quote;
import dev.muster.worker.judging.ReplyWeight;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A running conversation: sends a turn, judges the answer, and records both. */
final class ConversationRun {

    private static final String NOT_DECLARED = " (a turn that is to fail passes only when the agent itself says so:"
            + " RUN_ERROR, an error in the stream or a refusal; an HTTP status never counts)";

    private static final String IN_WORDS = "; a refusal in words passes by 'refusal: {pattern: …}' or"
            + " 'refusal: {criteria: …}'";

    private static final String NOT_WAITING = "expected the agent to wait for an answer, but it did not; send plain "
            + "text"
            + " with 'input' where it need not wait";

    final AgentSession session;
    private final Judge judge;
    private final AwaitingDetector detector;
    private final Deadline deadline;
    private final ConversationContext context;
    final TurnLog log = new TurnLog();
    private final List<CallRound> answers = new ArrayList<>();
    private Variables variables;
    private final List<String> warnings = new ArrayList<>();
    private CaseEnd ends = CaseEnd.PASSED;
    private @Nullable Awaiting awaiting;
    private @Nullable AgentReply answer;
    private String lastInput = "";
    private Usage lost = Usage.NONE;

    ConversationRun(ConversationContext context, List<Message> opening, Ticker ticker) {
        this.session = new AgentSession(context, opening, ticker);
        this.detector = context.detector();
        this.judge = context.judge();
        this.variables = context.variables();
        this.deadline = context.time().deadline();
        this.context = context;
    }

    Variables variables() {
        return variables;
    }

    /** Returns the target's last reply; null when it never answered. */
    @Nullable
    AgentReply lastReply() {
        return answers.isEmpty() ? null : answers.getLast().reply();
    }

    /** Whether the target waits for its user after the last turn; null when it did not answer that turn. */
    @Nullable
    Awaiting awaiting() {
        return awaiting;
    }

    /** Returns all replies as one; null when the target never answered. */
    @Nullable
    AgentReply whole() {
        return answers.isEmpty() ? null : paid(CombinedReply.whole(answers));
    }

    /** Returns the last text, with the tools, state and times of all; null when the target never answered. */
    @Nullable
    AgentReply lastOfWhole() {
        return answers.isEmpty() ? null : paid(CombinedReply.lastText(answers));
    }

    /** Adds the usage of failed calls: the conversation's limits include them. */
    private AgentReply paid(AgentReply answered) {
        return lost.equals(Usage.NONE) ? answered
                : answered.with(lost.plus(Objects.requireNonNullElse(answered.usage(), Usage.UNREPORTED)));
    }

    CaseEnd ends() {
        return ends;
    }

    void ended(CaseEnd end) {
        ends = ends.and(end);
    }

    /** Always returns false: the conversation does not go on. */
    boolean stop(CaseEnd end) {
        ended(end);
        return false;
    }

    /** Returns the target's answer to the last turn; null when it gave none. */
    @Nullable
    AgentReply answer() {
        return answer;
    }

    /** Whether a skip now leaves the case's own assertions untried, or all those that its turns have. */
    boolean leavesUntried() {
        var testCase = context.testCase();
        return !testCase.assertions().isEmpty() || (CaseAssertions.any(testCase) && !hasJudged());
    }

    /** Whether any assertion was tried so far. */
    boolean hasJudged() {
        return log.turns().stream().anyMatch(turn -> !turn.assertions().isEmpty());
    }

    /** Returns what the suite's author should look at. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void warn(String sentence) {
        warnings.add(sentence);
    }

    /** Sends an input that the suite did not write. */
    CaseEnd send(TurnPlan plan, @Nullable JsonNode answered) throws InterruptedException {
        var input = context.input(List.of(new ContentPart.Text(String.valueOf(plan.input()))), answered);
        return send(plan, input, Turn.saying(input.content(), List.of()));
    }

    CaseEnd send(TurnPlan plan, TurnInput input, Turn turn) throws InterruptedException {
        if (deadline.passed()) {
            return notSent(plan, outOfTime());
        }
        if (input.answer() != null && plan.source() == InputSource.STATIC && (awaiting == null || !awaiting.waits())) {
            return notSent(plan, CaseEnd.failed(Cause.ASSERTION, NOT_WAITING));
        }
        answer = null;
        awaiting = null;
        lastInput = input.text();
        var result = session.send(input);
        var end = switch (result.outcome()) {
            case AgentReply reply -> answered(plan, result, reply, turn);
            case AgentFailure.Cancelled cancelled -> cancelled(plan, result, cancelled, turn);
            case AgentFailure failure -> failed(plan, result, failure, turn);
        };
        ended(end);
        return end;
    }

    /** Records a turn that could not be sent. */
    CaseEnd notSent(TurnPlan plan, CaseEnd why) {
        answer = null;
        log.notRun(plan, null, "not run: " + why.verdict().error());
        ended(why);
        return why;
    }

    AssertionOutcome judge(List<Assertion> assertions, AgentReply reply) throws InterruptedException {
        var outcome = judge.judge(assertions, new AssertionInput(reply, lastInput, session.history()));
        outcome.warnings().stream().filter(sentence -> !warnings.contains(sentence)).forEach(this::warn);
        return outcome;
    }

    /** The case timed out during a call to something other than the target. */
    CaseEnd outOfTime() {
        return CaseEnd.failed(Cause.TIMEOUT, "timeout after " + Durations.text(deadline.limit()));
    }

    private CaseEnd answered(TurnPlan plan, TurnReply result, AgentReply raw, Turn turn) throws InterruptedException {
        try {
            var waits = HeavyWork.run(ReplyWeight.isHeavy(raw), deadline, () -> Awaiting.in(raw, detector));
            awaiting = waits;
            return judged(plan, result, waits.unwrapped(raw), waits, turn, CaseEnd.PASSED);
        } catch (HeavyWork.OutOfTime e) {
            return failed(plan, result, new AgentFailure.Timeout(String.valueOf(outOfTime().verdict().error())), turn);
        }
    }

    /** Judges what the agent answered before it cancelled; passing all of it is still no success. */
    private CaseEnd cancelled(TurnPlan plan, TurnReply result, AgentFailure.Cancelled how, Turn turn)
            throws InterruptedException {
        try {
            return judged(plan, result, how.reply(), null, turn, CaseEnd.of(how));
        } catch (HeavyWork.OutOfTime e) {
            return outOfTime();
        }
    }

    private CaseEnd judged(TurnPlan plan, TurnReply result, AgentReply reply, @Nullable Awaiting waits, Turn turn,
            CaseEnd how) throws InterruptedException, HeavyWork.OutOfTime {
        answer = reply;
        answers.add(new CallRound(reply, result.sentNanos()));
        var refused = refusal(turn.expected(), reply);
        var judgement = judge(turn.assertions(), reply).and(refused);
        var captured = turn.path().capture().isEmpty() ? CaseEnd.PASSED
                : HeavyWork.run(ReplyWeight.isHeavy(reply), deadline, () -> capture(turn, reply));
        var end = unexpected(reply, turn.expected(), refused).and(CaseEnd.of(judgement)).and(captured)
                .and(how);
        boolean refusedAsExpected = end.passed() && turn.expected().wantsFailure();
        log.answered(plan, result, reply, waits,
                refusedAsExpected ? end.verdict().saying("the agent refused, as the test expects") : end.verdict(),
                judgement);
        return end;
    }

    /** Whether the reply refuses in words, where the suite defines that and nothing else shows it. */
    private AssertionOutcome refusal(ExpectedOutcome expected, AgentReply reply) throws InterruptedException {
        return !expected.wantsFailure() || expected.refusal() == null || refuses(reply) ? AssertionOutcome.NOTHING
                : judge(List.of(expected.refusal()), reply);
    }

    /** A judge that can't decide whether the reply refuses leaves that open. */
    private static CaseEnd unexpected(AgentReply reply, ExpectedOutcome expected, AssertionOutcome refused) {
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

    /** Captures the turn's variables; fails when the reply does not have them. */
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
        try {
            variables = variables.captured(found);
            return CaseEnd.PASSED;
        } catch (TooMuchText e) {
            return CaseEnd.of(e);
        }
    }

    private CaseEnd failed(TurnPlan plan, TurnReply result, AgentFailure failure, Turn turn) {
        lost = lost.plus(result.used());
        boolean expected = turn.expected().wantsFailure();
        if (expected && failure instanceof AgentFailure.Agent agent && agent.declared()) {
            log.failed(plan, result, Verdict.PASSED.saying(failure.text()),
                    AssertionOutcome.notEvaluated(turn.assertions()));
            return CaseEnd.PASSED;
        }
        var end = CaseEnd.of(failure);
        var reported = expected ? end.saying(failure.text() + NOT_DECLARED) : end;
        log.failed(plan, result, reported.verdict(), AssertionOutcome.NOTHING);
        return reported;
    }
}
