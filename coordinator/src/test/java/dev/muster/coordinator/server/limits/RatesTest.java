package dev.muster.coordinator.server.limits;

import static dev.muster.coordinator.server.limits.PermitsTest.agent;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.ControlMessage.Rate;
import dev.muster.common.message.Target;
import dev.muster.common.message.WorkerMessage.Calls;
import org.junit.jupiter.api.Test;

class RatesTest {

    private final Rates rates = new Rates();
    private final Target limited = agent("limited", 0, 600);
    private Instant now = Instant.EPOCH;

    @Test
    void sharesGoByTheCasesThatAreHeld() {
        take(limited, "one", 3);
        take(limited, "two", 1);

        assertThat(news()).contains(List.of(new Rate("limited http://limited", 0, Map.of("one", 7.5, "two", 2.5))));
    }

    @Test
    void theLeastLimitOfAllRunsHolds() {
        var lower = agent("limited", 0, 60);
        take(limited, "one", 1);
        take(lower, "one", 1);
        take(agent("limited", 0, 0), "one", 1);

        assertThat(news().orElseThrow().getFirst().shares()).isEqualTo(Map.of("one", 1.0));

        rates.givenBack(lower, "one");
        assertThat(after(Duration.ofSeconds(10)).orElseThrow().getFirst().shares()).isEqualTo(Map.of("one", 10.0));
    }

    @Test
    void nothingIsToldOfAgentsWithoutALimit() {
        take(agent("open", 0, 0), "one", 3);

        assertThat(news()).isEmpty();
        assertThat(after(Duration.ofSeconds(1))).isEmpty();
    }

    @Test
    void aWorkerThatHeldNoCaseBeforeIsToldItsShareSoon() {
        take(limited, "one", 1);
        news();
        take(limited, "two", 1);

        assertThat(after(Duration.ofMillis(50))).isEmpty();
        assertThat(after(Duration.ofMillis(50))).hasValueSatisfying(
                told -> assertThat(told.getFirst().shares()).isEqualTo(Map.of("one", 5.0, "two", 5.0)));
    }

    @Test
    void whatChangedLessIsToldOnceASecondAndTheSameAgainOnlyAfterSomeSeconds() {
        take(limited, "one", 1);
        take(limited, "two", 1);
        news();
        take(limited, "two", 2);

        assertThat(after(Duration.ofMillis(900))).isEmpty();
        assertThat(after(Duration.ofMillis(100))).isPresent();
        assertThat(IntStream.range(0, 4).mapToObj(n -> after(Duration.ofSeconds(1)))).allMatch(Optional::isEmpty);
        assertThat(after(Duration.ofSeconds(1))).isPresent();
    }

    @Test
    void thatNobodyIsLimitedAnyMoreIsToldOnce() {
        take(limited, "one", 1);
        news();
        rates.givenBack(limited, "one");

        assertThat(after(Duration.ofSeconds(1))).contains(List.of());
        assertThat(after(Duration.ofSeconds(10))).isEmpty();
    }

    @Test
    void whatWasLearnedOfAnAgentLowersItsOwnLimit() {
        take(limited, "one", 1);
        heardBusy(limited.address(), 4);
        heardBusy(limited.address(), 4);

        assertThat(rates.perSecond(limited)).isEqualTo(3.6);
        assertThat(after(Duration.ofSeconds(5)).orElseThrow().getFirst().share("one")).isEqualTo(3.6);
    }

    @Test
    void anAgentThatIsLimitedByWhatWasLearnedIsToldOfWhileNobodyHoldsACaseOfIt() {
        var open = agent("open", 0, 0);
        take(open, "one", 1);
        heardBusy("open http://open", 4);
        heardBusy("open http://open", 4);
        rates.givenBack(open, "one");

        assertThat(after(Duration.ofSeconds(1))).contains(List.of(new Rate("open http://open", 0, Map.of())));
    }

    /** However cases move between workers, all shares add up to the agent's rate. */
    @Test
    void sharesAddUpToTheRate() {
        for (long seed = 1; seed <= 100; seed++) {
            var random = new Random(seed);
            var each = new Rates();
            int[] held = new int[8];
            for (int n = 0; n < 200; n++) {
                int worker = random.nextInt(8);
                if (held[worker] > 0 && random.nextBoolean()) {
                    each.givenBack(limited, "w" + worker);
                    held[worker]--;
                } else {
                    each.taken(limited, "w" + worker);
                    held[worker]++;
                }
                now = now.plusSeconds(1);
                each.news(now).filter(told -> !told.isEmpty()).ifPresent(told -> assertThat(told.getFirst().shares()
                        .values().stream().mapToDouble(share -> share).sum()).isBetween(9.999, 10.001));
            }
        }
    }

    private void heardBusy(String address, int taken) {
        rates.ended(List.of(new Calls(address, taken, 1, 0)));
        after(Duration.ofSeconds(1));
    }

    private void take(Target agent, String incarnation, int cases) {
        for (int n = 0; n < cases; n++) {
            rates.taken(agent, incarnation);
        }
    }

    private Optional<List<Rate>> after(Duration time) {
        now = now.plus(time);
        return news();
    }

    private Optional<List<Rate>> news() {
        return rates.news(now);
    }
}
