package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.assertion.TextCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EqualsCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"OK\"           | OK",
        "\"\"             | ``",
        "\"größer 🙂\"     | größer 🙂",
        "1                | 1.0",
        "1e2              | 100",
        "0.1              | 0.10",
        "true             | true",
        "null             | null",
        "{\"a\":1,\"b\":[2]} | {\"b\":[2.0],\"a\":1}",
        "{\"a\":1}        | ~~~json {\"a\":1}~~~",
        "[]               | []"})
    void holdsWhenTheReplyIsTheSame(String expected, String text) throws AssertionFault {
        Checking.holds(new TextCheck.Equals(json(expected)), saying(fenced(text)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"OK\"           | ok",
        "\"OK\"           | `OK `",
        "\"OK\"           | \"OK\"",
        "\"OK\"           | ``",
        "\"1\"            | 2",
        "1                | 1.01",
        "1                | \"1\"",
        "1                | 1 item",
        "1e400            | 1",
        "true             | yes",
        "null             | ``",
        "[1,2]            | [2,1]",
        "[1,2]            | [1]",
        "{\"a\":1}        | {\"a\":1,\"b\":2}",
        "{\"a\":1,\"b\":2} | {\"a\":1}",
        "{\"a\":null}     | {}"})
    void failsWhenItIsNot(String expected, String text) throws AssertionFault {
        Checking.fails(new TextCheck.Equals(json(expected)), saying(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"OK\" | Okay | expected the reply to equal \"OK\", found \"Okay\": they differ from character 2 on",
        "\"OK\" | ok   | expected the reply to equal \"OK\", found \"ok\": they differ only in upper and lower case",
        "\"OK\" | `OK ` | expected the reply to equal \"OK\", found \"OK \": they differ only in white space at the ends",
        "\"OK\" | ``   | expected the reply to equal \"OK\", found an empty reply",
        "{}     | OK   | expected the reply to equal {}, found text that is not JSON: \"OK\"",
        "{\"a\":{\"b\":[1,2]}} | {\"a\":{\"b\":[1,3]}} | expected the reply to equal {\"a\":{\"b\":[1,2]}}, found {\"a\":{\"b\":[1,3]}}: at $.a.b[1] it has 3 instead of 2",
        "{\"a\":1} | {} | expected the reply to equal {\"a\":1}, found {}: it has no $.a",
        "{} | {\"a\":1} | expected the reply to equal {}, found {\"a\":1}: it has $.a too"})
    void theSentenceShowsTheFirstDifference(String expected, String text, String sentence) throws AssertionFault {
        assertThat(Checking.reason(new TextCheck.Equals(json(expected)), saying(text))).isEqualTo(sentence);
    }

    @Test
    void ofALongReplyThePartAroundTheDifferenceIsShown() throws AssertionFault {
        // Given
        var expected = json('"' + "a".repeat(500) + "bc\"");
        var text = "a".repeat(500) + "x" + "🙂".repeat(200);

        // When
        var reason = Checking.reason(new TextCheck.Equals(expected), saying(text));

        // Then
        assertThat(reason).contains("\"" + "a".repeat(30) + "x🙂").contains("🙂\"… (701 characters): they differ from "
                + "character 501 on").hasSizeLessThan(460);
    }

    @Test
    void negatedItSaysThatTheyAreEqual() throws AssertionFault {
        assertThat(Checking.reasonNegated(new TextCheck.Equals(json("\"No\"")), saying("No")))
                .isEqualTo("expected the reply not to equal \"No\", but it does");
    }

    /** {@code ~~~json …~~~} as a Markdown fence, since the table's quotes are backticks. */
    private static String fenced(String text) {
        var fence = text.replace("~~~json ", "```json\n").replace("~~~", "\n```");
        return text.startsWith("~~~") ? "Here:\n" + fence + "\nOK?" : text;
    }
}
