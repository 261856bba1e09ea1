package dev.muster.worker.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests how several ends of one case fold: failed beats error beats skipped; the cause is that of the first failure
 * that blames the agent, else of the first failure; nothing later improves the verdict.
 */
class FoldTest {

    private static final Map<Cause, Set<Status>> ROWS = new TreeMap<>(Map.ofEntries(
            Map.entry(Cause.NONE, EnumSet.of(Status.PASSED, Status.FLAKY)),
            Map.entry(Cause.INFRASTRUCTURE, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.AGENT_ERROR, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.AGENT_TIMEOUT, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.CANCELLED_BY_AGENT, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.ASSERTION, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.CHECKPOINT, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.MAX_TURNS, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.GOAL_WITHOUT_CHECKPOINTS, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.TIMEOUT, EnumSet.of(Status.FAILED)),
            Map.entry(Cause.MISSING_INPUT, EnumSet.of(Status.FAILED, Status.SKIPPED)),
            Map.entry(Cause.UNCHECKED, EnumSet.of(Status.SKIPPED)),
            Map.entry(Cause.NOTHING_CHECKED, EnumSet.of(Status.PASSED, Status.FLAKY)),
            Map.entry(Cause.SIMULATOR_ERROR, EnumSet.of(Status.FAILED, Status.SKIPPED)),
            Map.entry(Cause.VALIDATOR_ERROR, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.SCRIPT_ERROR, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.HOOK_ERROR, EnumSet.of(Status.FAILED, Status.ERROR)),
            Map.entry(Cause.WORKER_LOST, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.WORKER_PAUSED, EnumSet.of(Status.ERROR)),
            Map.entry(Cause.SKIPPED, EnumSet.of(Status.SKIPPED)),
            Map.entry(Cause.DECIDED, EnumSet.of(Status.SKIPPED)),
            Map.entry(Cause.MUTED, EnumSet.of(Status.SKIPPED)),
            Map.entry(Cause.CANCELLED, EnumSet.of(Status.CANCELLED))));

    /** Failures that are the agent's: written out, so that a new cause has to be considered. */
    private static final Set<Cause> THE_AGENTS = EnumSet.of(Cause.AGENT_ERROR, Cause.AGENT_TIMEOUT, Cause.ASSERTION,
            Cause.CHECKPOINT, Cause.MAX_TURNS, Cause.GOAL_WITHOUT_CHECKPOINTS);

    private static final Set<Cause> PASSES = EnumSet.of(Cause.NONE, Cause.NOTHING_CHECKED);

    @Test
    void everyCauseAndEveryStatusHasARow() {
        assertThat(ROWS.keySet()).containsExactlyInAnyOrder(Cause.values());
        assertThat(ROWS.values().stream().flatMap(Set::stream).distinct()).containsExactlyInAnyOrder(Status.values());
    }

    @ParameterizedTest
    @EnumSource
    void whatTheAgentFailedIsInTheRatesAndNothingElseButWhatPassed(Cause cause) {
        assertThat(cause.blamesAgent()).isEqualTo(THE_AGENTS.contains(cause));
        assertThat(cause.inRates()).isEqualTo(PASSES.contains(cause) || THE_AGENTS.contains(cause));
    }

    @Test
    void everyPairAndTripleComesToTheFirstOfTheGravest() {
        for (var first : ends()) {
            for (var second : ends()) {
                assertThat(first.and(second)).as("%s, %s", first, second).isSameAs(gravest(first, second));
                for (var third : ends()) {
                    var expected = gravest(first, second, third);
                    assertThat(first.and(second).and(third)).as("%s, %s, %s", first, second, third)
                            .isSameAs(expected).isSameAs(first.and(second.and(third)));
                }
            }
        }
    }

    /** Implemented differently from the fold: the first of the worst kind present. */
    private static CaseEnd gravest(CaseEnd... ends) {
        return Stream.of(Kind.values()).flatMap(kind -> Arrays.stream(ends).filter(end -> kind(end) == kind))
                .findFirst().orElseThrow();
    }

    private enum Kind {
        FAILED_BY_THE_AGENT,
        FAILED,
        ERROR,
        CANCELLED,
        SKIPPED,
        PASSED
    }

    private static Kind kind(CaseEnd end) {
        return switch (end.verdict().status()) {
            case FAILED -> THE_AGENTS.contains(end.verdict().cause()) ? Kind.FAILED_BY_THE_AGENT : Kind.FAILED;
            case ERROR -> Kind.ERROR;
            case CANCELLED -> Kind.CANCELLED;
            case SKIPPED -> Kind.SKIPPED;
            case PASSED, FLAKY -> Kind.PASSED;
        };
    }

    private static List<CaseEnd> ends() {
        return ROWS.entrySet().stream().flatMap(row -> row.getValue().stream()
                .map(status -> new CaseEnd(new Verdict(status, row.getKey(), null, null),
                        status == Status.ERROR || row.getKey() == Cause.SIMULATOR_ERROR)))
                .toList();
    }
}
