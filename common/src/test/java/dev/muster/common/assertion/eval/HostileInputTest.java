package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.result.AssertionResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Endless evaluations stop at a number of steps: the assertion fails, negated or not, and names the limit; the other
 * assertions are still evaluated.
 */
class HostileInputTest {

    private static final String MEGABYTE = "a".repeat(1 << 20);
    private static final Assertion NEIGHBOUR = Assertion.of(new ToolCheck.ToolCalled(List.of("t"), null));

    /** @param limit part of the message */
    record Costly(Check check, Replies reply, String limit) {
        @Override
        public String toString() {
            return limit;
        }
    }

    /** Texts with one hash code. */
    private static String colliding(int many) {
        return IntStream.range(0, many).mapToObj(n -> IntStream.range(0, 14).mapToObj(bit -> (n >> bit & 1) == 0
                ? "Aa" : "BB").collect(Collectors.joining("", "\"", "\""))).collect(Collectors.joining(",", "[", "]"));
    }

    static List<Costly> costly() {
        var steps = "as patterns may take at most 30000000 steps";
        var calls = saying("");
        for (int n = 0; n < 300; n++) {
            calls = calls.calling("t", "{\"x\":\"" + "a".repeat(2_000) + "\"}");
        }
        var evil = json("{\"x\":\"regex:(a{0,30}b?){0,30}c$\"}");
        return List.of(
                new Costly(new TextCheck.Regex("((a{0,100}){0,10}){0,1}b$"), saying(MEGABYTE), steps),
                new Costly(new TextCheck.Regex(IntStream.range(100, 1_000).mapToObj(n -> n + "x").collect(
                        Collectors.joining("|"))), saying(MEGABYTE), steps),
                new Costly(new ValueCheck.JsonPath("$..a..b..c", null), deep(400, 5), "more than 1000000 steps"),
                new Costly(new ValueCheck.JsonPath("$..a..a..a..z", null), deep(400, 5), "more than 1000000 steps"),
                new Costly(new ValueCheck.Schema(null, json("{\"pattern\":\"((a{0,100}){0,10}){0,1}b$\"}")),
                        saying(MEGABYTE), "its patterns took more than 30000000 steps"),
                new Costly(new ValueCheck.Schema(null, json("{\"$ref\":\"#\"}")), saying("1"), "200 schemas deep"),
                new Costly(new ValueCheck.Schema(null, json("{\"$defs\":{\"a\":{\"anyOf\":[{\"$ref\":\"#/$defs/a\"},"
                        + "{\"$ref\":\"#/$defs/a\"}]}},\"$ref\":\"#/$defs/a\"}")), saying("1"), "which is the limit"),
                new Costly(new ValueCheck.Schema(null, json("{\"uniqueItems\":true}")), saying(colliding(1 << 14)),
                        "more than 500000 steps"),
                new Costly(new ValueCheck.Schema(null, json("{\"items\":{\"uniqueItems\":true}}")), saying("["
                        + colliding(1 << 14) + "]"), "more than 500000 steps"),
                new Costly(new ToolCheck.ToolCalled(List.of("t"), evil), calls, steps),
                new Costly(new ToolCheck.ToolsInOrder(List.of(new ExpectedCall(List.of("t"), evil, ArgsMatch.SUBSET))),
                        calls, steps),
                new Costly(new ToolCheck.ToolsExact(Collections.nCopies(300,
                        new ExpectedCall(List.of("t"), evil, ArgsMatch.SUBSET))), calls, steps),
                new Costly(new ToolCheck.ToolsExact(Collections.nCopies(10_000,
                        new ExpectedCall(List.of("t"), null, ArgsMatch.SUBSET))), calls, "2000000 steps"),
                new Costly(new ToolCheck.ToolCalled(List.of("t"), null, ArgsMatch.SUBSET, CallCount.AT_LEAST_ONE,
                        json("\"regex:(a{0,30}b?){0,30}c$\""), null), saying("").answered("t", "{}", MEGABYTE), steps));
    }

    /** Returns nested objects; json-path visits each again for each of its ancestors. */
    private static Replies deep(int levels, int wide) {
        var inner = IntStream.range(0, wide).mapToObj(n -> "\"k" + n + "\":" + n).collect(Collectors.joining(","));
        return saying("{\"a\":{" + inner + "}}").holding(("{" + inner + ",\"a\":").repeat(Math.min(levels, 400)) + "{}"
                + "}".repeat(Math.min(levels, 400)));
    }

    @ParameterizedTest
    @MethodSource("costly")
    void itEndsAtItsLimitAndSaysWhich(Costly costly) throws AssertionFault {
        var reply = costly.reply().calling("t", "{}").reply();
        var plain = Assertion.of(costly.check());
        var negated = new Assertion(costly.check(), true, null, null, 1);

        var results = CompiledAssertions.compile(List.of(plain, NEIGHBOUR, negated, NEIGHBOUR)).evaluate(reply);

        assertThat(results).extracting(AssertionResult::passed).containsExactly(false, true, false, true);
        assertThat(results.get(0).reason()).contains(costly.limit()).hasSizeLessThan(2_000);
        assertThat(results.get(2).reason()).contains(costly.limit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"((a{0,100}){0,100}){0,10}b$", "(((((a{0,50}){0,50}){0,50}){0,50}){0,50}){0,50}"})
    void whatIsTooLargeAlreadyIsAFaultOfTheSuite(String pattern) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new TextCheck.Regex(pattern))))
                .isInstanceOf(AssertionFault.class).hasMessageContaining("more than 5000 steps");
    }

    @Test
    void tenThousandAlternativesAreAFaultOfTheSuite() {
        var pattern = IntStream.range(0, 10_000).mapToObj(n -> "a" + n).collect(Collectors.joining("|"));

        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new TextCheck.Regex(pattern))))
                .isInstanceOf(AssertionFault.class)
                .hasMessage("the pattern has 58889 characters; the limit is 10000");
    }

    @Test
    void asManyAsFitAreNoTroubleWhenTheyAreTheSame() throws AssertionFault {
        var check = new TextCheck.Regex("b|".repeat(4_999) + "b");

        assertThat(Checking.reason(check, saying(MEGABYTE))).contains("found \"aaaa");
    }

    @Test
    void aSchemaThatReachesOutIsAFaultOfTheSuite() {
        for (var schema : List.of("{\"$ref\":\"https://example.com/s.json\"}", "{\"$ref\":\"file:///etc/passwd\"}",
                "{\"pattern\":\"(a{0,100}){0,100}\"}")) {
            assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(new ValueCheck.Schema(null, json(schema)))))
                    .isInstanceOf(AssertionFault.class);
        }
    }
}
