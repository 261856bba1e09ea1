package dev.muster.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class ExpansionTest {

    private static final Expansion LOUD = new Expansion(text -> text.toUpperCase(Locale.ROOT));

    static List<List<Check>> patternsAndValues() {
        return List.of(
                List.of(new TextCheck.Equals(json("{\"a\":[\"b\"]}")), new TextCheck.Equals(json("{\"a\":[\"B\"]}"))),
                List.of(new TextCheck.Contains(List.of("a"), true), new TextCheck.Contains(List.of("A"), true)),
                List.of(new TextCheck.NotContains(List.of("a"), false), new TextCheck.NotContains(List.of("A"), false)),
                List.of(new TextCheck.Regex("a"), new TextCheck.Regex("A")),
                List.of(new ValueCheck.JsonPath("$.a", json("\"b\"")), new ValueCheck.JsonPath("$.a", json("\"B\""))),
                List.of(new ValueCheck.JsonPath("$.a", null), new ValueCheck.JsonPath("$.a", null)),
                List.of(new ValueCheck.Type("$.a", "string"), new ValueCheck.Type("$.a", "string")),
                List.of(new ToolCheck.ToolCalled(List.of("pay"), json("{\"to\":\"a\"}")),
                        new ToolCheck.ToolCalled(List.of("pay"), json("{\"to\":\"A\"}"))),
                List.of(agUi(new AgUiClause.Require("pay", CallCount.AT_LEAST_ONE, Map.of("to", "a"), "b", "c",
                        "ask")),
                        agUi(new AgUiClause.Require("pay", CallCount.AT_LEAST_ONE, Map.of("to", "A"), "B",
                                "C", "ask"))),
                List.of(agUi(new AgUiClause.ForbidCall("pay", Map.of("to", "a"), null)),
                        agUi(new AgUiClause.ForbidCall("pay", Map.of("to", "A"), null))),
                List.of(agUi(new AgUiClause.MustMatch("a")), agUi(new AgUiClause.MustMatch("A"))),
                List.of(agUi(new AgUiClause.MustNotMatch("a")), agUi(new AgUiClause.MustNotMatch("A"))),
                List.of(agUi(new AgUiClause.Forbid("pay")), agUi(new AgUiClause.Forbid("pay"))),
                List.of(new HelperCheck.Agent(use("a"), 0.5, 1), new HelperCheck.Agent(use("A"), 0.5, 1)),
                List.of(new HelperCheck.Script(use("a"), json("[\"b\"]")),
                        new HelperCheck.Script(use("A"), json("[\"B\"]"))));
    }

    @ParameterizedTest
    @MethodSource("patternsAndValues")
    void patternsAndValuesAreRewrittenAndNamesAndPathsAreNot(List<Check> fromTo) {
        assertThat(LOUD.check(fromTo.getFirst())).isEqualTo(fromTo.getLast());
    }

    @Test
    void aTurnIsRewrittenWithAllThatIsCheckedOfIt() {
        var media = new ContentPart.Media("image", "http://x", null, "image/png", null);
        var turn = new Turn("t", List.of(new ContentPart.Text("hi"), media), List.of(regex("a")), Options.NONE,
                Map.of(), json("{\"k\":\"v\"}"), ExpectedOutcome.SUCCESS, Turn.Pace.NONE,
                new Turn.Path(Map.of("id", "$.id"), regex("b"), "t"));

        var loud = LOUD.turn(turn);

        assertThat(loud.content()).containsExactly(new ContentPart.Text("HI"), media);
        assertThat(loud.assertions()).containsExactly(regex("A"));
        assertThat(loud.payload()).isEqualTo(json("{\"k\":\"V\"}"));
        assertThat(loud.path()).isEqualTo(new Turn.Path(Map.of("id", "$.id"), regex("B"), "t"));
        assertThat(loud.name()).isEqualTo("t");
    }

    @Test
    void theEnvironmentVariablesOfACaseAreFoundWhereverTheyAre() {
        var turn = Turn.saying(List.of(new ContentPart.Text("${ENV.A} ${B}")), List.of(regex("${ENV.C}")));

        assertThat(EnvironmentNames.in(TestCases.agUi(turn))).containsExactly("A", "C");
        assertThat(EnvironmentNames.in(TestCases.of("x.jsonl", TestCases.plain().setup(), turn))).isEmpty();
    }

    private static Assertion regex(String pattern) {
        return Assertion.of(new TextCheck.Regex(pattern));
    }

    private static Check agUi(AgUiClause clause) {
        return new ForeignCheck.AgUi(clause);
    }

    private static HelperUse use(String criteria) {
        return new HelperUse(Reference.agent("judge"),
                new Options(null, Map.of(), null, null, Map.of("criteria", StringNode.valueOf(criteria))));
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
