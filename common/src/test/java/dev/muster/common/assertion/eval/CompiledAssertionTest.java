package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.result.AssertionResult;
import org.junit.jupiter.api.Test;

class CompiledAssertionTest {

    private static final Check SUBMITTED = new TextCheck.Contains(List.of("submitted"), false);

    @Test
    void everyAssertionIsReportedInTheOrderOfTheSuite() throws AssertionFault {
        // Given
        var first = Assertion.of(SUBMITTED);
        var second = Assertion.of(new TextCheck.Regex("[0-9]+"));
        var third = Assertion.of(new TextCheck.Contains(List.of("Expense"), false));

        // When
        var results = CompiledAssertions.compile(List.of(first, second, third))
                .evaluate(Replies.saying("Expense rejected").reply());

        // Then
        assertThat(results).extracting(AssertionResult::assertion).containsExactly(first, second, third);
        assertThat(results).extracting(AssertionResult::passed).containsExactly(false, false, true);
        assertThat(results.getLast().reason()).isNull();
    }

    @Test
    void theAuthorsMessageLeadsAndOursFollows() throws AssertionFault {
        // Given
        var assertion = new Assertion(SUBMITTED, false, "The agent must confirm", null, 1);

        // When
        var result = evaluate(assertion, "No.");

        // Then
        assertThat(result.reason())
                .isEqualTo("The agent must confirm (expected the reply to contain \"submitted\", found \"No.\")");
    }

    @Test
    void negateTurnsTheVerdictAndTheSentence() throws AssertionFault {
        // Given
        var assertion = new Assertion(SUBMITTED, true, null, null, 1);

        // When
        var found = evaluate(assertion, "It was submitted.");
        var missing = evaluate(assertion, "It was not.");

        // Then
        assertThat(found.passed()).isFalse();
        assertThat(found.reason()).isEqualTo(
                "expected the reply not to contain \"submitted\", found it in \"It was submitted.\"");
        assertThat(missing.passed()).isTrue();
    }

    private static AssertionResult evaluate(Assertion assertion, String text) throws AssertionFault {
        return CompiledAssertions.compile(List.of(assertion)).evaluate(Replies.saying(text).reply()).getFirst();
    }
}
