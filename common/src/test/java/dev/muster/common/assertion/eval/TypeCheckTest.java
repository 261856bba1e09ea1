package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ValueCheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeCheckTest {

    private static final String ALL = """
            {"s":"x","n":1.5,"i":7,"whole":2.0,"b":false,"a":[],"o":{},"z":null,"mixed":[1,"x"]}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"$.s | string", "$.n | number", "$.i | number", "$.i | integer",
        "$.whole | integer", "$.b | boolean", "$.a | array", "$.o | object", "$.z | null", "$.mixed[0] | number",
        " | object", "$ | object", "$.mixed.length() | integer"})
    void holds(@Nullable String path, String type) throws AssertionFault {
        Checking.holds(new ValueCheck.Type(path, type), saying(ALL));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"$.s | number", "$.n | integer", "$.i | string", "$.z | object",
        "$.missing | null", "$.a | object", "$.mixed[*] | number", " | string", "$.b | string"})
    void fails(@Nullable String path, String type) throws AssertionFault {
        Checking.fails(new ValueCheck.Type(path, type), saying(ALL));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"Hello | string", "`` | string", "42 items | string",
        "42 | integer", "true | boolean", "null | null", "[1] | array", "\"x\" | string", "{broken | string"})
    void withoutAPathTheReplyItselfIsJudged(String text, String type) throws AssertionFault {
        Checking.holds(new ValueCheck.Type(null, type), saying(text));
    }

    @Test
    void theSentenceSaysWhatTypeItFound() throws AssertionFault {
        assertThat(Checking.reason(new ValueCheck.Type("$.s", "number"), saying(ALL)))
                .isEqualTo("expected $.s to be a number, found a string (\"x\") in the reply's JSON");
        assertThat(Checking.reason(new ValueCheck.Type(null, "object"), saying("Hi")))
                .isEqualTo("expected the reply to be an object, found a string (\"Hi\")");
        assertThat(Checking.reason(new ValueCheck.Type("$.z", "object"), saying(ALL)))
                .isEqualTo("expected $.z to be an object, found null in the reply's JSON");
    }

    @ParameterizedTest
    @CsvSource({"int, write integer", "Number, write number", "Bool, write boolean", "date, 'write string, number'"})
    void anUnknownTypeIsAFaultThatSaysWhatWouldBeRight(String type, String hint) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new ValueCheck.Type(null, type))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("'" + type + "' is not a type")
                .hasMessageContaining(hint);
    }
}
