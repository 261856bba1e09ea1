package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.CallIds;
import dev.muster.common.agent.Usage;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Source;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Observed;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.Ticker;
import dev.muster.common.time.WallTime;
import dev.muster.worker.conversation.AttemptObserver;
import dev.muster.worker.conversation.Ending;
import org.jspecify.annotations.Nullable;

/** Builds the result of one attempt: keeps what is known from the start, and turns each possible end into a result. */
final class ResultBuilder {

    final CaseOrder order;
    private String traceId;
    private final Instant startedAt;
    private final Ticker ticker;
    private final long startedNanos;
    private Duration waited = Duration.ZERO;
    private AttemptSpend spend = AttemptSpend.NOTHING;

    ResultBuilder(CaseOrder order, InstantSource clock, Ticker ticker) {
        this.order = order;
        this.traceId = AttemptObserver.CURRENT.isBound()
                ? String.valueOf(AttemptObserver.CURRENT.get().conversation())
                : CallIds.next();
        this.startedAt = clock.instant();
        this.ticker = ticker;
        this.startedNanos = ticker.nanos();
    }

    /** The agent's name for the conversation; new for each dispatch, unless a hook set it. */
    String traceId() {
        return traceId;
    }

    WallTime clock() {
        return new WallTime(startedAt, startedNanos);
    }

    /** A hook has already begun the conversation, and returned its name. */
    void begunAs(String conversation) {
        traceId = conversation;
    }

    void addWaited(Duration forLimits) {
        waited = waited.plus(forLimits);
    }

    /** Adds the usage of all calls of the conversation, however it ended. */
    void addUsage(Usage target, @Nullable HelperSpend helpers) {
        spend = new AttemptSpend(target, helpers);
    }

    CaseResult ended(Ending ending) {
        var result = result(ending.verdict(), ending.reply(), ending.assertions(), ending.messages(),
                ending.dialogue(), ending.judged(), SentMessages.of(ending.sent()));
        var warned = ending.warnings().stream().reduce(result, CaseResult::warning, (first, _) -> first);
        return order.testCase().identity().source().wasTyped() && ending.verdict().passed()
                ? warned.warning(Source.NOTHING_CHECKED) : UntriedChecks.marked(warned, order.testCase());
    }

    /** Returns the result of an attempt that ended before or without a conversation. */
    CaseResult ended(Verdict verdict) {
        return result(verdict, null, List.of(), opening(), null, null, null);
    }

    private CaseResult result(Verdict verdict, @Nullable AgentReply reply, List<AssertionResult> assertions,
            int messages, @Nullable Dialogue dialogue, @Nullable AgentReply judged, @Nullable SentMessages sent) {
        var testCase = order.testCase();
        long duration = (ticker.nanos() - startedNanos) / 1_000_000;
        return new CaseResult(CaseIdentity.of(testCase, order.target().id(), order.target().connectorName()), verdict,
                Observed.of(messages, reply,
                        reply == null || dialogue != null ? List.of() : reply.content().several(), judged, sent),
                assertions, dialogue,
                new AttemptTiming(duration, Math.max(0, duration - waited.toMillis()),
                        reply == null ? -1 : reply.timing().firstEvent(), startedAt),
                spend, reply == null ? List.of() : reply.warnings(), traceId, null);
    }

    private int opening() {
        return switch (order.testCase().conversation()) {
            case Conversation.Standard(var messages) -> messages.size();
            case Conversation.ScriptTest _ -> 0;
            case Conversation.Scripted scripted -> scripted.opening().size();
            case Conversation.Dynamic dynamic -> dynamic.opening().size();
        };
    }
}
