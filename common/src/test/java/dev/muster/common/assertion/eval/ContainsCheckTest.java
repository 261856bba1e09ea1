package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainsCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "submitted | It was submitted. | false",
        "submitted | It was SUBMITTED. | true",
        "straße    | STRASSE           | true",
        "ΟΔΟΣ      | οδοσα             | true",
        "🙂        | ok 🙂!            | false",
        "``        | anything          | false",
        "``        | ``                | false"})
    void holdsWhenTheTextIsThere(String value, String text, boolean ignoreCase) throws AssertionFault {
        Checking.holds(new TextCheck.Contains(List.of(value), ignoreCase), saying(text));
        Checking.fails(new TextCheck.NotContains(List.of(value), ignoreCase), saying(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "submitted | It was SUBMITTED. | false",
        "submitted | rejected          | true",
        "a         | ``                | false",
        "é         | e\u0301           | false"})
    void failsWhenItIsNot(String value, String text, boolean ignoreCase) throws AssertionFault {
        Checking.fails(new TextCheck.Contains(List.of(value), ignoreCase), saying(text));
        Checking.holds(new TextCheck.NotContains(List.of(value), ignoreCase), saying(text));
    }

    @Test
    void aListMeansAllAndForbidsEach() throws AssertionFault {
        // Given
        var values = List.of("amount", "date");

        // Then
        Checking.holds(new TextCheck.Contains(values, false), saying("the date and the amount"));
        Checking.fails(new TextCheck.Contains(values, false), saying("the date"));
        Checking.fails(new TextCheck.NotContains(values, false), saying("the date"));
        Checking.holds(new TextCheck.NotContains(values, false), saying("nothing"));
    }

    @Test
    void theSentenceSaysWhichIsMissing() throws AssertionFault {
        assertThat(Checking.reason(new TextCheck.Contains(List.of("amount", "date"), false), saying("the date")))
                .isEqualTo("expected the reply to contain \"amount\" and \"date\", \"amount\" is not in \"the date\"");
        assertThat(Checking.reason(new TextCheck.Contains(List.of("Date"), false), saying("the date"))).isEqualTo(
                "expected the reply to contain \"Date\", found \"the date\", which has it in another case "
                        + "(ignore_case: true would accept that)");
        assertThat(Checking.reason(new TextCheck.Contains(List.of("Date"), false), saying("")))
                .isEqualTo("expected the reply to contain \"Date\", found an empty reply");
    }

    @Test
    void theSentenceAboutSomethingForbiddenShowsWhereItStands() throws AssertionFault {
        // Given
        var text = "x".repeat(400) + " error " + "y".repeat(400);

        // When
        var reason = Checking.reason(new TextCheck.NotContains(List.of("error", "sorry"), false), saying(text));

        // Then
        assertThat(reason).startsWith("expected the reply not to contain \"error\" or \"sorry\", found it in …\"xxx")
                .contains(" error ").endsWith("(807 characters)");
    }

    @Test
    void lineEndsAreShownAndDoNotBreakTheSentence() throws AssertionFault {
        assertThat(Checking.reason(new TextCheck.Contains(List.of("c"), false), saying("a\r\n\tb"))).endsWith(
                "found \"a\\r\\n\\tb\"");
    }

    @Test
    void anEmptyListIsAFault() {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new TextCheck.Contains(List.of(), false))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("'contains' has no value");
    }
}
