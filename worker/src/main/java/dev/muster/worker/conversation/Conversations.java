package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Verdict;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.TooMuchText;
import dev.muster.common.template.UndefinedName;
import dev.muster.common.template.Unfilled;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.common.time.WallTime;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.AssertionOutcome;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.judging.Judge;
import dev.muster.worker.judging.Quote;
import dev.muster.worker.sql.Databases;
import org.jspecify.annotations.Nullable;

/** Plays the conversation of a case in its mode, and judges it. */
public record Conversations(HumanUsers people, Pause pause, Ticker ticker) {

    /**
     * What a conversation needs.
     *
     * @param conversationId names it to the agent
     * @param awaiting how to detect that the target waits for its user
     */
    public record Cast(TestCase testCase, QuestionContext asker, CallableAgent target, HelperSession helpers,
            Databases databases, Caller caller, Time time, String conversationId, Variables variables,
            AwaitingRules awaiting) {

        /** @param clock converts the ticker's time to wall time */
        public record Time(Deadline deadline, WallTime clock) {}

        TurnInput.CaseOptions options() {
            return TurnInput.CaseOptions.of(testCase);
        }

        Judge judge() {
            return new Judge(helpers, databases, testCase.identity().id(), conversationId,
                    testCase.demandsSomething(), new Judge.CompiledOnce());
        }

        Awaiting.AwaitingDetector signs() {
            return new Awaiting.AwaitingDetector(testCase.conversation() instanceof Conversation.Scripted scripted
                    && scripted.then() instanceof Then.Ask ask ? ask.awaiting().over(awaiting) : awaiting);
        }
    }

    /** Plays the conversation. Every failure of the agent or the case is an ending. */
    public Ending hold(Cast cast) throws InterruptedException {
        return switch (cast.testCase().conversation()) {
            case Conversation.Standard(var messages) -> standard(cast, messages);
            case Conversation.Scripted scripted -> scripted(cast, scripted);
            case Conversation.ScriptTest test -> new ScriptTestRun(cast, new ScriptTestRun.TestNotes()).hold(test);
            case Conversation.Dynamic dynamic -> dynamic(cast, dynamic);
        };
    }

    /** A text uses an undefined variable, which a hook or an earlier turn should have set; or it becomes too long. */
    public static Verdict verdict(Unfilled text) {
        return switch (text) {
            case UndefinedName name when name.isCaptured() -> Verdict.failed(Cause.ASSERTION, name.getMessage());
            case UndefinedName name -> Verdict.failed(Cause.HOOK_ERROR, "hook failed: " + name.getMessage());
            case TooMuchText much -> Verdict.error(Cause.INFRASTRUCTURE, "the test is too large: " + much.getMessage());
        };
    }

    private Ending standard(Cast cast, List<Message> messages) throws InterruptedException {
        var line = new AgentSession(cast, messages, ticker);
        var options = cast.options();
        var said = line.ask(new TurnInput(List.of(), options.options(), options.tools(), null, options.turnTimeout(),
                null));
        return switch (said.outcome()) {
            case AgentReply reply -> judged(cast, line, reply, CaseEnd.PASSED);
            case AgentFailure.Cancelled cancelled -> judged(cast, line, cancelled.reply(), CaseEnd.of(cancelled));
            case AgentFailure failure -> new Ending(CaseEnd.of(failure), null, List.of(), messages.size(), null, null,
                    line.opening(), List.of());
        };
    }

    private static Ending judged(Cast cast, AgentSession line, AgentReply reply, CaseEnd how)
            throws InterruptedException {
        var sent = line.history().size() - reply.messages().size();
        var assertions = new Expansion(cast.variables()::expand).assertions(cast.testCase().assertions());
        var input = line.history().subList(0, sent).reversed().stream()
                .filter(message -> "user".equals(message.role())).map(Message::text).findFirst().orElse("");
        var judgement = cast.judge().judge(assertions, new Judge.Exhibit(reply, input, line.history()));
        return new Ending(how.and(CaseEnd.of(judgement)), reply, judgement.results(), sent, null,
                judgement.evidence(reply), line.opening(), judgement.warnings());
    }

    private Ending scripted(Cast cast, Conversation.Scripted scripted) throws InterruptedException {
        var talk = new ConversationRun(cast, scripted.opening(), ticker);
        var written = new WrittenTurns(talk, scripted.turns(), cast.options(), pause);
        var simulator = scripted.then() instanceof Then.Ask ask ? ask.simulator() : null;
        var simulated = simulator == null ? null
                : new SimulatedUser(simulator, cast, talk, ((Then.Ask) scripted.then()).maxTurns());
        var floor = new ScriptedConversation.HumanTurn(people, cast.asker(), cast.time().deadline(), ticker);
        boolean over = new ScriptedConversation(talk, scripted.then(), cast.options(), written, simulated, floor)
                .hold();
        return finished(cast, talk, over, scripted.finals(), Dialogue.Kind.SCRIPTED, simulator, List.of());
    }

    private Ending dynamic(Cast cast, Conversation.Dynamic dynamic) throws InterruptedException {
        var talk = new ConversationRun(cast, dynamic.opening(), ticker);
        var written = new WrittenTurns(talk, dynamic.turns(), cast.options(), pause);
        var checkpoints = new DynamicConversation.Checkpoints(dynamic.checkpoints(), talk);
        var simulated = new SimulatedUser(dynamic.simulator(), cast, talk, dynamic.maxTurns());
        boolean over = new DynamicConversation(talk, cast.options(), written, simulated, checkpoints,
                dynamic.maxTurns()).hold();
        return finished(cast, talk, over, Conversation.Finals.LAST_REPLY, Dialogue.Kind.DYNAMIC, dynamic.simulator(),
                checkpoints.results());
    }

    /** Folds all ends of the conversation; final assertions are evaluated only if it came to its end. */
    private static Ending finished(Cast cast, ConversationRun talk, boolean over, Conversation.Finals finals,
            Dialogue.Kind kind, @Nullable HelperUse simulator, List<CheckpointResult> checkpoints)
            throws InterruptedException {
        var judgement = over ? finals(cast, talk, finals.scope()) : AssertionOutcome.NOTHING;
        var turns = talk.log.turns();
        var score = AssertionResult.score(Stream.concat(turns.stream().flatMap(turn -> turn.assertions().stream()),
                judgement.results().stream()).toList());
        var dialogue = new Dialogue(kind, simulator == null ? null : simulator.use().toString(), turns, checkpoints,
                score, cast.helpers().usage());
        var judged = talk.ends().and(CaseEnd.of(judgement)).and(belowThreshold(score, finals));
        var end = over && judged.passed() ? unjudged(talk, judgement, score, finals, checkpoints) : judged;
        return new Ending(end, talk.lastOfWhole(), judgement.results(), talk.line.history().size(), dialogue,
                exhibit(talk, finals.scope(), judgement), talk.line.opening(), talk.warnings());
    }

    /** What could not be judged is not a pass. */
    private static CaseEnd unjudged(ConversationRun talk, AssertionOutcome atTheEnd, @Nullable Double score,
            Conversation.Finals finals, List<CheckpointResult> checkpoints) {
        if (talk.log.said() == 0) {
            return CaseEnd.failed(Cause.MISSING_INPUT, "the agent was never called: "
                    + (!checkpoints.isEmpty() && checkpoints.stream().noneMatch(CheckpointResult::required)
                            ? "no checkpoint is required, so the conversation was complete before it began"
                            : "the conversation ended before anything was said"));
        }
        if (atTheEnd.isOpen()) {
            return CaseEnd.failed(Cause.ASSERTION, "a final assertion was " + AssertionOutcome.NOT_EVALUATED);
        }
        return score != null || finals.passThreshold() == null ? CaseEnd.PASSED
                : CaseEnd.failed(Cause.ASSERTION, "there is no score, and " + finals.passThreshold()
                        + " is needed to pass: no oracle with a weight above 0 was evaluated");
    }

    private static AssertionOutcome finals(Cast cast, ConversationRun talk, Scope scope) throws InterruptedException {
        var reply = scope == Scope.WHOLE ? talk.whole() : talk.lastOfWhole();
        try {
            var assertions = new Expansion(talk.variables()::expand).assertions(cast.testCase().assertions());
            if (reply == null || (talk.answer() == null && scope == Scope.LAST_REPLY)) {
                return unanswered(talk, assertions, reply);
            }
            return talk.judge(assertions, reply);
        } catch (Unfilled e) {
            talk.ended(CaseEnd.of(e));
            return AssertionOutcome.NOTHING;
        }
    }

    /** The last turn has no reply: assertions about tools, state and limits look at the turns before it, others can't. */
    private static AssertionOutcome unanswered(ConversationRun talk, List<Assertion> assertions,
            @Nullable AgentReply before) throws InterruptedException {
        var outcome = AssertionOutcome.NOTHING;
        for (var assertion : assertions) {
            outcome = outcome.and(before == null || assertion.check().readsText()
                    ? AssertionOutcome.notEvaluated(List.of(assertion))
                    : talk.judge(List.of(assertion), CombinedReply.withoutText(before)));
        }
        return outcome;
    }

    /** No other field of a result has all texts together. */
    private static @Nullable AgentReply exhibit(ConversationRun talk, Scope scope, AssertionOutcome judgement) {
        var reply = scope == Scope.WHOLE ? talk.whole() : talk.lastOfWhole();
        if (judgement.results().isEmpty() || reply == null) {
            return null;
        }
        return scope == Scope.WHOLE ? AssertionOutcome.evidenceOf(reply) : judgement.evidence(reply);
    }

    private static CaseEnd belowThreshold(@Nullable Double score, Conversation.Finals finals) {
        return score == null || finals.passThreshold() == null || score >= finals.passThreshold() ? CaseEnd.PASSED
                : CaseEnd.failed(Cause.ASSERTION,
                        "score " + Quote.score(score) + " is below the " + finals.passThreshold() + " that passes");
    }

    /**
     * How a conversation ended.
     *
     * @param verdict all ends, folded
     * @param again whether another attempt may end differently
     * @param reply the last text, with the tools, state and times of all; null when the target never answered
     * @param messages number of messages sent
     * @param dialogue null in standard mode
     * @param judged the reply as the assertions saw it; null where {@code reply} has all that they read
     * @param sent what the target was sent before its first answer; empty when nothing was
     * @param warnings for the suite's author, one sentence each
     */
    public record Ending(Verdict verdict, boolean again, @Nullable AgentReply reply, List<AssertionResult> assertions,
            int messages, @Nullable Dialogue dialogue, @Nullable AgentReply judged, List<Message> sent,
            List<String> warnings) {

        Ending(CaseEnd end, @Nullable AgentReply reply, List<AssertionResult> assertions, int messages,
                @Nullable Dialogue dialogue, @Nullable AgentReply judged, List<Message> sent, List<String> warnings) {
            this(end.verdict(), end.again(), reply, assertions, messages, dialogue, judged, sent, warnings);
        }
    }
}
