package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.CallIds;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Usage;
import dev.muster.common.model.Message;
import dev.muster.common.result.TurnTimes;
import dev.muster.common.template.Expansion;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.AskingTools;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.ReplyWeight;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The session with the target: keeps the history, answers open calls and interrupts, and calls again for stubbed tools.
 */
final class AgentSession {

    /** Most calls in one turn, for an agent that keeps calling stubbed tools. */
    static final int MOST_ROUNDS = 10;

    /**
     * The most characters of a conversation that goes on: the worker keeps all of it, and many protocols send all of it
     * again.
     */
    static final long MOST_CHARACTERS = 32_000_000;

    private final ConversationContext context;
    private final Caller caller;
    private final Ticker ticker;
    private final AskingTools asking;
    private final List<Message> opening;
    private final List<Message> history;
    private @Nullable AgentReply last;
    private @Nullable JsonNode state;
    private @Nullable String lastRun;
    private @Nullable JsonNode memory;
    private Usage used = Usage.NONE;
    private int turns;
    private long weight;

    /** @param opening earlier messages; sent with every call */
    AgentSession(ConversationContext context, List<Message> opening, Ticker ticker) {
        this.context = context;
        this.caller = context.caller();
        this.ticker = ticker;
        this.asking = context.detector().tools;
        this.opening = opening.stream().map(new Expansion(context.variables()::expand)::message).toList();
        this.history = new ArrayList<>();
        remember(this.opening);
    }

    /** Returns the messages that were sent with the first call; none before it. */
    List<Message> opening() {
        return lastRun == null ? List.of() : opening;
    }

    /** Returns all messages so far, including the target's answers. */
    List<Message> history() {
        return List.copyOf(history);
    }

    TurnReply start(TurnInput input) throws InterruptedException {
        return turn(input, List.of());
    }

    /** Sends a new message; it also answers a call or a question that the agent left open. */
    TurnReply send(TurnInput input) throws InterruptedException {
        var open = OpenCalls.of(last, input.tools());
        remember(open.answeredBy(input, asking));
        return turn(input, open.resumed(input));
    }

    private TurnReply turn(TurnInput input, List<Interrupt.Resume> resume) throws InterruptedException {
        turns++;
        return AttemptObserver.CURRENT.isBound()
                ? AttemptObserver.CURRENT.get().turn(turns, () -> converse(input, resume))
                : converse(input, resume);
    }

    private TurnReply converse(TurnInput input, List<Interrupt.Resume> resume) throws InterruptedException {
        var turn = input.timeout() == null ? context.time().deadline()
                : context.time().deadline().within(input.timeout());
        var rounds = new ArrayList<CallRound>();
        long waited = caller.waited().toMillis();
        long started = ticker.nanos();
        used = Usage.NONE;
        AgentOutcome outcome = call(input, resume, turn, rounds);
        while (outcome instanceof AgentReply reply && reply.interrupts().isEmpty()
                && StubbedCalls.in(reply, input.tools()).goOn()) {
            if (rounds.size() == MOST_ROUNDS) {
                outcome = new AgentFailure.Agent("agent error: it still calls tools of the test after " + MOST_ROUNDS
                        + " rounds", false);
                break;
            }
            answer(StubbedCalls.in(reply, input.tools()), rounds);
            outcome = call(input, List.of(), turn, rounds);
        }
        long duration = (ticker.nanos() - started) / 1_000_000 - (caller.waited().toMillis() - waited);
        long sent = rounds.isEmpty() ? started : rounds.getFirst().sentNanos();
        var times = new TurnTimes(context.time().clock().msAt(sent), context.time().clock().msAt(ticker.nanos()));
        return new TurnReply(joined(outcome, rounds, times), String.valueOf(lastRun), sent, Math.max(0, duration),
                used, times);
    }

    private static AgentOutcome joined(AgentOutcome outcome, List<CallRound> rounds, TurnTimes times) {
        return switch (outcome) {
            case AgentReply _ -> CombinedReply.timed(CombinedReply.oneTurn(rounds), times.startMs());
            case AgentFailure.Cancelled _ ->
                new AgentFailure.Cancelled(CombinedReply.timed(CombinedReply.oneTurn(rounds), times.startMs()));
            case AgentFailure failure -> failure;
        };
    }

    private AgentOutcome call(TurnInput input, List<Interrupt.Resume> resume, Deadline turn, List<CallRound> rounds)
            throws InterruptedException {
        if (weight > MOST_CHARACTERS) {
            return new AgentFailure.Refused(0,
                    "agent refused: the conversation is too large to go on: it has more than "
                            + MOST_CHARACTERS / 1_000_000 + " million characters");
        }
        var run = CallIds.next();
        var request = new AgentRequest(context.target().endpoint(input.options().connector()), context.conversationId(),
                run,
                history, input.options(), StreamBounds.DEFAULT).withTools(StubbedCalls.offers(input.tools()))
                .continuing(new Continuation(input.payload() == null ? state : input.payload(), resume, lastRun,
                        memory, input.answer()));
        lastRun = run;
        var called = caller.callTarget(context.target().protocol(), request, turn);
        used = used.plus(called.used());
        // what an earlier reply left open is answered or forgotten by now
        last = null;
        switch (called.outcome()) {
            case AgentReply reply -> {
                received(reply, rounds);
                last = reply;
            }
            case AgentFailure.Cancelled(var partial) -> received(partial, rounds);
            case AgentFailure _ -> {
            }
        }
        return called.outcome();
    }

    private void received(AgentReply reply, List<CallRound> rounds) {
        rounds.add(new CallRound(reply, ticker.nanos() - reply.timing().end() * 1_000_000));
        history.addAll(reply.messages());
        weight += ReplyWeight.of(reply);
        memory = reply.sequel().memory() == null ? memory : reply.sequel().memory();
        state = reply.content().state() == null ? state : reply.content().state();
    }

    private void answer(StubbedCalls calls, List<CallRound> rounds) {
        remember(calls.messages());
        var round = rounds.removeLast();
        rounds.add(round.with(calls.results()));
    }

    private void remember(List<Message> messages) {
        history.addAll(messages);
        messages.forEach(message -> weight += ReplyWeight.of(message));
    }
}
