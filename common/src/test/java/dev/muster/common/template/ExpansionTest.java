package dev.muster.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Expectation;
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
                List.of(new Check.Equals(json("{\"a\":[\"b\"]}")), new Check.Equals(json("{\"a\":[\"B\"]}"))),
                List.of(new Check.Contains(List.of("a"), true), new Check.Contains(List.of("A"), true)),
                List.of(new Check.NotContains(List.of("a"), false), new Check.NotContains(List.of("A"), false)),
                List.of(new Check.Regex("a"), new Check.Regex("A")),
                List.of(new Check.JsonPath("$.a", json("\"b\"")), new Check.JsonPath("$.a", json("\"B\""))),
                List.of(new Check.JsonPath("$.a", null), new Check.JsonPath("$.a", null)),
                List.of(new Check.Type("$.a", "string"), new Check.Type("$.a", "string")),
                List.of(new Check.ToolCalled(List.of("pay"), json("{\"to\":\"a\"}")),
                        new Check.ToolCalled(List.of("pay"), json("{\"to\":\"A\"}"))),
                List.of(agUi(new AgUiClause.Require("pay", AgUiClause.Count.AT_LEAST_ONE, Map.of("to", "a"), "b", "c",
                        "ask")),
                        agUi(new AgUiClause.Require("pay", AgUiClause.Count.AT_LEAST_ONE, Map.of("to", "A"), "B",
                                "C", "ask"))),
                List.of(agUi(new AgUiClause.ForbidCall("pay", Map.of("to", "a"), null)),
                        agUi(new AgUiClause.ForbidCall("pay", Map.of("to", "A"), null))),
                List.of(agUi(new AgUiClause.MustMatch("a")), agUi(new AgUiClause.MustMatch("A"))),
                List.of(agUi(new AgUiClause.MustNotMatch("a")), agUi(new AgUiClause.MustNotMatch("A"))),
                List.of(agUi(new AgUiClause.Forbid("pay")), agUi(new AgUiClause.Forbid("pay"))),
                List.of(new Check.Agent(use("a"), 0.5, 1), new Check.Agent(use("A"), 0.5, 1)),
                List.of(new Check.Script(use("a"), json("[\"b\"]")), new Check.Script(use("A"), json("[\"B\"]"))));
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
                Map.of(), json("{\"k\":\"v\"}"), Expectation.SUCCESS, Turn.Pace.NONE,
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
        return Assertion.of(new Check.Regex(pattern));
    }

    private static Check agUi(AgUiClause clause) {
        return new Check.AgUi(clause);
    }

    private static HelperUse use(String criteria) {
        return new HelperUse(Reference.agent("judge"),
                new Options(null, Map.of(), null, null, Map.of("criteria", StringNode.valueOf(criteria))));
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
