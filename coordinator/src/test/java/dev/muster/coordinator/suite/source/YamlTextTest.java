package dev.muster.coordinator.suite.source;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Cost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {

    private final List<String> faults = new ArrayList<>();

    private List<Node> read(String text) {
        var told = new Faults("f", fault -> faults.add(fault.toString()));
        var nodes = YamlText.read(text, told);
        told.flush();
        return nodes;
    }

    @Test
    void nodesKnowWhereTheyAre() {
        var object = (Node.Obj) read("a: 1\nbee:\n  - x\n  - {c: d}\n").getFirst();

        var bee = Objects.requireNonNull(object.members().get("bee"));
        assertThat(bee.at()).isEqualTo(new Position(2, 1));
        var items = (Node.Items) bee.value();
        assertThat(items.nodes()).extracting(Node::at).containsExactly(new Position(3, 5), new Position(4, 5));
        assertThat(object.json().toString()).isEqualTo("{\"a\":1,\"bee\":[\"x\",{\"c\":\"d\"}]}");
        assertThat(faults).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "No, '\"No\"'", "~, null", "0x1F, 31", "0o17, 15", "+12, 12", "1.50, 1.5",
        ".inf, '\".inf\"'",
        "2024-01-01, '\"2024-01-01\"'", "'''1''', '\"1\"'"})
    void scalarsAreThoseOfTheCoreSchema(String yaml, String json) {
        assertThat(read("a: " + yaml).getFirst().json().toString()).isEqualTo("{\"a\":" + json + "}");
    }

    @Test
    void aliasesAreFilledIn() {
        assertThat(read("a: &x {k: 1}\nb: *x").getFirst().json().toString())
                .isEqualTo("{\"a\":{\"k\":1},\"b\":{\"k\":1}}");
    }

    @Test
    void aliasesThatMultiplyAreRefused() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append(
                    "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1, i - 1, i - 1));
        }

        assertThat(read(bomb.toString())).isEmpty();
        assertThat(faults).hasSize(1).first().asString().contains("aliases make this larger");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "- ", "? - ", "{a: ", "? "})
    void whatNestsWithoutAnEndIsRefusedSoon(String opening) throws Exception {
        var nodes = Cost.bounded(() -> read("a: 1\n---\n" + opening.repeat(50_000) + "x\n"));

        assertThat(nodes).hasSizeLessThan(2);
        assertThat(faults).hasSize(1).first().asString().startsWith("f:3:");
    }

    @Test
    void aHexadecimalNumberOfThreeMillionDigitsEndsSoon() throws Exception {
        aNumberOfThreeMillionDigitsEndsSoon("0x");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"0x", "0o", "", "1e", "-0x"})
    void aNumberOfThreeMillionDigitsEndsSoon(String prefix) throws Exception {
        var nodes = Cost.bounded(() -> read("a: " + prefix + "7".repeat(3_000_000)));

        assertThat(nodes.size() + faults.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &a [*a]", "a: &a {b: *a}"})
    void aTextThatContainsItselfIsRefused(String text) {
        assertThat(read(text)).isEmpty();
        assertThat(faults).hasSize(1);
    }

    @Test
    void aKeyThatComesTwiceIsAFaultAtTheSecond() {
        read("a: 1\nb: 2\na: 3\n");

        assertThat(faults).containsExactly("f:3:1: 'a' appears twice, first at 1:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [1, 2\nb: 3", "a:\n\t- b", "a: b: c", "\"open", "a: !!binary x: y", "? [a]\n: b",
        "%YAML 9.9\n--- a",
        "a: *none", "\u0000"})
    void whatIsNoYamlIsOneFault(String text) {
        read(text);

        assertThat(faults).hasSize(1).first().asString().startsWith("f:");
    }
}
