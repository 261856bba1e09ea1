package dev.muster.common.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

/** Messages about unreadable JSON tell users nothing about the library that read it. */
class JsonTroubleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{\"a\": NaN} | non-standard token 'NaN'",
        "[01] | invalid numeric value: Leading zeroes not allowed",
        "{\"a\": 1 // no | maybe a (non-standard) comment?",
        "nul | unrecognized token 'nul': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or"
                + " 'false')"})
    void theLibrarysSettingsAreLeftOut(String json, String said) {
        assertThat(trouble(json)).endsWith(said);
    }

    @Test
    void aBoundIsToldWithItsFigure() {
        assertThat(trouble("[".repeat(2_000)))
                .isEqualTo("document nesting depth (501) exceeds the maximum allowed (500)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": NaN}", "{'a': 1}", "{a: 1}", "[+1]", "[.5]", "[1.]", "[\"\\x\"]", "[\"\n\"]",
        "[1,]",
        "[1,,2]", "/* */ 1", "# 1", "[Infinity]", "[-Infinity]", "\u0001", "[tru", "{\"a\"", "[\"\\u12\"]"})
    void noClassOrFeatureIsNamed(String json) {
        assertThat(trouble(json)).doesNotContain("Feature", "`", "Constraints", "tools.jackson").isNotBlank();
    }

    @Test
    void aValueOfAnotherFormIsToldByItsPlace() {
        var trouble = catchThrowableOfType(JacksonException.class,
                () -> Json.MAPPER.readValue("{\"x\": [1]}", Point.class));

        assertThat(JsonTrouble.of(trouble)).isEqualTo("it has another form than expected at 'x'");
    }

    private record Point(int x) {}

    private static String trouble(String json) {
        return JsonTrouble.of(catchThrowableOfType(JacksonException.class, () -> Json.MAPPER.readTree(json)));
    }
}
