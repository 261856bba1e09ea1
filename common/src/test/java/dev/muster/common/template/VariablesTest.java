package dev.muster.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class VariablesTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("REGION", "eu");

    @Test
    void agUiTextsTakeVariablesEnvironmentAndCaptured() {
        var variables = of(TestCases.agUi()).with(json("{\"ID\":\"th_1\"}")).captured(json("{\"order\":\"o-7\"}"));

        assertThat(variables.expand("${ID} in ${ENV.REGION}: ${captured.order}")).isEqualTo("th_1 in eu: o-7");
    }

    @Test
    void aCaseWithHooksTakesItsVariablesAndLeavesTheEnvironmentAlone() {
        var variables = of(TestCases.withHook()).with(json("{\"ID\":\"th_1\"}"));

        assertThat(variables.expand("${ID} in ${ENV.REGION}")).isEqualTo("th_1 in ${ENV.REGION}");
    }

    @Test
    void anyOtherCaseTakesOnlyWhatWasCaptured() {
        var variables = of(TestCases.plain()).captured(json("{\"order\":\"o-7\"}"));

        assertThat(variables.expand("${ID} ${ENV.REGION} ${captured.order}")).isEqualTo("${ID} ${ENV.REGION} o-7");
    }

    @Test
    void aGeneratedCaseIsTakenByItsLetters() {
        var generated = TestCases.of("agents:writer?count=2", new Setup(List.of(), null, null, Map.of(), true));

        assertThat(of(generated).expand("${ID} ${ENV.REGION} ${captured.x}"))
                .isEqualTo("${ID} ${ENV.REGION} ${captured.x}");
    }

    @Test
    void whatIsPutInIsNotLookedAtAgain() {
        var variables = of(TestCases.agUi()).with(json("{\"A\":\"${B}\",\"B\":\"${ENV.REGION}\"}"))
                .captured(Map.of("said", StringNode.valueOf("${ENV.REGION}")));

        assertThat(variables.expand("${A} ${captured.said}")).isEqualTo("${B} ${ENV.REGION}");
    }

    @Test
    void aTextAndAllTextsOfAnAttemptHaveMostCharacters() {
        var variables = of(TestCases.plain()).captured(Map.of("x", StringNode.valueOf("x".repeat(1_000_000))));

        assertThat(variables.expand("${captured.x}".repeat(8))).hasSize(TextBudget.ONE_TEXT);
        assertThatThrownBy(() -> variables.expand("${captured.x}".repeat(3_000))).isInstanceOf(TooMuchText.class)
                .hasMessage("a text of the test has more than 8 million characters after its names are filled in");
        var later = variables.captured(Map.of("y", StringNode.valueOf("")));
        IntStream.range(0, 16).forEach(_ -> later.expand("${captured.x}"));
        assertThatThrownBy(() -> later.expand("${captured.x}")).isInstanceOf(TooMuchText.class)
                .hasMessage("the values that are filled in have more than 32 million characters together");
    }

    @Test
    void aCapturedDocumentIsACopyThatCounts() {
        var document = json("{\"a\":[\"" + "x".repeat(10_000_000) + "\"]}");
        var variables = of(TestCases.plain()).captured(document).captured(document).captured(document);

        assertThatThrownBy(() -> variables.captured(document)).isInstanceOf(TooMuchText.class);
    }

    @Test
    void twoTextsThatTogetherWouldMakeANameDoNot() {
        var variables = of(TestCases.agUi()).with(json("{\"OPEN\":\"${\"}"));

        assertThat(variables.expand("${OPEN}ENV.REGION}")).isEqualTo("${ENV.REGION}");
    }

    @Test
    void valuesThatAreNoStringsAreJson() {
        var variables = of(TestCases.agUi()).with(json("{\"N\":3,\"T\":true,\"O\":{\"a\":[1,2]}}"));

        assertThat(variables.expand("${N} ${T} ${O}")).isEqualTo("3 true {\"a\":[1,2]}");
    }

    @Test
    void aLaterHookBeatsAnEarlierOne() {
        var variables = of(TestCases.agUi()).with(json("{\"A\":\"1\",\"B\":\"1\"}")).with(json("{\"B\":\"2\"}"));

        assertThat(variables.expand("${A}${B}")).isEqualTo("12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${", "${}", "${a b}", "${1}", "$ {A}", "${A", "$A", "${A:-x}", "a $ b } c"})
    void whatIsNoNameStaysAsWritten(String text) {
        assertThat(of(TestCases.agUi()).expand(text)).isEqualTo(text);
    }

    @Test
    void aNameInsideOfSomethingElseIsFilledIn() {
        assertThat(of(TestCases.agUi()).with(json("{\"A\":\"x\"}")).expand("${ ${A}")).isEqualTo("${ x");
    }

    @Test
    void aVariableThatNoHookPrintedIsNamed() {
        assertThatThrownBy(() -> of(TestCases.agUi()).expand("hello ${ORDER}")).isInstanceOf(UndefinedName.class)
                .hasMessageContaining("no hook printed a variable 'ORDER'");
    }

    @Test
    void anEnvironmentVariableThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> of(TestCases.agUi()).expand("${ENV.NOWHERE}")).isInstanceOf(UndefinedName.class)
                .hasMessage("the environment variable NOWHERE is not set");
    }

    @Test
    void whatNoTurnCapturedIsNamed() {
        assertThatThrownBy(() -> of(TestCases.plain()).expand("${captured.id}")).isInstanceOf(UndefinedName.class)
                .hasMessageContaining("no earlier turn captured 'id'");
    }

    private static Variables of(TestCase testCase) {
        return Variables.of(testCase, name -> Optional.ofNullable(ENVIRONMENT.get(name)));
    }

    private static Map<String, JsonNode> json(String text) {
        var values = new LinkedHashMap<String, JsonNode>();
        Json.MAPPER.readTree(text).properties().forEach(each -> values.put(each.getKey(), each.getValue()));
        return values;
    }
}
