package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.run.RunState;
import dev.muster.system.fire.Stored.Attempt;
import dev.muster.system.fire.Stored.Result;

/**
 * Checks the promises against PostgreSQL and the agents' records: one result per case, nothing lost, nothing counted
 * twice, and nothing run twice without a reason.
 */
record Reckoning(Stored stored, Calls calls, List<Blow> blows, int cases, int slots) {

    /** Around a coordinator's death: orders that it sent and no worker had taken. */
    private static final Duration ON_THEIR_WAY = Duration.ofSeconds(1);
    /** No call takes longer, from the order to the verdict. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(8);

    Reckoning {
        blows = List.copyOf(blows);
    }

    /**
     * How many calls were not a case's first, by reason.
     *
     * @param workers the case was in flight on a worker that was killed, frozen or cut off
     * @param away a worker could not reach the broker for longer than its lease, and did not trust its own verdict
     * @param coordinators the order was on its way when a coordinator was killed
     * @param unexplained cases with a call that has no reason
     */
    record Repeats(int workers, int away, int coordinators, List<Integer> unexplained) {

        int all() {
            return workers + away + coordinators + unexplained.size();
        }
    }

    void assertKept() {
        assertOneResultEach();
        assertCountersFit();
        assertNobodyElseWasGivenUp();
        assertNothingRanTwiceWithoutReason();
    }

    Repeats repeats() {
        var held = blows.stream().flatMap(blow -> heldBy(blow).stream()).collect(Collectors.toSet());
        int workers = 0;
        int away = 0;
        int coordinators = 0;
        var unexplained = new ArrayList<Integer>();
        var byCase = stored.attempts().stream().collect(Collectors.groupingBy(Attempt::number));
        for (int number = 0; number < cases; number++) {
            var attempts = byCase.getOrDefault(number, List.of());
            int more = Math.max(0, calls.of(number).size() - 1);
            int lost = Math.min(more, count(attempts, "worker_lost"));
            int retried = Math.min(more - lost, count(attempts, "retried"));
            workers += lost;
            away += retried;
            int rest = more - lost - retried;
            if (rest > 0 && held.contains(number)) {
                workers += rest;
            } else if (rest > 0 && wasOnItsWay(number)) {
                coordinators += rest;
            } else if (rest > 0) {
                unexplained.add(number);
            }
        }
        return new Repeats(workers, away, coordinators, List.copyOf(unexplained));
    }

    /**
     * Returns the cases in flight on a lost worker, by its attempts. There are none when the coordinator that gave it
     * up died before it had stored them; then returns the cases that were running and are called again.
     */
    Set<Integer> heldBy(Blow blow) {
        if (!blow.kind().losesWorker()) {
            return Set.of();
        }
        var lives = stored.lives().stream().filter(life -> life.pid() == blow.pid()).map(Stored.Life::incarnation)
                .collect(Collectors.toSet());
        var lost = stored.attempts().stream().filter(each -> each.kind().equals("worker_lost")
                && lives.contains(each.incarnation()) && each.at().isAfter(blow.at())).map(Attempt::number)
                .collect(Collectors.toSet());
        return lost.isEmpty() ? calledAgainAfter(blow) : lost;
    }

    private Set<Integer> calledAgainAfter(Blow blow) {
        return IntStream.range(0, cases).filter(number -> {
            var times = calls.of(number);
            return !times.isEmpty() && times.getLast().isAfter(blow.at()) && times.stream().anyMatch(
                    at -> at.isBefore(blow.at()) && at.isAfter(blow.at().minus(LONGEST_CALL)));
        }).boxed().collect(Collectors.toSet());
    }

    private void assertOneResultEach() {
        assertThat(stored.run().state()).isEqualTo(RunState.FINISHED);
        assertThat(stored.results().stream().map(Result::number).sorted()).as("numbers of the cases with a result")
                .isEqualTo(IntStream.range(0, cases).boxed().toList());
        assertThat(stored.results().stream().map(Result::seq).distinct()).hasSize(cases);
        assertThat(stored.details()).as("whole results").isEqualTo(cases);
        assertThat(IntStream.range(0, cases).filter(number -> calls.of(number).isEmpty()))
                .as("cases with a result whose agent was never called").isEmpty();
    }

    private void assertCountersFit() {
        var counts = stored.run().counts();
        assertThat(counts.total()).isEqualTo(cases);
        assertThat(counts.done()).as("all counters").isEqualTo(cases);
        assertThat(stored.byStatus()).as("the agent answers well: rows by status").isEqualTo(Map.of("passed", cases));
        assertThat(counts.passed()).as("counter of what passed").isEqualTo(cases);
    }

    private void assertNobodyElseWasGivenUp() {
        var hurt = blows.stream().filter(blow -> blow.kind().losesWorker()).map(Blow::pid).collect(Collectors.toSet());
        assertThat(stored.lives().stream().filter(life -> life.state().equals("fenced") && !hurt.contains(life.pid())))
                .as("workers given up that were well").isEmpty();
    }

    private void assertNothingRanTwiceWithoutReason() {
        var repeats = repeats();
        assertThat(repeats.unexplained()).as("cases called again without a reason").isEmpty();
        assertThat(repeats.away()).as("cases called again because the broker was away").isZero();
        assertThat(blows).allSatisfy(blow -> assertThat(heldBy(blow)).as("held by %s", blow)
                .hasSizeLessThanOrEqualTo(slots));
    }

    private boolean wasOnItsWay(int number) {
        var first = calls.of(number).getFirst();
        return blows.stream().filter(blow -> blow.kind() == Blow.Kind.COORDINATOR_KILLED)
                .anyMatch(blow -> first.isAfter(blow.at().minus(ON_THEIR_WAY))
                        && first.isBefore(blow.at().plus(blow.recovery())));
    }

    private static int count(List<Attempt> attempts, String kind) {
        return (int) attempts.stream().filter(each -> each.kind().equals(kind)).count();
    }
}
