package dev.muster.common.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.assertion.Check;
import dev.muster.common.result.AssertionResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies against what was recorded. */
final class SnapshotCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "Order 17 placed.~ | Order 17 placed. | - | true",
        "Order 17 placed.~ | Order 18 placed. | - | false",
        "Order [masked] placed.~ | Order 18 placed. | [0-9]+ | true",
        "Order 17 placed.~ | Order 18 placed. | [0-9]+ | true",
        "Zoë 💥~ | Zoë 💥 | - | true",
        "Zoë~ | Zoe\u0308 | - | false",
        "'' | '' | - | true",
        "a~b~ | a^~b^~ | - | true",
        "a | '' | - | false",
        "{\"a\": 1} | {\"a\":1} | - | false"})
    void theReplyIsTheRecordedOneButForWhatIsMasked(String recorded, String reply, @Nullable String mask,
            boolean equal) throws AssertionFault {
        var snapshot = snapshot(recorded.replace('~', '\n'), mask);
        var text = reply.replace('^', '\r').replace('~', '\n');

        assertThat(result(snapshot, false, text).passed()).isEqualTo(equal);
        assertThat(result(snapshot, true, text).passed()).isEqualTo(!equal);
    }

    @Test
    void aDifferenceIsShownWhereItIs() throws AssertionFault {
        var result = result(snapshot("one two three", null), false, "one 2 three");

        assertThat(result.reason()).isEqualTo("expected the reply to equal the snapshot s.snapshots/a/reply-1.txt, "
                + "found \"one 2 three\": they differ from character 5 on");
    }

    @Test
    void withoutARecordedReplyItFailsAlsoNegated() throws AssertionFault {
        var none = snapshot(null, null);

        assertThat(result(none, false, "a").reason()).endsWith(
                "but none is recorded; run with --update-snapshots to record it");
        assertThat(result(none, true, "a").passed()).isFalse();
    }

    @Test
    void whileItIsRecordedAnythingHolds() throws AssertionFault {
        assertThat(result(new Check.Snapshot(List.of(), "f.txt", null, true), false, "a").passed()).isTrue();
    }

    @Test
    void aMaskIsBounded() throws AssertionFault {
        var snapshot = snapshot("a", "(a{0,30}){0,30}b");

        assertThat(result(snapshot, false, "a".repeat(1 << 20)).reason()).contains("characters could be searched");
        assertThat(Masks.of(List.of("(a{0,30}){0,30}b")).recorded("a".repeat(1 << 20))).isEmpty();
        assertThatThrownBy(() -> Masks.of(List.of("("))).isInstanceOf(AssertionFault.class);
    }

    private static AssertionResult result(Check check, boolean negate, String reply) throws AssertionFault {
        return Checking.evaluate(check, negate, Replies.saying(reply));
    }

    private static Check.Snapshot snapshot(@Nullable String recorded, @Nullable String mask) {
        return new Check.Snapshot(mask == null ? List.of() : List.of(mask), "s.snapshots/a/reply-1.txt", recorded,
                false);
    }
}
