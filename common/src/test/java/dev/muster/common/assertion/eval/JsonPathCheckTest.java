package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.testing.Cost;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathCheckTest {

    private static final String ORDER = """
            {"status":"ok","n":1.0,"none":null,"tags":["a","b"],"items":[{"id":1,"p":3},{"id":2,"p":9}],"ü 🙂":"é"}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "$.status             | \"ok\"",
        "status               | \"ok\"",
        "$.n                  | 1",
        "$.none               | null",
        "$['ü 🙂']            | \"é\"",
        "$.status             | [\"ok\",\"done\"]",
        "$.tags               | [\"a\",\"b\"]",
        "$.items[1]           | {\"p\":9.0,\"id\":2}",
        "$.items[-1].id       | 2",
        "$.items.length()     | 2",
        "$.items[*].id        | 2",
        "$.items[?(@.p > 5)].id | 2",
        "$.items[?(@.id == '=~')].id | ",
        "$..p                 | 9",
        "$.none               | ",
        "$                    | "})
    void holds(String path, @Nullable String value) throws AssertionFault {
        if (path.contains("=~")) {
            Checking.fails(check(path, value), saying(ORDER));
        } else {
            Checking.holds(check(path, value), saying(ORDER));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "$.status             | \"OK\"",
        "$.status             | [\"done\"]",
        "$.tags               | [\"a\"]",
        "$.tags               | [[\"a\"]]",
        "$.n                  | \"1\"",
        "$.none               | 0",
        "$.missing            | ",
        "$.missing            | null",
        "$.items[2]           | ",
        "$.items[-3]          | ",
        "$.status.deeper      | ",
        "$.items[?(@.p > 99)] | ",
        "$.items[*].id        | 3",
        "$.missing.length()   | ",
        "$.items.length(0)    | ",
        "$.n.sum()            | "})
    void fails(String path, @Nullable String value) throws AssertionFault {
        Checking.fails(check(path, value), saying(ORDER));
    }

    @Test
    void theFirstPlaceThatHasThePathDecides() throws AssertionFault {
        // Given
        var reply = saying("```json\n{\"a\":\"reply\"}\n```").holding("{\"a\":\"state\",\"b\":\"state\"}")
                .returning("{\"b\":\"result\",\"c\":\"old\"}").returning("{\"b\":\"result\",\"c\":\"result\"}")
                .emitting("{\"name\":\"first\",\"value\":{\"d\":\"first\"}}")
                .emitting("{\"name\":\"last\",\"value\":{\"c\":\"event\",\"d\":\"event\"}}");

        // Then
        Checking.holds(check("$.a", "\"reply\""), reply);
        Checking.holds(check("$.b", "\"state\""), reply);
        Checking.holds(check("$.c", "\"result\""), reply);
        Checking.holds(check("$.d", "\"event\""), reply);
    }

    @Test
    void theResponseDocumentHoldsWhatTheAgentDid() throws AssertionFault {
        // Given
        var reply = saying("Done.").calling("create", "{\"amount\":3500}").returning("{\"ok\":true}")
                .holding("{\"expense\":{\"status\":\"submitted\"}}").emitting("{\"name\":\"n\",\"value\":1}");

        // Then
        Checking.holds(check("$.content", "\"Done.\""), reply);
        Checking.holds(check("$.tool_calls[0].name", "\"create\""), reply);
        Checking.holds(check("$.tool_calls[0].arguments.amount", "3500"), reply);
        Checking.holds(check("$.tool_calls[0].args.amount", "3500"), reply);
        Checking.holds(check("$.tool_results[0].content.ok", "true"), reply);
        Checking.holds(check("$.state.expense.status", "\"submitted\""), reply);
        Checking.holds(check("$.custom[0].value", "1"), reply);
        Checking.holds(check("$.expense.status", "\"submitted\""), reply);
        Checking.fails(check("$.state", null), saying("Done."));
    }

    @Test
    void theSentenceShowsWhatIsThere() throws AssertionFault {
        assertThat(Checking.reason(check("$.status", "\"done\""), saying(ORDER)))
                .isEqualTo("expected $.status to be \"done\", found \"ok\" in the reply's JSON");
        assertThat(Checking.reason(check("$.items[*].id", "3"), saying(ORDER)))
                .isEqualTo("expected $.items[*].id to be 3, found 1, 2 in the reply's JSON");
        assertThat(Checking.reasonNegated(check("$.status", null), saying(ORDER)))
                .isEqualTo("expected $.status not to exist, found \"ok\" in the reply's JSON");
    }

    @Test
    void theSentenceSaysWhereItLooked() throws AssertionFault {
        assertThat(Checking.reason(check("$.x", null), saying("Hi").holding("{\"expense\":1,\"total\":2}"))).isEqualTo(
                "expected $.x to exist, but nothing is there: looked in the response document and the agent's state "
                        + "(which has expense, total) (the reply is not JSON: \"Hi\")");
        assertThat(Checking.reason(check("$.x", "1"), saying("{}"))).isEqualTo("expected $.x to be 1, but nothing is "
                + "there: looked in the reply's JSON (an empty object) and the response document");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "$[", "$.a[?", "$.a[?(@.x =~ /y/)]", "$.a[?(@.x=~'y')]", "$...a",
        "$.a[?(@.b ~ 1)]", "$.status[", "$.a[0][", "$.*[", "$.a[0]]", "$.a)", "$['a']x", "$.length()["})
    void aPathThatIsNoneOrUsesPatternsIsAFault(String path) {
        assertThatThrownBy(() -> CompiledAssertion.compile(Assertion.of(check(path, null))))
                .isInstanceOf(AssertionFault.class).hasMessageNotContaining("java.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "$.stauts | \"ok\" | {\"status\":\"ok\"} | not checked: nothing is at $.stauts",
        "$.error | | sorry | not checked: the reply is not JSON", "$..error | | sorry | not checked: the reply is not",
        "$.error | | {\"status\":\"ok\"} |", "$.tool_calls[0] | | sorry |", "$.contents | | sorry | not checked: the"})
    void aPathThatMustNotBeThereIsDoubtedWhereNothingWasLookedAt(String path, @Nullable String value, String text,
            @Nullable String warning) throws AssertionFault {
        var reply = new ExaminedReply(saying(text).reply());

        var result = reply.by(CompiledAssertion.compile(new Assertion(check(path, value), true, null, null, 1)));

        assertThat(result.passed()).isTrue();
        assertThat(String.join("", reply.warnings())).startsWith(warning == null ? "" : warning);
        assertThat(reply.warnings()).hasSize(warning == null ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$..*..*..*", "$..missing"})
    void aDeepReplyIsSearchedInBoundedTime(String path) {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            // Given
            var deep = saying("{\"a\":".repeat(490) + "1" + "}".repeat(490));

            // When
            var wanted = Checking.evaluate(check(path, "\"no such value\""), false, deep);

            // Then
            assertThat(wanted.passed()).isFalse();
        });
    }

    @Test
    void aPathThatCostsTooMuchIsNoPassEitherWay() throws AssertionFault {
        // Given
        var deep = saying("{\"a\":".repeat(490) + "1" + "}".repeat(490));

        // When
        var unwanted = Checking.evaluate(check("$..a..a..a", "2"), true, deep);

        // Then
        assertThat(unwanted.passed()).isFalse();
        assertThat(unwanted.reason()).contains("fewer ..");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WIDE", "$..*..*..*..x", "$[?(@.a =~ /(a+)+$/)]", "$.concat($..*, $..*)", "FILTERS"})
    void aHostilePathIsRefusedOrEndsAtItsLimit(String path) throws Exception {
        // Given
        var written = path.replace("WIDE", "$" + "..*".repeat(300))
                .replace("FILTERS", "$[?(@".repeat(120) + ".a" + ")]".repeat(120));
        var wide = saying(
                "[" + "{\"a\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\",\"b\":[1,{\"c\":2}]},".repeat(5_000) + "1]");

        // When
        var passed = Cost.bounded(() -> {
            try {
                return Checking.evaluate(check(written, "2"), false, wide).passed();
            } catch (AssertionFault refused) {
                return false;
            }
        });

        // Then
        assertThat(passed).isFalse();
    }

    private static Check check(String path, @Nullable String value) {
        return new ValueCheck.JsonPath(path, value == null ? null : json(value));
    }
}
