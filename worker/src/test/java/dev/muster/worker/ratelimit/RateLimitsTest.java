package dev.muster.worker.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.agent.Traffic.Turn;
import dev.muster.common.message.ControlMessage.Rate;
import dev.muster.common.message.ControlMessage.Rates;
import dev.muster.common.message.WorkerMessage.Calls;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

    private static final Limit OPEN = new Limit("open", 0);
    private static final Limit LIMITED = new Limit("limited", 60);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final RateLimits rateLimits = new RateLimits(Ticker.system());
    private final Deadline deadline = Deadline.in(MINUTE, () -> 0);

    @Test
    void anAgentWithoutALimitIsCalledAtOnce() throws Exception {
        assertThat(rateLimits.turn(OPEN, Duration.ZERO, deadline)).isEqualTo(Turn.AT_ONCE);
    }

    @Test
    void anAgentWithALimitIsNotCalledBeforeTheShareIsKnown() throws Exception {
        var turn = rateLimits.turn(LIMITED, Duration.ofMillis(1), deadline);

        assertThat(turn.came()).isFalse();
        assertThat(turn.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
        assertThat(deadline.left()).as("given back").isEqualTo(MINUTE.plus(turn.waited()));
    }

    @Test
    void whoWaitsHasItsTurnWhenTheShareIsHeardOf() throws Exception {
        var asked = new CountDownLatch(1);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var turn = CompletableFuture.supplyAsync(() -> {
                asked.countDown();
                return turn(LIMITED);
            }, executor);
            asked.await();

            rateLimits.apply(rates(new Rate("limited", 0, Map.of("me", 1_000.0))), "me");

            assertThat(turn.get().came()).isTrue();
        }
    }

    @Test
    void theShareOfAnotherWorkerIsNotMine() throws Exception {
        rateLimits.apply(rates(new Rate("open", 0, Map.of("other", 1_000.0))), "me");

        assertThat(rateLimits.turn(OPEN, Duration.ofMillis(1), deadline).came()).isFalse();
    }

    @Test
    void anAgentOfWhichNothingIsSaidAnyMoreIsFreeUnlessItHasALimitOfItsOwn() throws Exception {
        rateLimits.turn(LIMITED, Duration.ZERO, deadline);
        rateLimits.apply(rates(new Rate("open", 0, Map.of()), new Rate("limited", 0, Map.of("me", 1_000.0))), "me");

        rateLimits.apply(rates(), "me");

        assertThat(rateLimits.turn(OPEN, Duration.ZERO, deadline)).isEqualTo(Turn.AT_ONCE);
        assertThat(rateLimits.turn(LIMITED, Duration.ofMillis(1), deadline).came()).isFalse();
    }

    @Test
    void nobodyIsCalledDuringAPause() throws Exception {
        rateLimits.apply(rates(new Rate("open", 60_000, Map.of("me", 1_000.0))), "me");

        assertThat(rateLimits.turn(OPEN, Duration.ofMillis(1), deadline).came()).isFalse();
    }

    @Test
    void callsAreToldOfOnce() {
        rateLimits.ended(OPEN, new AgentFailure.Agent("broke", false));
        rateLimits.ended(OPEN, new AgentFailure.Busy(429, Duration.ofSeconds(2), "busy"));
        rateLimits.ended(OPEN, new AgentFailure.Busy(503, null, "busy"));
        rateLimits.ended(LIMITED, new AgentFailure.Unreachable("nobody there"));

        assertThat(rateLimits.takeCalls()).containsExactly(new Calls("open", 1, 2, 2_000));
        assertThat(rateLimits.takeCalls()).isEmpty();
    }

    private Turn turn(Limit limit) {
        try {
            return rateLimits.turn(limit, MINUTE, deadline);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Rates rates(Rate... agents) {
        return new Rates("f", 1, List.of(agents));
    }
}
