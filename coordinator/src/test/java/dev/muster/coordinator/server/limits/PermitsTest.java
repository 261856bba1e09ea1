package dev.muster.coordinator.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Target;
import org.junit.jupiter.api.Test;

class PermitsTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private static final CaseRef ONE = new CaseRef("r", 1, 0, 0);

    private final Permits permits = new Permits(new Rates());

    @Test
    void aCaseNeedsAPermitOfEachAgentThatItCalls() {
        var target = agent("target", 5, 0);
        var judge = agent("judge", 1, 0);

        permits.take(List.of(target, judge), "w");

        assertThat(permits.free(ONE, List.of(target), LONG)).isTrue();
        assertThat(permits.free(ONE, List.of(target, judge), LONG)).isFalse();

        permits.giveBack(List.of(target, judge), "w");

        assertThat(permits.free(ONE, List.of(target, judge), LONG)).isTrue();
    }

    @Test
    void anAgentWithoutALimitTakesAllCases() {
        var open = agent("open", 0, 0);

        for (int n = 0; n < 10_000; n++) {
            permits.take(List.of(open), "w");
        }

        assertThat(permits.free(ONE, List.of(open), LONG)).isTrue();
    }

    @Test
    void whatIsKeptForOneCaseNoOtherTakes() {
        var two = new CaseRef("r", 2, 0, 0);
        var target = agent("target", 2, 0);
        var judge = agent("judge", 1, 0);
        permits.take(List.of(target), "w");

        permits.keep(two, List.of(target, judge));

        assertThat(permits.free(ONE, List.of(target), LONG)).isFalse();
        assertThat(permits.free(ONE, List.of(judge), LONG)).isFalse();
        assertThat(permits.free(two, List.of(target, judge), LONG)).isTrue();

        permits.keepNothing();

        assertThat(permits.free(ONE, List.of(target), LONG)).isTrue();
    }

    @Test
    void noMoreCasesAreHandedOutThanCanBeCalledWithinAMinute() {
        assertThat(handedOut(agent("a", 0, 30), LONG)).isEqualTo(30);
        assertThat(handedOut(agent("b", 7, 30), LONG)).isEqualTo(7);
        assertThat(handedOut(agent("c", 0, 30), Duration.ofSeconds(20))).as("half of max_wait").isEqualTo(5);
        assertThat(handedOut(agent("d", 0, 1), Duration.ofSeconds(1))).as("never none").isEqualTo(1);
    }

    private int handedOut(Target agent, Duration maxWait) {
        int cases = 0;
        for (; permits.free(ONE, List.of(agent), maxWait); cases++) {
            permits.take(List.of(agent), "w");
        }
        return cases;
    }

    static Target agent(String id, int concurrency, int callsPerMinute) {
        return new Target(id, AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, "http://" + id))
                .with(new AgentConfig.Limits(concurrency, callsPerMinute)), null, null);
    }
}
