package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import module java.base;
import com.google.re2j.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndlessFoldingTest {

    @ParameterizedTest
    @ValueSource(strings = {"(?i)\u1C80", "(?i)[\u1C88]", "(?i)\\x{1c81}", "a(?si:[b-\uFFFF])",
        "(?i)[\\x{100}-\\x{ffff}]",
        "(?i)[a-\\x{10ffff}]", "(?P<n>x)(?i)[\u1C00-\u1D00]", "(?i)[^--\u1D00]", "(?i)[a--\u1D00]",
        "(?i)[\\172-\\x{10ffff}]", "(?i)[\\x7a-\\x{10ffff}]", "(?i)[z-\\x{10ffff}]", "(?i)[a][+--\uFFFF]",
        "(?i)[\\x{41}-\\x{1D00}]"})
    void isRefused(String pattern) {
        assertThatThrownBy(() -> BoundedPattern.compile(pattern)).isInstanceOf(AssertionFault.class)
                .hasMessageContaining("ignores case for the letters U+1C80 to U+1C88");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u1C80", "[a-\uFFFF]", "(?i)hello-\u4E16", "(?i)[a-z0-9_-]+", "(?i)[\\x{0}-\\x{10ffff}]",
        "(?i)\\p{L}+", "(?i)[^a-z]", "(?i)[\u4E00-\u9FFF]", "(?i:a)-\uFFFF", "(?i)\\x{", "(?i)x-"})
    void isTakenAndComesToAnEnd(String pattern) {
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            try {
                return BoundedPattern.compile(pattern).isIn("x", new StepBudget()) ? "found" : "not found";
            } catch (AssertionFault refused) {
                return String.valueOf(refused.getMessage());
            }
        })).doesNotContain("U+1C80");
    }

    /** When this fails, RE2J supports these letters, and all of this can be removed. */
    @Test
    void everyOtherLetterIsFolded() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
                if (Character.isLetter(letter) && !EndlessFolding.isIn("(?i)" + Character.toString(letter))) {
                    var _ = Pattern.compile("(?i)" + Character.toString(letter));
                }
            }
        });
    }
}
