package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.CountingProxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'type':'object','required':['a']} | {'a':null}", "true | 1", "{} | 'x'", "{'type':'integer'} | 1.0",
        "{'properties':{'a':{'pattern':'^[a-z]+$'}}} | {'a':'b'}", "{'pattern':'b'} | 'abc'", "{'const':1} | 1.0",
        "{'prefixItems':[{'type':'string'}],'items':false} | ['x']",
        "{'$ref':'#/$defs/n','$defs':{'n':{'minimum':2}}} | 2",
        "{'$schema':'http://json-schema.org/draft-07/schema#','items':[{'type':'string'}]} | ['x',1]",
        "{'format':'email'} | 'none'", "{'properties':{'pattern':{'type':'string'}}} | {'pattern':'('}",
        "{'enum':[{'pattern':'('}]} | {'pattern':'('}",
        "{'patternProperties':{'^x':{'type':'number'}}} | {'x1':1,'y':''}"})
    void aValueFitsItsSchema(String schema, String value) throws AssertionFault {
        assertThat(trouble(schema, value)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'type':'object','required':['a','b']} | {'a':1} | at $, required property 'b' not found",
        "{'properties':{'a':{'type':'integer'}}} | {'a':'x'} | at $.a, string found, integer expected",
        "{'pattern':'^b'} | 'ab' | at $, does not match the regex pattern ^b",
        "{'patternProperties':{'^x':{'type':'number'}}} | {'x1':''} | at $.x1, string found, number expected",
        "{'propertyNames':{'maxLength':1}} | {'ab':1} | at $, property 'ab' name is not valid: must be at most 1 characters long",
        "false | 1 | at $, schema for 'null' is false"})
    void whatDoesNotFitIsToldWithItsPlace(String schema, String value, String why) throws AssertionFault {
        assertThat(trouble(schema, value)).isEqualTo(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'type':'text'} | this is not a JSON Schema: at $.type",
        "{'required':'a'} | this is not a JSON Schema: at $.required",
        "{'properties':[]} | this is not a JSON Schema", "[] | a JSON Schema must be an object, not []",
        "5 | a JSON Schema must be an object, not 5", "{'pattern':'('} | the pattern \"(\" is not an RE2 pattern",
        "{'properties':{'a':{'pattern':'(?=a)'}}} | RE2 has no lookahead",
        "{'patternProperties':{'(a':true}} | the pattern \"(a\" is not an RE2 pattern",
        "{'allOf':[{'pattern':'a{1000}{1000}'}]} | repeats too much",
        "{'$ref':'#/$defs/none'} | this JSON Schema can't be used",
        "{'$ref':'https://example.org/a.json'} | this JSON Schema can't be used",
        "{'$ref':'file:///etc/passwd'} | this JSON Schema can't be used",
        "{'$ref':'classpath:logback-test.xml'} | this JSON Schema can't be used",
        "{'$ref':'http://json-schema.org/nothing'} | this JSON Schema can't be used",
        "{'$schema':'https://example.org/dialect'} | this JSON Schema can't be used"})
    void whatCannotBeUsedIsAFault(String schema, String why) {
        assertThatThrownBy(() -> JsonSchema.compile(json(schema.replace('\'', '"'))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'$ref':'URL/schema.json'}", "{'$id':'URL/x/','$ref':'y.json'}",
        "{'$schema':'URL/meta.json','type':'object'}", "{'$ref':'jar:URL/a.jar!/a.json'}",
        "{'$ref':'http://json-schema.org/evil/../x'}", "{'$ref':'https://json-schema.org/evil/x'}",
        "{'$schema':'http://json-schema.org/evil/../schema#'}", "{'$ref':'file:///etc/passwd'}"})
    void nothingIsFetchedForASchema(String schema) throws Exception {
        try (var everywhere = new CountingProxy()) {
            // When
            var compiling = assertThatThrownBy(() -> compiled(schema.replace("URL", everywhere.url())));

            // Then
            compiling.isInstanceOf(AssertionFault.class);
            assertThat(everywhere.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'multipleOf':0.01} | 1e999999999", "{'multipleOf':0.01} | 1e-999999999",
        "{'type':'integer','maximum':1e300,'multipleOf':7} | 1e999999999", "{'type':'integer'} | 1e-999999999",
        "{'const':1} | 1e999999999", "{'enum':[1e999999998]} | 1e999999999", "{'multipleOf':1e-999999999} | 1",
        "{'uniqueItems':true} | [1e999999999, 1e-999999999]"})
    void numbersOfAnySizeCostLittle(String schema, String value) throws Exception {
        Cost.bounded(() -> {
            try {
                return Optional.ofNullable(trouble(schema, value));
            } catch (AssertionFault | LimitExceeded refused) {
                return refused;
            }
        });
    }

    @Test
    void aNumberOfManyDigitsIsJudged() throws Exception {
        var digits = "9".repeat(900);

        assertThat(trouble("{'multipleOf':0.01}", digits)).isNull();
        assertThat(trouble("{'type':'integer','multipleOf':10}", digits)).contains("multiple of 10");
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 240})
    void aSchemaThatNestsTooDeepIsAFault(int depth) {
        assertThatThrownBy(() -> compiled("{'not':".repeat(depth) + "{}" + "}".repeat(depth)))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("nests too deep");
    }

    @Test
    void aSchemaThatDoublesAtEachStepComesToAnEnd() throws AssertionFault {
        // Given
        var defs = IntStream.range(1, 40).mapToObj(i -> "'a" + i + "':{'allOf':[{'$ref':'#/$defs/a" + (i - 1)
                + "'},{'$ref':'#/$defs/a" + (i - 1) + "'}]}").collect(Collectors.joining(","));
        var schema = compiled("{'$ref':'#/$defs/a39','$defs':{'a0':{'type':'integer'}," + defs + "}}");

        // Then
        assertThatThrownBy(() -> schema.trouble(json("1"))).isInstanceOf(LimitExceeded.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'$ref':'#'}", "{'allOf':[{'$ref':'#'}]}",
        "{'$defs':{'a':{'$ref':'#/$defs/b'},'b':{'$ref':'#/$defs/a'}},'$ref':'#/$defs/a'}"})
    void aSchemaThatRefersToItselfComesToAnEnd(String source) {
        assertThatThrownBy(() -> compiled(source).trouble(json("1")))
                .isInstanceOfAny(LimitExceeded.class, AssertionFault.class);
    }

    @Test
    void manyCostlyPatternsComeToAnEnd() throws AssertionFault {
        // Given
        var schema = compiled("{'items':{'pattern':'(a{0,50}b?){0,40}c'}}");
        var list = "[" + "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac\",".repeat(10_000) + "\"c\"]";

        // Then
        assertThatThrownBy(() -> schema.trouble(json(list))).isInstanceOf(LimitExceeded.class);
    }

    @Test
    void aLargeValueIsWithinTheBounds() throws AssertionFault {
        // Given
        var schema = compiled("{'items':{'type':'object','required':['id'],'properties':{'id':{'pattern':'^x'}}}}");
        var list = "[" + "{\"id\":\"x1\"},".repeat(10_000) + "{\"id\":1}]";

        // Then
        assertThat(schema.trouble(json(list)).none()).isTrue();
    }

    @Test
    void aStrictSchemaHasNoOtherMembers() throws AssertionFault {
        assertThat(strict("{'properties':{'a':{}}}", "{'a':1}")).isNull();
        assertThat(strict("{'properties':{'a':{}}}", "{'a':1,'b':2}")).contains("'b'");
        assertThat(strict("{'properties':{'a':{'properties':{'c':{}}}}}", "{'a':{'d':1}}")).contains("'d'");
        assertThat(strict("{'items':{'properties':{'c':{}}}}", "[{'d':1}]")).contains("'d'");
        assertThat(strict("{'properties':{'a':{}},'additionalProperties':true}", "{'b':1}")).isNull();
        assertThat(strict("{'properties':{'a':{}},'allOf':[{'properties':{'b':{}}}]}", "{'a':1,'b':1}")).isNull();
        assertThat(strict("{'properties':{'a':{}},'allOf':[{'properties':{'b':{}}}]}", "{'c':1}")).contains("c");
    }

    private static @Nullable String trouble(String schema, String value) throws AssertionFault {
        return words(compiled(schema).trouble(json(value.replace('\'', '"'))));
    }

    private static @Nullable String strict(String schema, String value) throws AssertionFault {
        return words(JsonSchema.compile(StrictSchema.of(json(schema.replace('\'', '"'))))
                .trouble(json(value.replace('\'', '"'))));
    }

    private static @Nullable String words(Differences found) {
        return found.none() ? null : found.words();
    }

    private static JsonSchema compiled(String schema) throws AssertionFault {
        return JsonSchema.compile(json(schema.replace('\'', '"')));
    }
}
