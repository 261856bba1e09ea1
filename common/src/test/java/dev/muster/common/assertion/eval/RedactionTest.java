package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.target.Secrets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @Test
    void everyMatchOfEveryPatternIsMaskedBesidesSecrets() throws AssertionFault {
        var redaction = Redaction.of(List.of("\\d{4}-\\d{4}", "(?i)anna"));

        var masked = new Secrets(List.of("sk-12345678"), redaction).mask("ANNA and Anna, 1234-5678, sk-12345678 $1");

        assertThat(masked).isEqualTo("*** and ***, ***, *** $1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a*", "x?", "^", "\\b", "(a|)", "$"})
    void aPatternThatMatchesNothingAtAllIsRefused(String pattern) {
        assertThatThrownBy(() -> Redaction.of(List.of(pattern))).isInstanceOf(AssertionFault.class)
                .hasMessageContaining("matches the empty text");
    }

    @Test
    void aTextTooLargeToSearchIsMaskedAsAWhole() throws AssertionFault {
        var large = "1234-5678 ".repeat(500_000);

        assertThat(Redaction.of(List.of("[a-z]{900}x")).mask(large)).startsWith("*** (too long").doesNotContain("1234");
        assertThat(Redaction.of(List.of("\\d{4}-\\d{4}")).mask(large)).doesNotContain("1234");
    }
}
