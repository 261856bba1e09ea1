package dev.muster.coordinator.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {

    @ParameterizedTest
    @CsvSource({"0, 0, 50", "1, 0, 67", "0, -1, 67", "2, 0, 80", "3, 3, 50", "10, 0, 99", "999, 9, 67"})
    void slotsAreSharedByPriority(int priority, int other, int percent) {
        var fleet = new Fleet(100, 7);
        fleet.open(priority);
        fleet.open(other);

        fleet.work(20_000);

        assertThat(fleet.runs.getFirst().underWay).isEqualTo(percent);
    }

    @Test
    void aRunThatComesLaterHasItsPartAtOnceAndNoMore() {
        var fleet = new Fleet(128, 11);
        fleet.open(0);
        fleet.work(5_000);

        fleet.open(0);
        fleet.work(64);

        assertThat(fleet.runs.getLast().underWay).isBetween(40, 64);
        fleet.work(5_000);
        assertThat(fleet.runs.getLast().underWay).isEqualTo(64);
    }

    /** With fewer slots than runs, each run gets a turn before any gets two more. */
    @Test
    void nobodyStarves() {
        for (long seed = 1; seed <= 50; seed++) {
            var fleet = new Fleet(1 + (int) (seed % 4), seed);
            for (int n = 0; n < 9; n++) {
                fleet.open(0);
                fleet.work((int) seed);
            }
            var before = fleet.runs.stream().map(run -> run.given).toList();

            fleet.work(900);

            for (int n = 0; n < 9; n++) {
                assertThat(fleet.runs.get(n).given - before.get(n)).as("seed %s, run %s", seed, n).isBetween(98, 102);
            }
        }
    }

    private static final class Run {
        private final FairShare turn;
        private int underWay;
        private int given;

        Run(FairShare turn) {
            this.turn = turn;
        }
    }

    /** Slots that are given to the next run as soon as they are free; any case may be the next to end. */
    private static final class Fleet {
        private final Random random;
        private final int slots;
        private final List<Run> runs = new ArrayList<>();
        private final List<Run> busy = new ArrayList<>();

        Fleet(int slots, long seed) {
            this.slots = slots;
            this.random = new Random(seed);
        }

        void open(int priority) {
            runs.add(new Run(new FairShare(priority, runs.stream().map(run -> run.turn).toList())));
        }

        void work(int cases) {
            Deque<Integer> left = new ArrayDeque<>(Collections.nCopies(cases, 1));
            while (!left.isEmpty()) {
                if (busy.size() == slots) {
                    busy.remove(random.nextInt(slots)).underWay--;
                }
                var next = runs.stream().min(Comparator.comparing(run -> run.turn.with(run.underWay))).orElseThrow();
                next.turn.taken();
                next.underWay++;
                next.given++;
                busy.add(next);
                left.remove();
            }
        }
    }
}
