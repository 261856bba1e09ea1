package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "order-\\d+        | your order-17 is here",
        "(?i)^confirm      | CONFIRMED",
        "^$                | ``",
        "\\p{Han}          | 你好",
        "[[:alpha:]]{3}    | abc",
        "\\Qa.b\\E$        | a.b",
        "x{2,}y{1}z{0,3}   | xxyz"})
    void holdsWhenThePatternIsFoundAnywhere(String pattern, String text) throws AssertionFault {
        Checking.holds(new TextCheck.Regex(pattern), saying(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "order-\\d+ | order-x",
        "^b         | ab",
        "a          | ``",
        "^.$        | ab"})
    void failsWhenItIsNot(String pattern, String text) throws AssertionFault {
        Checking.fails(new TextCheck.Regex(pattern), saying(text));
    }

    @Test
    void theSentenceShowsPatternAndReply() throws AssertionFault {
        assertThat(Checking.reason(new TextCheck.Regex("EXP-\\d+"), saying("No.")))
                .isEqualTo("expected the reply to match /EXP-\\d+/, found \"No.\"");
        assertThat(Checking.reasonNegated(new TextCheck.Regex("\\d+"), saying("It is 42.")))
                .isEqualTo("expected the reply not to match /\\d+/, found \"42\" in \"It is 42.\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "(a              | missing closing )",
        "[a              | missing closing ]",
        "a{1001}         | invalid repeat count",
        "(?=a)b          | RE2 has no lookahead",
        "a(?!b)          | RE2 has no lookahead",
        "(?<=a)b         | no lookbehind",
        "(a)\\1          | RE2 has no backreferences",
        "a++             | no possessive"})
    void aPatternThatIsNoneIsAFaultWithAHint(String pattern, String hint) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new TextCheck.Regex(pattern))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining(hint).hasMessageContaining(pattern);
    }

    @ParameterizedTest
    @ValueSource(strings = {"((a{1000}){1000}){1000}", "((a{0,1000}){0,1000}){0,2}b$", "(((){1000}){1000}){1000}",
        "([a-z]{0,99}){0,99}", "(\\Qab\\E{500}){500}", "(?:(?:[]a]{100}){100}){9}"})
    void aPatternThatRepeatsTooMuchIsRefusedWithoutBeingCompiled(String pattern) {
        // When
        var compiling = Duration.ofSeconds(10); // written out, they take longer, and all memory

        // Then
        Assertions.assertTimeoutPreemptively(compiling, () -> assertThatThrownBy(
                () -> BoundedPattern.compile(pattern)).isInstanceOf(AssertionFault.class).hasMessageContaining(
                        "repeats too much"));
    }

    @Test
    void deepGroupsAndLongPatternsAreRefused() {
        assertThatThrownBy(() -> BoundedPattern.compile("(".repeat(2_000) + "a" + ")".repeat(2_000)))
                .isInstanceOf(AssertionFault.class);
        assertThatThrownBy(() -> BoundedPattern.compile("a".repeat(10_001))).isInstanceOf(AssertionFault.class)
                .hasMessageContaining("the limit is 10000");
    }

    @Test
    void aCostlySearchEndsSoonAndIsNoPassEitherWay() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            // Given
            var costly = new TextCheck.Regex("((a{0,100}){0,10}){0,1}b$");
            var reply = saying("a".repeat(1_000_000));

            // When
            var wanted = Checking.evaluate(costly, false, reply);
            var unwanted = Checking.evaluate(costly, true, reply);

            // Then
            assertThat(wanted.passed()).isFalse();
            assertThat(unwanted.passed()).isFalse();
            assertThat(unwanted.reason()).contains("only the first").contains("of its 1000000 characters");
        });
    }

    @Test
    void aPlainPatternReadsAMegabyteToItsEnd() throws AssertionFault {
        Checking.holds(new TextCheck.Regex("(?i)order-[0-9]+"), saying("x".repeat(1_000_000) + " ORDER-1"));
    }
}
