package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.option.HelperUse;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.TemplateException;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.worker.judging.AssertionInput;
import dev.muster.worker.judging.AssertionOutcome;
import dev.muster.worker.judging.Quote;
import org.jspecify.annotations.Nullable;

/** Plays the conversation of a case in its mode, and judges it. */
public final class Conversations {

    private final HumanUsers people;
    private final Pause pause;
    private final Ticker ticker;

    public Conversations(HumanUsers people, Pause pause, Ticker ticker) {
        this.people = people;
        this.pause = pause;
        this.ticker = ticker;
    }

    /** Plays the conversation. Every failure of the agent or the case is an ending. */
    public Ending play(ConversationContext context) throws InterruptedException {
        return switch (context.testCase().conversation()) {
            case Conversation.Standard(var messages) -> standard(context, messages);
            case Conversation.Scripted scripted -> scripted(context, scripted);
            case Conversation.ScriptTest test -> new ScriptTestRun(context).play(test);
            case Conversation.Dynamic dynamic -> dynamic(context, dynamic);
        };
    }

    private Ending standard(ConversationContext context, List<Message> messages) throws InterruptedException {
        var session = new AgentSession(context, messages, ticker);
        var result = session.start(context.input(List.of(), null));
        return switch (result.outcome()) {
            case AgentReply reply -> judged(context, session, reply, CaseEnd.PASSED);
            case AgentFailure.Cancelled cancelled -> judged(context, session, cancelled.reply(), CaseEnd.of(cancelled));
            case AgentFailure failure -> new Ending(CaseEnd.of(failure), null, List.of(), messages.size(), null, null,
                    session.opening(), List.of());
        };
    }

    private static Ending judged(ConversationContext context, AgentSession session, AgentReply reply, CaseEnd how)
            throws InterruptedException {
        var sent = session.history().size() - reply.messages().size();
        var assertions = new Expansion(context.variables()::expand).assertions(context.testCase().assertions());
        var input = session.history().subList(0, sent).reversed().stream()
                .filter(message -> "user".equals(message.role())).map(Message::text).findFirst().orElse("");
        var judgement = context.judge().judge(assertions, new AssertionInput(reply, input, session.history()));
        return new Ending(how.and(CaseEnd.of(judgement)), reply, judgement.results(), sent, null,
                judgement.evidence(reply), session.opening(), judgement.warnings());
    }

    private Ending scripted(ConversationContext context, Conversation.Scripted scripted) throws InterruptedException {
        var conversation = new ConversationRun(context, scripted.opening(), ticker);
        var written = new WrittenTurns(conversation, scripted.turns(), context.input(List.of(), null), pause);
        boolean over = new ScriptedConversation(context, conversation, scripted.then(), written, people, ticker).play();
        written.warnOfUntried(over);
        var simulator = scripted.then() instanceof Then.Ask ask ? ask.simulator() : null;
        return finished(context, conversation, over, scripted.finals(), Dialogue.Kind.SCRIPTED, simulator, List.of());
    }

    private Ending dynamic(ConversationContext context, Conversation.Dynamic dynamic) throws InterruptedException {
        var conversation = new ConversationRun(context, dynamic.opening(), ticker);
        var written = new WrittenTurns(conversation, dynamic.turns(), context.input(List.of(), null), pause);
        var checkpoints = new Checkpoints(dynamic.checkpoints(), conversation);
        var simulated = new SimulatedUser(dynamic.simulator(), context, conversation, dynamic.maxTurns());
        boolean over = new DynamicConversation(conversation, written, simulated, checkpoints, dynamic.maxTurns())
                .play();
        written.warnOfUntried(over);
        return finished(context, conversation, over, Conversation.Finals.LAST_REPLY, Dialogue.Kind.DYNAMIC,
                dynamic.simulator(),
                checkpoints.results());
    }

    /** Folds all ends of the conversation; final assertions are evaluated only if it came to its end. */
    private static Ending finished(ConversationContext context, ConversationRun conversation, boolean over,
            Conversation.Finals finals,
            Dialogue.Kind kind, @Nullable HelperUse simulator, List<CheckpointResult> checkpoints)
            throws InterruptedException {
        var judgement = over ? finals(context, conversation, finals.scope()) : AssertionOutcome.NOTHING;
        var turns = conversation.log.turns();
        var score = AssertionResult.score(Stream.concat(turns.stream().flatMap(turn -> turn.assertions().stream()),
                judgement.results().stream()).toList());
        var dialogue = new Dialogue(kind, simulator == null ? null : simulator.use().toString(), turns, checkpoints,
                score, context.helpers().usage());
        var judged = conversation.ends().and(CaseEnd.of(judgement)).and(belowThreshold(score, finals));
        var end = over && judged.passed() ? unjudged(conversation, judgement, score, finals, checkpoints) : judged;
        return new Ending(end, conversation.lastOfWhole(), judgement.results(), conversation.session.history().size(),
                dialogue,
                exhibit(conversation, finals.scope(), judgement), conversation.session.opening(),
                conversation.warnings());
    }

    /** What could not be judged is not a pass. */
    private static CaseEnd unjudged(ConversationRun conversation, AssertionOutcome atTheEnd, @Nullable Double score,
            Conversation.Finals finals, List<CheckpointResult> checkpoints) {
        if (conversation.log.sent() == 0) {
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

    private static AssertionOutcome finals(ConversationContext context, ConversationRun conversation, Scope scope)
            throws InterruptedException {
        var reply = scope == Scope.WHOLE ? conversation.whole() : conversation.lastOfWhole();
        try {
            var assertions = new Expansion(conversation.variables()::expand)
                    .assertions(context.testCase().assertions());
            if (reply == null || (conversation.answer() == null && scope == Scope.LAST_REPLY)) {
                return unanswered(conversation, assertions, reply);
            }
            return conversation.judge(assertions, reply);
        } catch (TemplateException e) {
            conversation.ended(CaseEnd.of(e));
            return AssertionOutcome.NOTHING;
        }
    }

    /**
     * The last turn has no reply: assertions about tools, state and limits look at the turns before it, others can't.
     */
    private static AssertionOutcome unanswered(ConversationRun conversation, List<Assertion> assertions,
            @Nullable AgentReply before) throws InterruptedException {
        var outcome = AssertionOutcome.NOTHING;
        for (var assertion : assertions) {
            outcome = outcome.and(before == null || assertion.check().readsText()
                    ? AssertionOutcome.notEvaluated(List.of(assertion))
                    : conversation.judge(List.of(assertion), CombinedReply.withoutText(before)));
        }
        return outcome;
    }

    /** No other field of a result has all texts together. */
    private static @Nullable AgentReply exhibit(ConversationRun conversation, Scope scope, AssertionOutcome judgement) {
        var reply = scope == Scope.WHOLE ? conversation.whole() : conversation.lastOfWhole();
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
}
