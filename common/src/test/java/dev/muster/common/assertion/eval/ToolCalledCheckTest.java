package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ToolCheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCalledCheckTest {

    private static final Replies EXPENSE = saying("").calling("get_policy", "{}").calling("create_expense", """
            {"amount":3500,"currency":"EUR","trip":{"to":"Peking 北京","days":[1,2]},"note":null}""");

    @ParameterizedTest
    @CsvSource({"create, create", "create, server__create", "create, mcp__a__create", "create, server.create",
        "server__create, server__create", "a.b, a.b"})
    void aToolIsKnownByItsNameOrTheLastPartOfIt(String written, String called) throws AssertionFault {
        Checking.holds(tool(written, null), saying("").calling(called, "{}"));
    }

    @ParameterizedTest
    @CsvSource({"create, create_expense", "create, Create", "server__create, create", "create, create__server",
        "create, create.x", "a__create, b__create"})
    void otherNamesAreOtherTools(String written, String called) throws AssertionFault {
        Checking.fails(tool(written, null), saying("").calling(called, "{}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{}", "{\"amount\":3500.0}",
        "{\"trip\":{\"to\":\"Peking 北京\"}}", "{\"trip\":{\"days\":[1,2]}}", "{\"note\":null}",
        "{\"currency\":\"regex:^E\"}", "{\"currency\":\"regex: ^EUR$\"}", "{\"amount\":\"regex:^35\"}",
        "{\"trip\":\"regex:Peking\"}", "{\"trip\":{\"days\":[\"regex:[0-9]\",2]}}"})
    void theArgumentsAreASubset(String arguments) throws AssertionFault {
        Checking.holds(tool("create_expense", arguments), EXPENSE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"amount\":35}", "{\"amount\":\"3500\"}",
        "{\"missing\":null}", "{\"trip\":{\"from\":\"x\"}}", "{\"trip\":{\"days\":[1]}}",
        "{\"trip\":{\"days\":[2,1]}}", "{\"currency\":\"regex:^U\"}", "{\"currency\":{\"a\":1}}", "[]", "\"x\""})
    void otherArgumentsDoNotCount(String arguments) throws AssertionFault {
        Checking.fails(tool("create_expense", arguments), EXPENSE);
    }

    @Test
    void oneCallMustHaveNameAndArgumentsTogether() throws AssertionFault {
        // Given
        var reply = saying("").calling("a", "{\"x\":1}").calling("b", "{\"x\":2}");

        // Then
        Checking.fails(tool("a", "{\"x\":2}"), reply);
        Checking.holds(new ToolCheck.ToolCalled(List.of("a", "b"), json("{\"x\":2}")), reply);
    }

    @Test
    void theSentenceShowsTheCallsThatWereMade() throws AssertionFault {
        assertThat(Checking.reason(tool("create", null), saying("Hi")))
                .isEqualTo("expected the tool create to be called, but no tool was called");
        assertThat(Checking.reason(tool("create", null), saying("").calling("list", "{}").calling("get", "{\"id\":1}")))
                .isEqualTo("expected the tool create to be called, but what was called is list(), get({\"id\":1})");
        assertThat(Checking.reason(tool("get", "{\"id\":2}"), saying("").calling("get", "{\"id\":1}"))).isEqualTo(
                "expected the tool get to be called with {\"id\":2}, but it was called as get({\"id\":1}): at "
                        + "arguments.id it has 1 instead of 2");
        assertThat(Checking.reason(tool("get", "{\"id\":2}"), saying("").calling("get", "\"{broken\""))).isEqualTo(
                "expected the tool get to be called with {\"id\":2}, but it was called as get(\"{broken\"): at "
                        + "arguments it has \"{broken\", which is not an object");
        assertThat(Checking.reasonNegated(tool("get", null), saying("").calling("get", "{\"id\":1}")))
                .isEqualTo("expected the tool get not to be called, but it was: get({\"id\":1})");
    }

    @Test
    void ofManyCallsTheFirstAreShown() throws AssertionFault {
        // Given
        var reply = saying("");
        for (int i = 0; i < 12; i++) {
            reply = reply.calling("t" + i, "{}");
        }

        // Then
        assertThat(Checking.reason(tool("x", null), reply)).endsWith("t0(), t1(), t2(), t3(), t4() and 7 more");
    }

    @Test
    void noNameAndBadPatternsInArgumentsAreFaults() {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new ToolCheck.ToolCalled(List.of(), null))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("names no tool");
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(tool("a", "{\"x\":[\"regex:(\"]}"))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("not an RE2 pattern");
    }

    private static Check tool(String name, @Nullable String arguments) {
        return new ToolCheck.ToolCalled(List.of(name), arguments == null ? null : json(arguments));
    }
}
