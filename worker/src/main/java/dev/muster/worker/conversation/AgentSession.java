package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.ToolStub;
import dev.muster.common.result.TurnResult.Times;
import dev.muster.common.template.Expansion;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.Awaiting;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.ReplyWeight;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The session with the target: keeps the history, answers open calls and interrupts, and calls again for stubbed tools. */
final class AgentSession {

    /** Most calls in one turn, for an agent that keeps calling stubbed tools. */
    static final int MOST_ROUNDS = 10;

    /** The most characters of a conversation that goes on: the worker keeps all of it, and many protocols send all of it again. */
    static final long MOST_CHARACTERS = 32_000_000;

    private final Conversations.Cast cast;
    private final Caller caller;
    private final Ticker ticker;
    private final Awaiting.AskingTools asking;
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
    AgentSession(Conversations.Cast cast, List<Message> opening, Ticker ticker) {
        this.cast = cast;
        this.caller = cast.caller();
        this.ticker = ticker;
        this.asking = cast.signs().tools;
        this.opening = opening.stream().map(new Expansion(cast.variables()::expand)::message).toList();
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

    CallResult ask(TurnInput input) throws InterruptedException {
        return turn(input, List.of());
    }

    /** Sends a new message; it also answers a call or a question that the agent left open. */
    CallResult say(TurnInput input) throws InterruptedException {
        var open = OpenCalls.of(last, input.tools());
        remember(open.answeredBy(input, asking));
        return turn(input, open.resumed(input));
    }

    private CallResult turn(TurnInput input, List<Interrupt.Resume> resume) throws InterruptedException {
        turns++;
        return AttemptObserver.CURRENT.isBound()
                ? AttemptObserver.CURRENT.get().turn(turns, () -> converse(input, resume))
                : converse(input, resume);
    }

    private CallResult converse(TurnInput input, List<Interrupt.Resume> resume) throws InterruptedException {
        var turn = input.timeout() == null ? cast.time().deadline()
                : cast.time().deadline().within(input.timeout());
        var rounds = new ArrayList<Round>();
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
        var times = new Times(cast.time().clock().msAt(sent), cast.time().clock().msAt(ticker.nanos()));
        return new CallResult(joined(outcome, rounds, times), String.valueOf(lastRun), sent, Math.max(0, duration),
                used, times);
    }

    private static AgentOutcome joined(AgentOutcome outcome, List<Round> rounds, Times times) {
        return switch (outcome) {
            case AgentReply _ -> CombinedReply.timed(CombinedReply.oneTurn(rounds), times.startMs());
            case AgentFailure.Cancelled _ ->
                new AgentFailure.Cancelled(CombinedReply.timed(CombinedReply.oneTurn(rounds), times.startMs()));
            case AgentFailure failure -> failure;
        };
    }

    private AgentOutcome call(TurnInput input, List<Interrupt.Resume> resume, Deadline turn, List<Round> rounds)
            throws InterruptedException {
        if (weight > MOST_CHARACTERS) {
            return new AgentFailure.Refused(0,
                    "agent refused: the conversation is too large to go on: it has more than "
                            + MOST_CHARACTERS / 1_000_000 + " million characters");
        }
        var run = UUID.randomUUID().toString();
        var request = new AgentRequest(cast.target().endpoint(input.options().connector()), cast.conversationId(), run,
                history, input.options(), StreamBounds.DEFAULT).withTools(StubbedCalls.offers(input.tools()))
                .continuing(new Continuation(input.payload() == null ? state : input.payload(), resume, lastRun,
                        memory, input.answer()));
        lastRun = run;
        var called = caller.callTarget(cast.target().protocol(), request, turn);
        used = used.plus(called.used());
        // what an earlier reply left open is answered or forgotten by now
        last = null;
        switch (called.outcome()) {
            case AgentReply reply -> {
                heard(reply, rounds);
                last = reply;
            }
            case AgentFailure.Cancelled(var said) -> heard(said, rounds);
            case AgentFailure _ -> {
            }
        }
        return called.outcome();
    }

    private void heard(AgentReply reply, List<Round> rounds) {
        rounds.add(new Round(reply, ticker.nanos() - reply.timing().end() * 1_000_000));
        history.addAll(reply.messages());
        weight += ReplyWeight.of(reply);
        memory = reply.sequel().memory() == null ? memory : reply.sequel().memory();
        state = reply.content().state() == null ? state : reply.content().state();
    }

    private void answer(StubbedCalls calls, List<Round> rounds) {
        remember(calls.messages());
        var round = rounds.removeLast();
        rounds.add(round.with(calls.results()));
    }

    private void remember(List<Message> messages) {
        history.addAll(messages);
        messages.forEach(message -> weight += ReplyWeight.of(message));
    }

    /** One call of a turn, and when it was sent, by the monotonic clock. */
    record Round(AgentReply reply, long sentNanos) {

        Round with(List<ToolResult> results) {
            return new Round(CombinedReply.withResults(reply, results), sentNanos);
        }
    }

    /** What an agent left open: calls without a result, and interrupts. */
    private record OpenCalls(List<ToolCall> calls, List<Interrupt> interrupts, StubbedCalls stubbed) {

        static OpenCalls of(@Nullable AgentReply last, Map<String, ToolStub> tools) {
            if (last == null) {
                return new OpenCalls(List.of(), List.of(), StubbedCalls.NONE);
            }
            return new OpenCalls(StubbedCalls.pendingIn(last), last.interrupts(), StubbedCalls.in(last, tools));
        }

        /** Returns the messages for the history: an answer to each open call, and the input unless it is one of them. */
        List<Message> answeredBy(TurnInput input, Awaiting.AskingTools tools) {
            var messages = new ArrayList<Message>();
            boolean taken = !interrupts.isEmpty();
            for (var call : calls) {
                boolean asks = tools.has(call.name());
                taken |= asks;
                messages.add(asks ? Message.tool(call.id(), input.text()) : stubbed.answer(call));
            }
            if (!taken) {
                messages.add(new Message("user", input.content(), List.of(), null));
            }
            return messages;
        }

        List<Interrupt.Resume> resumed(TurnInput input) {
            return interrupts.stream().map(each -> each
                    .resolved(input.answer() == null ? StringNode.valueOf(input.text()) : input.answer())).toList();
        }
    }

    /** The open calls of a reply, in call order, and the test's answers to them. */
    record StubbedCalls(List<ToolCall> pending, Map<String, ToolStub> tools) {

        static final StubbedCalls NONE = new StubbedCalls(List.of(), Map.of());
        private static final String NOT_AVAILABLE = "not available in this test";

        static StubbedCalls in(AgentReply reply, Map<String, ToolStub> tools) {
            return new StubbedCalls(pendingIn(reply), tools);
        }

        static List<ToolCall> pendingIn(AgentReply reply) {
            var pending = new HashSet<>(reply.pendingCalls());
            return reply.content().toolCalls().stream().filter(call -> pending.contains(call.id())).toList();
        }

        static List<AgentRequest.ToolOffer> offers(Map<String, ToolStub> tools) {
            return new TreeMap<>(tools).entrySet().stream()
                    .map(tool -> new AgentRequest.ToolOffer(tool.getKey(), tool.getValue().description(),
                            tool.getValue().parameters()))
                    .toList();
        }

        /** Whether the test can answer all open calls, so that the agent is called again at once. */
        boolean goOn() {
            return !pending.isEmpty() && pending.stream().allMatch(this::isAnswered);
        }

        private boolean isAnswered(ToolCall call) {
            var stub = tools.get(call.name());
            return stub != null && stub.answers();
        }

        List<Message> messages() {
            return pending.stream().map(this::answer).toList();
        }

        /** Returns the answers as results of the calls, for assertions. */
        List<ToolResult> results() {
            return pending.stream().map(call -> new ToolResult(call.id(), call.name(), content(call), failed(call)))
                    .toList();
        }

        /** Also answers calls of tools that the test does not have: servers refuse a history with unanswered calls. */
        Message answer(ToolCall call) {
            var content = content(call);
            return Message.tool(call.id(), content.isString() ? content.stringValue()
                    : Json.MAPPER.writeValueAsString(content));
        }

        private JsonNode content(ToolCall call) {
            var stub = tools.get(call.name());
            if (stub != null && stub.result() != null) {
                return stub.result();
            }
            var error = stub == null || stub.error() == null ? NOT_AVAILABLE : stub.error();
            return Json.MAPPER.createObjectNode().put("error", error);
        }

        private boolean failed(ToolCall call) {
            var stub = tools.get(call.name());
            return stub == null || stub.result() == null;
        }
    }

    /**
     * The result of all calls for one message to the target.
     *
     * @param runId of the last call
     * @param sentNanos when the first call was sent, by the monotonic clock
     * @param durationMs to the end of the answer, minus waiting for limits
     * @param times from sending to the end, by the wall clock
     */
    record CallResult(AgentOutcome outcome, String runId, long sentNanos, long durationMs, Usage used, Times times) {}
}
