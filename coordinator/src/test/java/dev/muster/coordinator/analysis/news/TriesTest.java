package dev.muster.coordinator.analysis.news;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.NewsKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests every pair of what a case was and what it is. */
final class TriesTest {

    /** Some repeats, by letter: passed, failed, flaky, skipped, error, muted, not needed, cancelled; {@code -} for none. */
    private static Tries tries(String repeats) {
        return repeats.chars().mapToObj(letter -> switch (letter) {
            case 'P' -> Tries.of(Status.PASSED, Cause.NONE);
            case 'F' -> Tries.of(Status.FAILED, Cause.ASSERTION);
            case 'A' -> Tries.of(Status.ERROR, Cause.AGENT_ERROR);
            case 'Y' -> Tries.of(Status.FLAKY, Cause.NONE);
            case 'S' -> Tries.of(Status.SKIPPED, Cause.SKIPPED);
            case 'E' -> Tries.of(Status.ERROR, Cause.INFRASTRUCTURE);
            case 'M' -> Tries.of(Status.SKIPPED, Cause.MUTED);
            case 'D' -> Tries.of(Status.SKIPPED, Cause.DECIDED);
            case 'C' -> Tries.of(Status.CANCELLED, Cause.CANCELLED);
            default -> Tries.NONE;
        }).reduce(Tries.NONE, Tries::plus);
    }

    @ParameterizedTest
    @CsvSource({
        // passes, before
        "PPP, PPP, nothing", "PPP, PFP, wavering", "PPP, PFF, newly_failing", "PPP, FFF, newly_failing",
        "P, A, newly_failing", "PPP, PYP, flaky", "PPP, SSS, newly_skipped", "PPP, EEE, nothing", "PPP, MMM, nothing",
        "PPP, CCC, nothing", "PPP, -, nothing",
        // wavers, at half as well
        "PPF, PPP, nothing", "PPF, PFP, nothing", "PF, FF, newly_failing", "PPF, SSS, newly_skipped", "PPF, E, nothing",
        "PPF, PPY, flaky", "PPF, -, nothing",
        // fails
        "FFF, FFF, still_failing", "FFF, PFF, still_failing", "FFF, PPF, wavering", "FFF, PPP, fixed", "F, Y, flaky",
        "FFF, SSS, newly_skipped", "FFF, EEE, nothing", "FFF, -, nothing", "FFF, MMM, nothing",
        // is flaky
        "Y, Y, flaky", "Y, P, nothing", "Y, F, newly_failing", "YY, PF, wavering", "Y, S, newly_skipped",
        // is skipped, or was never judged: there is no verdict to fall back from
        "S, F, new", "S, P, nothing", "S, PF, new", "S, S, nothing", "S, Y, flaky", "E, F, new", "E, P, nothing",
        "E, S, nothing", "E, E, nothing", "M, F, new", "-, F, new", "-, PF, new", "-, P, nothing", "-, S, nothing",
        "-, Y, flaky", "-, E, nothing",
        // errors, repeats that were not needed and cancelled ones count neither way
        "PPP, PEE, nothing", "PPP, EEF, newly_failing", "PPP, FDD, newly_failing", "PPP, PFD, wavering",
        "PEE, FFF, newly_failing",
        "EEF, FFF, still_failing", "PPP, PSS, nothing", "PPP, CCF, newly_failing"})
    void everyPastMeetsEveryPresent(String before, String now, String told) {
        var kind = tries(before).since(tries(now), false);

        assertThat(kind.map(NewsKind::wire).orElse("nothing")).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource({"PPP, FFF, changed", "PPP, PPF, wavering", "PPF, FFF, changed", "FFF, FFF, still_failing",
        "FFF, PPF, wavering",
        "FFF, PPP, fixed", "-, FFF, new", "PPP, PPP, nothing", "PPP, SSS, newly_skipped", "Y, F, changed",
        "P, Y, flaky"})
    void anotherDefinitionExplainsWhatGotWorse(String before, String now, String told) {
        var kind = tries(before).since(tries(now), true);

        assertThat(kind.map(NewsKind::wire).orElse("nothing")).isEqualTo(told);
    }

    @Test
    void triesAreToldAsWhatPassedOfWhatWasJudged() {
        assertThat(Stream.of("PPF", "PEE", "SSS", "EEE", "FDD").map(repeats -> tries(repeats).text()))
                .containsExactly("2/3", "1/1", "skipped", "–", "0/1");
    }
}
