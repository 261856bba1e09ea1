package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.AgUiClause.Require;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgUiToolClausesTest {

    private static final Replies SHOP = saying("Paid.")
            .answered("validate_cart", "{\"cart_id\": \"cart_7\"}", "{\"valid\": true}")
            .answered("charge_card", "{\"amount\": 5, \"card\": {\"last4\": \"4242\", \"tags\": [\"a\", \"ü\"]}}",
                    "{\"status\": \"declined\", \"ref\":\"ch_1\"}")
            .answered("shop__charge_card", "{\"amount\": 54.9, \"note\": null, \"a.b\": 1}", "paid ch_2");

    @ParameterizedTest
    @CsvSource({"delete_order, false", "charge_card, true", "validate_cart, true", "shop__charge_card, true",
        "Charge_Card, false", "card, false"})
    void aForbiddenToolMustNotBeCalled(String tool, boolean called) throws AssertionFault {
        var check = new ForeignCheck.AgUi(new AgUiClause.Forbid(tool));
        if (called) {
            Checking.fails(check, SHOP);
        } else {
            Checking.holds(check, SHOP);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, , true", "2, 2, true", "1, 1, false", "0, 0, false", "3, , false", "0, 2, true", "0, 1, false",
        "2, 3, true", "3, 4, false"})
    void callsAreCounted(int min, @Nullable Integer max, boolean holds) throws AssertionFault {
        var check = require("charge_card", new CallCount(min, max), Map.of(), null, null, null);
        if (holds) {
            Checking.holds(check, SHOP);
        } else {
            Checking.fails(check, SHOP);
        }
    }

    @Test
    void exactly0HoldsWithNoCallThatPasses() throws AssertionFault {
        Checking.holds(require("none", new CallCount(0, 0), Map.of(), null, null, null), SHOP);
        Checking.holds(require("charge_card", new CallCount(0, 0), Map.of("amount", "^7$"), null, null, null), SHOP);
        Checking.fails(require("charge_card", new CallCount(0, 0), Map.of("amount", "^5$"), null, null, null), SHOP);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"amount | ^5$ | 1", "amount | 5 | 2", "amount | ^54\\.9$ | 1",
        "amount | 7 | 0",
        "missing | .* | 0", "card.last4 | ^4242$ | 1", "card.last5 | .* | 0", "card.tags.1 | ü | 1",
        "card.tags.2 | .* | 0", "card.tags.x | .* | 0", "card | \"last4\":\"4242\" | 1", "note | ^null$ | 1",
        "a.b | 1 | 1", "amount.x | .* | 0", "'' | .* | 0"})
    void requireArgsMatchFiltersCalls(String path, String pattern, int passes) throws AssertionFault {
        Checking.holds(require("charge_card", new CallCount(passes, passes), Map.of(path, pattern), null, null, null),
                SHOP);
    }

    @Test
    void allArgumentsMustMatchInOneCall() throws AssertionFault {
        Checking.holds(
                require("charge_card", CallCount.AT_LEAST_ONE, Map.of("amount", "5", "a.b", "1"), null, null, null),
                SHOP);
        Checking.fails(require("charge_card", CallCount.AT_LEAST_ONE, Map.of("amount", "^5$", "a.b", "1"), null, null,
                null), SHOP);
    }

    @Test
    void argumentsThatAreNoJsonHaveNoMembers() throws AssertionFault {
        var reply = saying("").calling("t", "\"{broken\"");
        Checking.fails(require("t", CallCount.AT_LEAST_ONE, Map.of("a", ".*"), null, null, null), reply);
        Checking.holds(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, null, null), reply);
    }

    @Test
    void objectsAreMatchedAsJsonTextAndTextsAsTheyAre() throws AssertionFault {
        Checking.holds(
                require("charge_card", new CallCount(1, 1), Map.of(), "^\\{\"status\": \"declined\"", null, null),
                SHOP);
        Checking.holds(require("charge_card", new CallCount(1, 1), Map.of(), "\"ref\":\"ch_1\"", null, null), SHOP);
        Checking.holds(require("charge_card", new CallCount(1, 1), Map.of(), "^paid ch_2$", null, null), SHOP);
        Checking.fails(require("charge_card", CallCount.AT_LEAST_ONE, Map.of(), "refunded", null, null), SHOP);
    }

    @Test
    void aMissingResultFailsResultMatchAndPassesResultNotMatch() throws AssertionFault {
        var reply = saying("").calling("t", "{}");
        Checking.fails(require("t", CallCount.AT_LEAST_ONE, Map.of(), ".*", null, null), reply);
        Checking.holds(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, ".*", null), reply);
        Checking.fails(require("t", CallCount.AT_LEAST_ONE, Map.of(), ".*", null, null),
                saying("").calling("t", "{}").alsoReturning(new ToolResult("other", "t", Replies.json("1"), false)));
    }

    @Test
    void resultNotMatchHoldsForEveryCallThatPassesItsArguments() throws AssertionFault {
        Checking.fails(require("charge_card", CallCount.AT_LEAST_ONE, Map.of(), null, "declined|insufficient", null),
                SHOP);
        Checking.holds(require("charge_card", CallCount.AT_LEAST_ONE, Map.of("amount", "54"), null, "declined", null),
                SHOP);
        Checking.fails(require("charge_card", CallCount.AT_LEAST_ONE, Map.of(), "paid", "declined", null), SHOP);
    }

    @Test
    void afterComparesFirstCalls() throws AssertionFault {
        Checking.holds(after("charge_card", "validate_cart"), SHOP);
        Checking.fails(after("validate_cart", "charge_card"), SHOP);
        Checking.fails(after("charge_card", "absent"), SHOP);
        Checking.fails(after("absent", "charge_card"), SHOP);
        Checking.holds(after("a", "b"), saying("").calling("x.b", "{}").calling("y__a", "{}").calling("b", "{}"));
        Checking.fails(after("a", "b"), saying("").calling("a", "{}").calling("b", "{}").calling("a", "{}"));
        Checking.holds(require("absent", new CallCount(0, 1), Map.of(), null, null, "also_absent"), SHOP);
    }

    @Test
    void aCallIsForbiddenWhenItsArgumentsAndItsResultMatch() throws AssertionFault {
        Checking.fails(forbid("charge_card", Map.of("amount", "^5$"), null), SHOP);
        Checking.holds(forbid("charge_card", Map.of("amount", "^7$"), null), SHOP);
        Checking.fails(forbid("charge_card", Map.of(), "declined|insufficient"), SHOP);
        Checking.holds(forbid("charge_card", Map.of("amount", "54"), "declined"), SHOP);
        Checking.holds(forbid("charge_card", Map.of("missing", ".*"), null), SHOP);
        Checking.fails(forbid("charge_card", Map.of(), null), SHOP);
        Checking.holds(forbid("t", Map.of(), ".*"), saying("").calling("t", "{}"));
    }

    @Test
    void callsWithTheSameIdTakeTheirResultsInTurn() throws AssertionFault {
        var reply = new Replies("", saying("").calling("t", "{}").calls(), List.of(), null,
                List.of(), null, List.of());
        var twice = new Replies("", List.of(reply.calls().getFirst(), reply.calls().getFirst()),
                List.of(new ToolResult("c0", "t", Replies.json("1"), false),
                        new ToolResult("c0", "t", Replies.json("2"), false)),
                null, List.of(), null, List.of());

        Checking.holds(require("t", new CallCount(1, 1), Map.of(), "^1$", null, null), twice);
        Checking.holds(require("t", new CallCount(1, 1), Map.of(), "^2$", null, null), twice);
    }

    @Test
    void theSentenceSaysWhatWasWantedAndWhatCameNear() throws AssertionFault {
        assertThat(Checking.reason(require("pay", CallCount.AT_LEAST_ONE, Map.of(), null, null, null), saying("Hi")))
                .isEqualTo("expected the tool pay to be called, but no tool was called");
        assertThat(Checking.reason(require("pay", new CallCount(1, 1), Map.of("a", "x"), "ok", "bad", "cart"), SHOP))
                .startsWith("expected the tool pay to be called exactly once with a matching /x/ and a result matching "
                        + "/ok/, no result matching /bad/, after cart, but what was called is validate_cart(");
        assertThat(Checking.reason(require("t", new CallCount(1, 1), Map.of(), null, null, null),
                saying("").calling("t", "{}").calling("t", "{\"a\":1}")))
                .isEqualTo(
                        "expected the tool t to be called exactly once, but it was called 2 times: t(), t({\"a\":1})");
        assertThat(Checking.reason(require("t", new CallCount(2, null), Map.of("a", "1"), null, null, null),
                saying("").calling("t", "{\"a\":1}").calling("t", "{\"a\":2}")))
                .isEqualTo("expected the tool t to be called at least 2 times with a matching /1/, but it was called "
                        + "once: t({\"a\":1}); t({\"a\":2}) does not count: its argument a is 2, which does not match "
                        + "/1/");
        assertThat(Checking.reason(require("t", new CallCount(0, 0), Map.of(), null, null, null),
                saying("").calling("t", "{}")))
                .isEqualTo("expected the tool t to be called exactly 0 times, but it was called once: t()");
        assertThat(Checking.reason(require("t", CallCount.AT_LEAST_ONE, Map.of(), "ok", null, null),
                saying("").calling("t", "{}")))
                .isEqualTo("expected the tool t to be called with a result matching /ok/, but it was called as t(): "
                        + "it has no result");
        assertThat(Checking.reason(require("t", CallCount.AT_LEAST_ONE, Map.of("a", "x"), null, null, null),
                saying("").calling("t", "{}")))
                .isEqualTo("expected the tool t to be called with a matching /x/, but it was called as t(): "
                        + "it has no argument a");
        assertThat(Checking.reason(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, "error", null),
                saying("").answered("t", "{}", "error: no rates")))
                .isEqualTo("expected the tool t to be called, no result matching /error/, but the result of t() is "
                        + "\"error: no rates\"");
        assertThat(Checking.reason(after("a", "b"), saying("").calling("a", "{}").calling("b", "{}")))
                .isEqualTo("expected the tool a to be called, after b, but it was called first: a(), b()");
        assertThat(Checking.reason(after("a", "b"), saying("").calling("a", "{}")))
                .isEqualTo("expected the tool a to be called, after b, but b was not called: a()");
        assertThat(Checking.reason(new ForeignCheck.AgUi(new AgUiClause.Forbid("t")), saying("").calling("t", "{}")))
                .isEqualTo("expected the tool t not to be called, but it was: t()");
        assertThat(Checking.reason(forbid("t", Map.of("a", "1"), "no"), saying("").answered("t", "{\"a\":1}", "no!")))
                .isEqualTo("expected the tool t not to be called with a matching /1/ and a result matching /no/, but "
                        + "it was: t({\"a\":1}), with the result \"no!\"");
        assertThat(Checking.reasonNegated(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, null, null),
                saying("").calling("t", "{}")))
                .isEqualTo("expected the tool t not to be called, but it was: t()");
    }

    @Test
    void aSearchThatIsTooCostlyFailsEitherWay() throws AssertionFault {
        // Given
        var reply = saying("").answered("t", "{}", "a".repeat(200_000));
        var costly = "(a{0,30}b?){0,30}c";

        // Then
        for (var check : List.of(require("t", CallCount.AT_LEAST_ONE, Map.of(), costly, null, null),
                require("t", CallCount.AT_LEAST_ONE, Map.of(), null, costly, null), forbid("t", Map.of(), costly))) {
            assertThat(Checking.reason(check, reply)).contains("as patterns may take at most 30000000 steps");
            assertThat(Checking.evaluate(check, true, reply).passed()).isFalse();
        }
    }

    @Test
    void badPatternsCountsAndNamesAreFaults() {
        fault(require("t", CallCount.AT_LEAST_ONE, Map.of("a", "("), null, null, null), "not an RE2 pattern");
        fault(require("t", CallCount.AT_LEAST_ONE, Map.of(), "(", null, null), "not an RE2 pattern");
        fault(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, "(?=a)", null), "lookahead");
        fault(require("t", new CallCount(2, 1), Map.of(), null, null, null), "min not above max");
        fault(require("t", new CallCount(-1, null), Map.of(), null, null, null), "min not above max");
        fault(require(" ", CallCount.AT_LEAST_ONE, Map.of(), null, null, null), "'require' names no tool");
        fault(require("t", CallCount.AT_LEAST_ONE, Map.of(), null, null, ""), "'after' names no tool");
        fault(new ForeignCheck.AgUi(new AgUiClause.Forbid("")), "'forbid' names no tool");
        fault(forbid("", Map.of(), null), "'forbid_calls' names no tool");
        fault(forbid("t", Map.of("a", "["), null), "not an RE2 pattern");
    }

    private static void fault(Check check, String sentence) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(check))).isInstanceOf(AssertionFault.class)
                .hasMessageContaining(sentence);
    }

    private static Check after(String tool, String other) {
        return require(tool, CallCount.AT_LEAST_ONE, Map.of(), null, null, other);
    }

    private static Check require(String tool, CallCount count, Map<String, String> args, @Nullable String result,
            @Nullable String never, @Nullable String after) {
        return new ForeignCheck.AgUi(new Require(tool, count, args, result, never, after));
    }

    private static Check forbid(String tool, Map<String, String> args, @Nullable String result) {
        return new ForeignCheck.AgUi(new AgUiClause.ForbidCall(tool, args, result));
    }
}
