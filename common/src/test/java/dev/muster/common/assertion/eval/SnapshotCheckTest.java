package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Difference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Tests replies against recorded ones. */
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Tuesday. | [a-z]{5,} | T[masked].",
        "Tuesday, May 5 | \\w+ | [masked], [masked] [masked]",
        "order 17 of anna | [0-9]+~[a-z]{5,} | [masked] [masked] of anna",
        "abcde | [a-z]{2} | [masked][masked]e",
        "1-2-3 | \\W~\\w | [masked][masked][masked][masked][masked]",
        "abcde, f | .{3} | [masked][masked] f",
        "abcde | \\D{2} | [masked][masked]e",
        "a [masked] b | [a-z]+ | [masked] [masked] [masked]"})
    void whatIsRecordedOfAReplyEqualsThatReply(String reply, String patterns, String recorded) throws AssertionFault {
        var masks = List.of(patterns.split("~"));
        var file = Masks.of(masks).recorded(reply).orElseThrow() + "\n";
        var snapshot = new TextCheck.Snapshot(masks, "s.snapshots/a/reply-1.txt", file, false);

        assertThat(file).isEqualTo(recorded + "\n");
        assertThat(result(snapshot, false, reply).passed()).isTrue();
        assertThat(result(snapshot, true, reply).passed()).isFalse();
        assertThat(result(snapshot, false, reply + " é").passed()).isFalse();
    }

    @Test
    void aMaskAddedLaterLeavesAloneWhatIsMaskedAlready() throws AssertionFault {
        var snapshot = new TextCheck.Snapshot(List.of("[0-9]+", "[a-z]{4,}"), "f.txt", "Ask Peter at [masked].\n",
                false);

        assertThat(result(snapshot, false, "Ask Petra at 17.").passed()).isTrue();
        assertThat(result(snapshot, false, "Ask Petra on 17.").passed()).isFalse();
    }

    @Test
    void aDifferenceIsShownWhereItIs() throws AssertionFault {
        var result = result(snapshot("one two three", null), false, "one 2 three");

        assertThat(result.reason()).isEqualTo("expected the reply to equal the snapshot s.snapshots/a/reply-1.txt, "
                + "found \"one 2 three\": they differ from character 5 on");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "Order 17. | Order 18. | character 8 | Order 17. | Order 18.",
        "Dear Zoë,~Order 17.~Bye | Dear Zoë,~Order 18.~Bye | line 2, character 8 | Order 17. | Order 18.",
        "a~b~c | a~c | line 2, character 1 | b | -", "a~c | a~b~c | line 2, character 1 | - | b",
        "a | a~b | line 2, character 1 | - | b", "a~a | a | line 2, character 1 | a | -",
        "'' | b | character 1 | '' | b",
        "a~~b | a~b | line 2, character 1 | '' | -",
        "1~2~3~4~5~6~z | x~2~z | character 1 | 1~2~3~… (3 more lines) | x~2",
        "a~1~2~3~4 | a~x~y~z~w | line 2, character 1 | 1~2~3~… (1 more line) | x~y~z~… (1 more line)"})
    void theLinesThatDifferAreToldAsData(String recorded, String reply, String at, @Nullable String expected,
            @Nullable String found) throws AssertionFault {
        var evidence = result(snapshot(lines(recorded), null), false, lines(reply)).evidence();

        assertThat(evidence).isNotNull();
        assertThat(evidence.differences()).containsExactly(new Difference(at, json(expected), json(found)));
    }

    private static String lines(String text) {
        return text.replace('~', '\n');
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        return text == null ? null : StringNode.valueOf(lines(text));
    }

    @Test
    void ofALongLineWhatIsAroundTheDifferenceIsTold() throws AssertionFault {
        var line = "word ".repeat(100);

        var evidence = result(snapshot(line + "17 " + line, null), false, line + "18 " + line).evidence();

        assertThat(evidence).isNotNull();
        assertThat(evidence.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.at()).isEqualTo("character 502");
            assertThat(difference.expected()).hasToString("\"…" + line.substring(471) + "17 "
                    + line.substring(0, 128) + "…\"");
        });
    }

    @Test
    void whereNothingDiffersNothingIsTold() throws AssertionFault {
        var evidence = result(snapshot("a", null), true, "a").evidence();

        assertThat(evidence).isNotNull();
        assertThat(evidence.differences()).isEmpty();
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
        assertThat(result(new TextCheck.Snapshot(List.of(), "f.txt", null, true), false, "a").passed()).isTrue();
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

    private static TextCheck.Snapshot snapshot(@Nullable String recorded, @Nullable String mask) {
        return new TextCheck.Snapshot(mask == null ? List.of() : List.of(mask), "s.snapshots/a/reply-1.txt", recorded,
                false);
    }
}
