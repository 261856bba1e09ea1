package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests the settings of llm-judge and the score that they give. */
final class RubricTest {

    @Test
    void criteriaStandInTheOracleAndInWhatIsExpected() throws AssertionFault {
        var rubric = Rubric.of(json("""
                {"criteria": ["polite", {"criterion": "short", "weight": 3}], "passThreshold": 0.5, "strictMode": true,
                 "temperature": 0.2, "timeoutMS": 1500, "judgePrompt": "Be hard."}"""),
                json("{\"judgeValidationCriteria\": [\"names the total\"]}"));

        assertThat(rubric).isEqualTo(new Rubric(List.of(new RubricCriterion("polite", 1),
                new RubricCriterion("short", 3), new RubricCriterion("names the total", 1)), "Be hard.", 0.2, true,
                0.5, Duration.ofMillis(1500)));
    }

    @Test
    void theScoreIsTheShareOfTheWeightsThatIsMet() throws AssertionFault {
        var rubric = Rubric.of(json("{\"criteria\": [\"a\", {\"criterion\": \"b\", \"weight\": 3}]}"), json("{}"));

        assertThat(rubric.score(List.of(true, false))).isEqualTo(0.25);
        assertThat(rubric.score(List.of(false, true))).isEqualTo(0.75);
        assertThat(rubric.threshold()).isEqualTo(0.7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | {} | has no criteria: give it",
        "{'criteria': []} | {} | has no criteria: give it",
        "{'criteria': [5]} | {} | an item of 'criteria' must be a string, or an object",
        "{'criteria': ['']} | {} | an item of 'criteria' must be a string, or an object",
        "{'criteria': [{'criterion': 'a', 'weigth': 1}]} | {} | an item of 'criteria' must be",
        "{'criteria': [{'criterion': 'a', 'weight': -1}]} | {} | an item of 'criteria' must be",
        "{'criteria': [{'criterion': 'a', 'weight': 0}]} | {} | have a total weight of 0",
        "{} | {'judgeValidationCriteria': [null]} | an item of 'judgeValidationCriteria' must be",
        "{'criteria': ['a'], 'passThreshold': 2} | {} | must be from 0 to 1",
        "{'criteria': ['a'], 'passThreshold': 'x'} | {} | must be a number of 0 or more",
        "{'criteria': ['a'], 'timeoutMS': 'x'} | {} | must be a whole number",
        "{'criteria': ['a'], 'treshold': 1} | {} | has no setting 'treshold'"})
    void whatIsWrongIsAFault(String config, String expected, String sentence) {
        assertThatThrownBy(() -> Rubric.of(json(config.replace('\'', '"')), json(expected.replace('\'', '"'))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining(sentence);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
