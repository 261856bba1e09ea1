package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that unselected cases are read for what selects them, and stop nobody. */
final class SelectedCasesTest {

    @TempDir
    private Path root;
    private ReadSuite suite;

    @BeforeEach
    void begin() {
        suite = ReadSuite.in(root);
    }

    private List<String> ids() {
        return suite.cases().stream().map(each -> each.identity().id()).toList();
    }

    @Test
    void aBrokenNeighbourStopsNobody() {
        suite.with("t.jsonl", """
                {"id": "bad", "input": 7, "assertions": "none", "unknown": true}
                {"input": "no id"}
                {"id": "good", "input": "hi"}
                """).selecting("good").read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(ids()).containsExactly("good");
    }

    @Test
    void aSelectedCaseKeepsItsFaults() {
        suite.with("t.jsonl", """
                {"id": "bad", "input": 7}
                {"id": "good", "input": "hi"}
                """).selecting("bad").read("t.jsonl");

        assertThat(suite.faults()).singleElement().asString().startsWith("t.jsonl:1:");
    }

    @Test
    void whatIsNoJsonCountsAnywhere() {
        suite.with("t.jsonl", """
                {"id": "bad", "input": }
                {"id": "twice", "id": "twice", "input": "hi"}
                {"id": "good", "input": "hi"}
                """).selecting("good").read("t.jsonl");

        assertThat(suite.faults()).hasSize(2).anyMatch(each -> each.contains("not JSON"))
                .anyMatch(each -> each.startsWith("t.jsonl:2:") && each.contains("appears twice"));
    }

    @Test
    void anIdThatIsThereTwiceMattersWhereItIsSelected() {
        var text = """
                {"id": "a", "input": "hi"}
                {"id": "a", "input": "ho"}
                {"id": "b", "input": "hi"}
                """;
        assertThat(suite.with("t.jsonl", text).selecting("#b").read("t.jsonl").faults()).isEmpty();
        assertThat(ReadSuite.in(root).selecting("#a").read("t.jsonl").faults()).singleElement().asString()
                .contains("id 'a' is already used in this file, at line 1");
    }

    @Test
    void aFirstCaseWithoutIdIsNoFaultUnlessItIsSelected() {
        var text = """
                {"input": "hi"}
                {"id": "b", "input": "hi"}
                """;
        assertThat(suite.with("t.jsonl", text).selecting("#b").read("t.jsonl").faults()).isEmpty();
        assertThat(ids()).containsExactly("b");
        assertThat(ReadSuite.in(root).selecting("#t").read("t.jsonl").faults()).singleElement().asString()
                .contains("a case needs 'id'");
    }

    @Test
    void labelsSelectInEveryDialect() {
        suite.with("a.jsonl", """
                {"id": "a1", "input": "hi", "team": "red"}
                {"id": "a2", "input": "hi", "labels": {"team": "blue"}}
                """).with("b.yaml", """
                - { name: b1, labels: { team: red }, turns: [{ user: hi }] }
                - { name: b2, labels: { team: blue }, turns: 7 }
                """).with("c.json", """
                [{"id": "c1", "userMessage": "hi", "Status": "red"}, {"id": "c2", "userMessage": 7, "Status": "blue"}]
                """);
        suite.selecting("/./", "!label:team=blue", "!label:Status=blue").read("a.jsonl", "b.yaml", "c.json");

        assertThat(suite.faults()).isEmpty();
        assertThat(ids()).containsExactly("a1", "b1", "c1");
    }

    @Test
    void numberedIdsStayAsTheyAre() {
        suite.with("flow.yaml", """
                - { turns: [{ user: one }] }
                - { turns: 7 }
                - { turns: [{ user: three }] }
                """).selecting("flow-3").read("flow.yaml");

        assertThat(suite.faults()).isEmpty();
        assertThat(ids()).containsExactly("flow-3");
    }

    @Test
    void generatedCasesAreSelectedOnceTheyAreThere() {
        suite.generating("""
                [{"id": "one", "input": "hi"}, {"id": "two", "input": 7}, {"id": "three", "input": "hi"}]""")
                .selecting("o", "!two").read("agents:judge");

        assertThat(ids()).containsExactly("one");
        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).isEmpty();
    }

    @Test
    void aGeneratorOfWhichNoCaseIsSelectedIsNoFault() {
        suite.generating("[{\"id\": \"one\", \"input\": \"hi\"}]").selecting("two").read("agents:judge");

        assertThat(suite.cases()).isEmpty();
        assertThat(suite.faults()).isEmpty();
    }

    @Test
    void oneCaseOfAFile() {
        suite.with("t.jsonl", """
                {"id": "a", "input": 7}
                {"id": "b#1", "input": "hi"}
                {"id": "c", "input": "hi"}
                """).read("t.jsonl#b#1", "t.jsonl#c");

        assertThat(suite.faults()).isEmpty();
        assertThat(ids()).containsExactly("b#1", "c");
        assertThat(ReadSuite.in(root).reading("t.jsonl#c").single()).isTrue();
        assertThat(ReadSuite.in(root).reading("t.jsonl").single()).isFalse();
    }

    @Test
    void aFileThatIsGivenAsAWholeIsReadAsAWhole() {
        suite.with("t.jsonl", """
                {"id": "a", "input": "hi"}
                {"id": "b", "input": "hi"}
                """).read("t.jsonl#b", ".");

        assertThat(ids()).containsExactly("a", "b");
    }

    @Test
    void aCaseThatIsNotInItsFileIsAFaultThatHelps() {
        suite.with("t.jsonl", """
                {"id": "refund-late", "input": "hi"}
                {"id": "order", "input": "hi"}
                """).read("t.jsonl#refund-lat", "t.jsonl#", "t.jsonl#zzzzzz");

        assertThat(suite.faults()).containsExactly(
                "-i t.jsonl#refund-lat: case 'refund-lat' is not in this file; did you mean 'refund-late'?",
                "-i t.jsonl#zzzzzz: case 'zzzzzz' is not in this file; there are refund-late, order",
                "-i t.jsonl#: name the case behind the #");
    }

    @Test
    void aFileWithAHashInItsNameIsThatFile() {
        suite.with("a#b.jsonl", "{\"id\": \"x\", \"input\": \"hi\"}").read("a#b.jsonl");
        assertThat(ids()).containsExactly("x");
        assertThat(ReadSuite.in(root).read("a#b.jsonl#x").cases()).hasSize(1);
    }

    @Test
    void aMessageMayHaveAHash() {
        assertThat(suite.read("What is ticket #5?").cases()).hasSize(1);
    }

    @Test
    void aFileOfWhichNothingIsSelectedIsNoEmptyFile() {
        assertThat(suite.with("t.jsonl", "{\"id\": \"a\", \"input\": \"hi\"}").selecting("b").read("t.jsonl").faults())
                .isEmpty();
    }
}
