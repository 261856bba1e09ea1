package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which patterns and schemas accept anything, and of which kinds of value a schema says something. */
class AlwaysHoldsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".*", ".+", "[\\s\\S]", "^.", "[^\"]", "(?s).", "a|.", "\\w|\\W", "x*",
        "^", "(x)?", "x|"})
    void aPatternThatFitsAnyCharacterIsInEveryReply(String pattern) {
        assertThat(AlwaysHolds.isInEveryReply(pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\\d", "\\w", "\\s", "\\S", "(?s).*\\S", "^$", ".{2}", "(", "-"})
    void aPatternThatAsksForSomethingIsNot(String pattern) {
        assertThat(AlwaysHolds.isInEveryReply(pattern)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} |
            true |
            {"description": "x", "title": "y", "format": "email", "default": 1} |
            {"$ref": "#/$defs/a", "$defs": {"a": {}}} |
            {"$ref": "#"} |
            {"properties": {"a": {"description": "x"}}, "required": []} |
            {"anyOf": [{}, true]} |
            {"items": {}, "minItems": 0, "uniqueItems": false, "minLength": 0} |
            {"additionalProperties": true} |
            {"pattern": ".*"} |
            {"if": {"type": "string"}} |
            {"required": ["a"]} | OBJECT
            {"properties": {"a": {"minimum": 1}}} | OBJECT
            {"additionalProperties": false} | OBJECT
            {"items": {"type": "string"}} | ARRAY
            {"prefixItems": [{}, {"const": 1}]} | ARRAY
            {"contains": {}} | ARRAY
            {"minLength": 1} | STRING
            {"minimum": 0} | NUMBER
            {"allOf": [{"minimum": 0}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"maxLength": 3}}} | STRING NUMBER
            {"then": {"required": ["a"]}} | OBJECT
            {"type": "string"} | OBJECT ARRAY STRING NUMBER OTHER
            {"enum": [1]} | OBJECT ARRAY STRING NUMBER OTHER
            {"not": {}} | OBJECT ARRAY STRING NUMBER OTHER
            false | OBJECT ARRAY STRING NUMBER OTHER
            {"$ref": "#anchor"} | OBJECT ARRAY STRING NUMBER OTHER
            """)
    void aSchemaSaysSomethingOfTheKindsThatItsKeywordsName(String schema, String kinds) {
        var found = SchemaKinds.of(Json.MAPPER.readTree(schema));

        assertThat(found.stream().sorted().map(Enum::name).collect(Collectors.joining(" ")))
                .isEqualTo(kinds == null ? "" : kinds);
    }
}
