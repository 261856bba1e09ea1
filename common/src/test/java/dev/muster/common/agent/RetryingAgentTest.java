package dev.muster.common.agent;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.RetryingAgent.Tried;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests when a call is retried, after which delay, and which time the wait counts against. */
class RetryingAgentTest {

    private static final AgentReply REPLY = AgentReply.of(
            AgentReply.Content.of("hi", List.of(), List.of(), null, List.of()), "stop", null,
            new AgentReply.Timing(0, 0, 0));
    private static final AgentFailure NOBODY = new AgentFailure.Unreachable("agent unreachable: connection refused",
            AgentFailure.Connection.NO_SERVER);
    private static final RetryPolicy POLICY = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofMinutes(10));

    private long now;
    private final List<Duration> pauses = new ArrayList<>();
    private final List<AgentEvent> events = new ArrayList<>();
    private final Deadline deadline = Deadline.in(Duration.ofSeconds(30), () -> now);

    @Test
    void aReplyIsNotTriedAgain() throws Exception {
        assertThat(call(POLICY, REPLY)).isEqualTo(new Tried(REPLY, 1, Duration.ZERO));
    }

    @Test
    void nobodyThereIsTriedAgainWithDoublingDelays() throws Exception {
        assertThat(call(POLICY, NOBODY, NOBODY, NOBODY, REPLY)).isEqualTo(new Tried(REPLY, 4, Duration.ZERO));
        assertThat(pauses).containsExactly(seconds(1), seconds(2), seconds(4));
        assertThat(deadline.left()).as("the agent's own time").isEqualTo(seconds(30 - 7));
    }

    @Test
    void nobodyThereAfterAllAttemptsIsUnreachable() throws Exception {
        assertThat(call(POLICY, NOBODY)).isEqualTo(new Tried(NOBODY, 4, Duration.ZERO));
    }

    @Test
    void anAgentThatNeverAnsweredIsGivenUpSooner() throws Exception {
        assertThat(call(new Answered(false), POLICY.soon(), NOBODY).outcome())
                .isEqualTo(new AgentFailure.Refused(0, NOBODY.text()));
        assertThat(pauses).containsExactly(seconds(1), seconds(2));
    }

    @Test
    void anAgentThatAnsweredBeforeIsTriedToTheEnd() throws Exception {
        assertThat(call(new Answered(true), POLICY.soon(), NOBODY)).isEqualTo(new Tried(NOBODY, 4, Duration.ZERO));
    }

    @Test
    void attemptsThatAreSetAreMade() throws Exception {
        var set = new RetryPolicy(4, 4, seconds(1), seconds(1));

        assertThat(call(new Answered(false), set.soon(), NOBODY)).isEqualTo(new Tried(NOBODY, 4, Duration.ZERO));
    }

    private record Answered(boolean before) implements Traffic {

        @Override
        public Turn turn(Endpoint.Limit limit, Duration atMost, Deadline deadline) {
            return Turn.AT_ONCE;
        }

        @Override
        public void ended(Endpoint.Limit limit, AgentOutcome outcome) {
            // nothing to count
        }

        @Override
        public boolean hasAnswered(Endpoint.Limit limit) {
            return before;
        }
    }

    @Test
    void aDelayThatWouldPassTheDeadlineIsNotBegun() throws Exception {
        now = seconds(28).toNanos();

        assertThat(call(POLICY, NOBODY)).isEqualTo(new Tried(NOBODY, 2, Duration.ZERO));
        assertThat(pauses).containsExactly(seconds(1));
    }

    @Test
    void delaysHaveALittleJitter() throws Exception {
        new RetryingAgent(answering(NOBODY), POLICY, random(0.5), this::pause).call(Requests.to("http://a/"), deadline,
                events::add);

        assertThat(pauses).containsExactly(Duration.ofMillis(1050), Duration.ofMillis(2100), Duration.ofMillis(4200));
    }

    @Test
    void aBusyAgentIsAskedAgainWhenItSaysAndTheWaitIsGivenBack() throws Exception {
        assertThat(call(POLICY, busy(seconds(7)), busy(seconds(60)), REPLY)).isEqualTo(new Tried(REPLY, 3, seconds(
                67)));
        assertThat(pauses).containsExactly(seconds(7), seconds(60));
        assertThat(deadline.left()).isEqualTo(seconds(30));
        assertThat(events).first().isEqualTo(new AgentEvent.Warning(
                "the agent is busy (HTTP 429), asking again in 7s"));
    }

    @Test
    void aBusyAgentThatDoesNotSayWhenIsAskedWithDoublingDelaysUntilMaxWaitIsUsedUp() throws Exception {
        Tried tried = call(POLICY, busy(null));

        assertThat(tried.outcome()).isEqualTo(new AgentFailure.Unreachable(
                "agent unreachable: HTTP 429 Too Many Requests for 10m"));
        assertThat(tried.waited()).isEqualTo(Duration.ofMinutes(10));
        assertThat(pauses).startsWith(seconds(1), seconds(2), seconds(4), seconds(8), seconds(16), seconds(30), seconds(
                30));
        assertThat(tried.tries()).isEqualTo(pauses.size() + 1);
        assertThat(deadline.left()).isEqualTo(seconds(30));
    }

    @Test
    void whileItWaitsForABusyAgentItSaysUntilWhen() throws Exception {
        var told = new ArrayList<Traffic.Waiting>();

        call(new Traffic() {
            @Override
            public Turn turn(Endpoint.Limit limit, Duration atMost, Deadline deadline) {
                return Turn.AT_ONCE;
            }

            @Override
            public void waits(Waiting waiting) {
                told.add(waiting);
            }

            @Override
            public void ended(Endpoint.Limit limit, AgentOutcome outcome) {
                // nothing to count
            }
        }, POLICY, busy(seconds(7)), REPLY);

        assertThat(told).contains(new Traffic.Waiting("agent is busy: HTTP 429 Too Many Requests", true,
                "for up to 10m ('retry.max_wait' in muster.yaml), retry", seconds(7)));
    }

    @Test
    void aHelperThatIsWaitedForIsNotCalledTheAgent() throws Exception {
        var told = new ArrayList<String>();
        var request = Requests.to("http://a/").toHelper();
        var at = request.endpoint();
        var judge = Requests.to(request, new Endpoint(at.url(), at.headers(), null, null, true, null, null, null,
                new Endpoint.Limit("judge http://a/", 0), null));

        new RetryingAgent(answering(new AgentFailure.Unreachable("agent unreachable: unknown host; check it"), REPLY),
                POLICY, random(0), this::pause, new Traffic() {
                    @Override
                    public Turn turn(Endpoint.Limit limit, Duration atMost, Deadline deadline) {
                        return Turn.AT_ONCE;
                    }

                    @Override
                    public void waits(Waiting waiting) {
                        told.add(waiting.what());
                    }

                    @Override
                    public void ended(Endpoint.Limit limit, AgentOutcome outcome) {
                        // nothing to count
                    }
                }).call(judge, deadline, events::add);

        assertThat(told).startsWith("helper judge http://a/ has not answered",
                "helper judge unreachable: unknown host");
    }

    @Test
    void aBusyAgentThatSaysNowIsNotAskedInATightLoop() throws Exception {
        call(POLICY, busy(Duration.ZERO), busy(Duration.ofMillis(1)), REPLY);

        assertThat(pauses).containsExactly(seconds(1), seconds(2));
    }

    @Test
    void aBusyAgentThatAsksForMoreThanMaxWaitIsGivenUpAtOnce() throws Exception {
        Tried tried = call(POLICY, busy(Duration.ofHours(1)));

        assertThat(tried).isEqualTo(new Tried(new AgentFailure.Unreachable(
                "agent unreachable: HTTP 429 Too Many Requests, and it asks to wait 1h, longer than max_wait 10m"), 1,
                Duration.ZERO));
    }

    @Test
    void withoutMaxWaitABusyAgentIsUnreachable() throws Exception {
        assertThat(call(new RetryPolicy(4, seconds(1), Duration.ZERO), busy(null)).outcome()).isEqualTo(
                new AgentFailure.Unreachable("agent unreachable: HTTP 429 Too Many Requests"));
    }

    @Test
    void busyTriesDoNotUseUpTheAttemptsForNobodyThere() throws Exception {
        assertThat(call(POLICY, busy(null), busy(null), busy(null), NOBODY, NOBODY, NOBODY, REPLY).outcome()).isEqualTo(
                REPLY);
    }

    @Test
    void anyOtherFailureIsFinal() throws Exception {
        for (AgentFailure failure : List.of(new AgentFailure.Refused(401, "r"), AgentFailure.Agent.undeclared("a"),
                new AgentFailure.Truncated("t"), new AgentFailure.Protocol("p"), new AgentFailure.Timeout("t"))) {
            assertThat(call(POLICY, failure)).isEqualTo(new Tried(failure, 1, Duration.ZERO));
        }
    }

    @Test
    void eachTryWaitsForItsTurnAndTheWaitIsGivenBack() throws Exception {
        var heard = new ArrayList<AgentOutcome>();

        var tried = call(turns(true, heard), POLICY, busy(seconds(7)), REPLY);

        assertThat(tried).isEqualTo(new Tried(REPLY, 2, seconds(7 + 2 * 40)));
        assertThat(deadline.left()).isEqualTo(seconds(30));
        assertThat(heard).containsExactly(busy(seconds(7)), REPLY);
    }

    @Test
    void aCallWhoseTurnDoesNotComeWithinMaxWaitIsNotMade() throws Exception {
        var heard = new ArrayList<AgentOutcome>();

        var tried = call(turns(false, heard), POLICY, REPLY);

        assertThat(tried)
                .isEqualTo(new Tried(new AgentFailure.Unreachable("agent unreachable: calls to it are held back"
                        + " by its limits, and no turn came within max_wait 10m"), 0, seconds(40)));
        assertThat(heard).isEmpty();
    }

    /** Each takes 40 s. */
    private Traffic turns(boolean come, List<AgentOutcome> heard) {
        return new Traffic() {
            @Override
            public Turn turn(Endpoint.Limit limit, Duration atMost, Deadline deadline) {
                now += seconds(40).toNanos();
                deadline.extend(seconds(40));
                return new Turn(come, seconds(40));
            }

            @Override
            public void ended(Endpoint.Limit limit, AgentOutcome outcome) {
                heard.add(outcome);
            }
        };
    }

    private Tried call(Traffic traffic, RetryPolicy policy, AgentOutcome... outcomes) throws InterruptedException {
        return new RetryingAgent(answering(outcomes), policy, random(0), this::pause, traffic).call(
                Requests.to("http://a/"), deadline, events::add);
    }

    private Tried call(RetryPolicy policy, AgentOutcome... outcomes) throws InterruptedException {
        return new RetryingAgent(answering(outcomes), policy, random(0), this::pause).call(Requests.to("http://a/"),
                deadline, events::add);
    }

    /** Returns these outcomes in order, then repeats the last one. */
    private static AgentProtocol answering(AgentOutcome... outcomes) {
        var next = Stream.concat(Stream.of(outcomes), Stream.generate(() -> outcomes[outcomes.length - 1])).iterator();
        return (request, deadline, events) -> next.next();
    }

    private void pause(Duration length) {
        pauses.add(length);
        now += length.toNanos();
    }

    private static RandomGenerator random(double value) {
        return new RandomGenerator() {

            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public double nextDouble() {
                return value;
            }
        };
    }

    /** Many short refusals are together longer than the time of a case. */
    @Test
    void whatRefusalsTakeIsWaiting() throws Exception {
        var limit = seconds(600);

        var tried = new RetryingAgent((request, until, events) -> {
            now += Duration.ofMillis(400).toNanos();
            return until.passed() ? AgentFailure.Timeout.after(until) : busy(seconds(1));
        }, new RetryPolicy(4, seconds(1), limit), random(0), this::pause).call(Requests.to("http://a/"), deadline,
                events::add);

        assertThat(tried.outcome()).isInstanceOf(AgentFailure.Unreachable.class);
        assertThat(tried.waited()).isBetween(limit, limit.plusSeconds(1));
        assertThat(deadline.left()).isEqualTo(seconds(30));
    }

    private static AgentFailure busy(@Nullable Duration retryAfter) {
        return new AgentFailure.Busy(429, retryAfter, "agent unreachable: HTTP 429 Too Many Requests");
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
