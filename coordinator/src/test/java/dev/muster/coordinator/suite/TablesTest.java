package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.template.Variables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases with {@code each}. */
class TablesTest {

    private static final String REFUND = "id: refund\neach: data.csv\nkey: order\ninput: Refund ${row.order}\n";

    @TempDir
    Path root;

    private ReadSuite suite(String yaml) {
        return ReadSuite.in(root).with("t.yaml", yaml);
    }

    private static List<String> ids(ReadSuite suite) {
        assertThat(suite.faults()).isEmpty();
        return suite.cases().stream().map(each -> each.identity().id()).toList();
    }

    private static String input(TestCase testCase) {
        return ((Conversation.Standard) testCase.conversation()).messages().getFirst().text();
    }

    private static String expanded(TestCase testCase) {
        return Variables.of(testCase, name -> Optional.of("SECRET " + name)).with(Map.of("x",
                Json.MAPPER.valueToTree("printed"))).expand(input(testCase));
    }

    @Test
    void eachRowIsACase() {
        var suite = suite(REFUND).with("data.csv", "order,amount\nA1,35\nA2,40\n").read("t.yaml");

        assertThat(ids(suite)).containsExactly("refund[A1]", "refund[A2]");
        assertThat(suite.cases().getLast().identity().key()).isEqualTo("t.yaml#refund[A2]");
        assertThat(suite.cases().getLast().identity().source().shown()).isEqualTo("t.yaml:1 (data.csv:3)");
        assertThat(input(suite.cases().getLast())).isEqualTo("Refund A2");
        assertThat(suite.warnings()).isEmpty();
    }

    @Test
    void withoutAKeyRowsAreNumberedAndOneIsWarned() {
        var suite = suite("id: refund\neach: data.jsonl\ninput: Refund ${row.order}\n")
                .with("data.jsonl", "{\"order\": \"A1\"}\n{\"order\": \"A2\"}\n")
                .look(ReadSuite.project(root), "t.yaml");

        assertThat(ids(suite)).containsExactly("refund[1]", "refund[2]");
        assertThat(suite.warnings()).containsExactly("t.yaml:2:7: the rows of 'each' are numbered, so a new row in the "
                + "middle gives later rows the history of others; name a column that identifies a row with 'key'");
    }

    @Test
    void aListIsATableToo() {
        var suite = suite("""
                id: refund
                each:
                  - { order: A1, amount: 35 }
                  - { order: A2, amount: 40 }
                key: order
                input: Refund ${row.order} with ${row.amount}
                """).read("t.yaml");

        assertThat(ids(suite)).containsExactly("refund[A1]", "refund[A2]");
        assertThat(input(suite.cases().getFirst())).isEqualTo("Refund A1 with 35");
        assertThat(suite.cases().getFirst().identity().source().shown()).isEqualTo("t.yaml:1 (t.yaml:3)");
    }

    @Test
    void rowsFillEveryTextAndTypesStay() {
        var suite = suite("""
                id: all
                each: data.jsonl
                key: id
                name: Case ${row.id}
                agent: ${row.agent}
                labels: { team: "${row.id}" }
                metadata: { whole: "${row.object}", part: "n=${row.n}" }
                retries: ${row.n}
                skip: ${row.flag}
                hooks: [{ cmd: [echo, "${row.text}"] }]
                turns:
                  - input: Say ${row.text}
                    assertions: [{ contains: "${row.text}" }, { equals: "${row.object}" }]
                    payload: ${row.list}
                simulator: { use: judge, options: { metadata: { goal: "get ${row.text}" } } }
                checkpoints: [{ id: one, assert: { type: contains, value: "${row.text}" } }]
                """).with("data.jsonl", """
                {"id": 7, "agent": "chat", "text": "hi", "n": 2, "flag": true, "object": {"a": [1]}, "list": [1.50, null]}
                """).read("t.yaml");

        assertThat(ids(suite)).containsExactly("all[7]");
        var all = suite.cases().getFirst();
        assertThat(all.identity().name()).isEqualTo("Case 7");
        assertThat(all.agent()).isEqualTo("chat");
        assertThat(all.limits().retries()).isEqualTo(2);
        assertThat(all.skip()).isEqualTo(CaseReader.SKIPPED);
        assertThat(all.setup().hooks().getFirst().command()).containsExactly("echo", "hi");
        var json = Json.MAPPER.valueToTree(all);
        assertThat(json.at("/options/metadata/whole").toString()).isEqualTo("{\"a\":[1]}");
        assertThat(json.at("/options/metadata/part").stringValue()).isEqualTo("n=2");
        assertThat(json.at("/conversation/turns/0/payload").toString()).isEqualTo("[1.5,null]");
        assertThat(json.at("/conversation/simulator/options/metadata/goal").stringValue()).isEqualTo("get hi");
        assertThat(json.toString()).doesNotContain("${row.");
    }

    @Test
    void anAgUiTestHasTablesToo() {
        var suite = suite("""
                name: greet
                each: data.csv
                key: who
                hooks: [{ cmd: [printenv, "${row.who}"] }]
                turns:
                  - user: I am ${row.who}, ${x}
                    assert: { text: { must_match: "${row.who}" } }
                """).with("data.csv", "who\nAnn\nBob\n").read("t.yaml");

        assertThat(ids(suite)).containsExactly("greet[Ann]", "greet[Bob]");
        assertThat(suite.cases().getFirst().setup().hooks().getFirst().command()).containsExactly("printenv", "Ann");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${ENV.HOME}", "${x}", "${captured.y}", "${row.order}", "{{conversation}}", "$",
        "{ENV.HOME}",
        "${ENV.", "ENV.HOME}", "${$}{ENV.HOME}", "a $ {b} ${", "$\uFDD0{x"})
    void whatARowInsertsIsNeverExpandedAgain(String cell) throws Exception {
        var row = Json.MAPPER.createObjectNode().put("order", "A1").put("cell", cell);
        var suite = suite("""
                id: refund
                each: data.jsonl
                key: order
                hooks: [{ cmd: [a, "${row.cell}"] }]
                input: "${row.cell} $${row.cell} ${ENV.${row.cell} ${row.cell}${row.cell} ${ENV.OWN} ${x} {${row.cell}"
                labels: { l: "${row.cell}" }
                expected: ${row.cell}
                """).with("data.jsonl", row.toString()).read("t.yaml");

        assertThat(suite.faults()).isEmpty();
        var read = suite.cases().getFirst();
        var whole = cell.replace("\uFDD0", "");
        assertThat(expanded(read).replace("\uFDD0", ""))
                .isEqualTo(whole + " $" + whole + " ${ENV." + whole + " " + whole
                        + whole + " SECRET OWN printed {" + whole);
        assertThat(read.setup().hooks().getFirst().command().getLast().replace("\uFDD0", "")).isEqualTo(whole);
        assertThat(String.valueOf(read.identity().labels().get("l")).replace("\uFDD0", "")).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${ row.order }", "${ row.order", "${row.order", "${row.", "${row}", "${ row }"})
    void aMisspelledNameIsAFault(String wrong) {
        var suite = suite("id: refund\neach: data.csv\nkey: order\ninput: '${row.order} and " + wrong + "'\n")
                .with("data.csv", "order,amount\nA1,35\n").read("t.yaml");

        assertThat(suite.faults()).containsExactly(
                "t.yaml:4:8: '" + wrong + "' is not a column; write ${row.NAME}, without spaces");
    }

    @Test
    void everyUnknownNameIsTold() {
        var suite = suite("id: refund\neach: data.csv\nkey: ordr\ninput: ${row.oder} and ${row.amont}\n"
                + "labels: { a: \"${row.x}\" }\nretries: many\n")
                .with("data.csv", "order,amount\nA1,35\n").read("t.yaml");

        assertThat(suite.faults()).containsExactlyInAnyOrder(
                "t.yaml:3:6: unknown column 'ordr'; did you mean 'order'?; data.csv has order, amount",
                "t.yaml:4:8: unknown column 'oder' in ${row.oder}; did you mean 'order'?; data.csv has order, amount",
                "t.yaml:4:8: unknown column 'amont' in ${row.amont}; did you mean 'amount'?; data.csv has order, amount",
                "t.yaml:5:14: unknown column 'x' in ${row.x}; data.csv has order, amount",
                "t.yaml:6:10: 'retries' must be a number, not a string");
    }

    @Test
    void everyFaultyRowIsTold() {
        var suite = suite(REFUND).with("data.csv", "order,amount\nA1,35\nA1,40\n,3\nA2\n\"a\nb\",4\n").read("t.yaml");

        assertThat(suite.faults()).containsExactly(
                "data.csv:3:1: 'A1' identifies another row, at line 2; each row needs its own 'order'",
                "data.csv:4:1: 'order' identifies the row, so it must not be empty",
                "data.csv:5:1: this row has 1 value, and the first line names 2 columns; put quotes around a value with a comma",
                "data.csv:6:1: 'order' identifies the row, and must be one line without control characters");
    }

    @Test
    void everyFaultyLineOfJsonIsTold() {
        var suite = suite("id: refund\neach: data.jsonl\nkey: order\ninput: ${row.order}\n").with("data.jsonl", """
                {"order": "A1", "amount": 1}
                {"order": "A2", "amout": 1}
                7
                {"order": null, "amount": 1}
                {"order": "A3", "amount": }
                {"order": ["A4"], "amount": 1}
                {"order": "A5", "order": "A6", "amount": 1}
                """).read("t.yaml");

        assertThat(suite.faults()).hasSize(7).satisfiesExactly(
                one -> assertThat(one).startsWith("data.jsonl:2:1: this row has no 'amount', which the first row has"),
                one -> assertThat(one).startsWith("data.jsonl:2:17: unknown column 'amout'; did you mean 'amount'?"),
                one -> assertThat(one)
                        .startsWith("data.jsonl:3:1: a row must be an object with a value for each column"),
                one -> assertThat(one)
                        .startsWith("data.jsonl:4:11: 'order' identifies the row, so it must be a string"),
                one -> assertThat(one).startsWith("data.jsonl:5:27: not JSON"),
                one -> assertThat(one)
                        .startsWith("data.jsonl:6:11: 'order' identifies the row, so it must be a string"),
                one -> assertThat(one).startsWith("data.jsonl:7:17: 'order' appears twice"));
    }

    @Test
    void aFaultOfAValueNamesItsRowAndAFaultOfTheCaseIsToldOnce() {
        var suite = suite(REFUND + "retries: ${row.n}\nlabel: { a: b }\n")
                .with("data.csv", "order,n\nA1,2\nA2,x\n").read("t.yaml");

        assertThat(suite.faults()).containsExactly(
                "t.yaml:5:10: 'retries' must be a number, not a string (row 'A1', data.csv:2)",
                "t.yaml:6:1: unknown key 'label'; did you mean 'labels'?",
                "t.yaml:5:10: 'retries' must be a number, not a string (row 'A2', data.csv:3)");
    }

    @Test
    void aTableWithManyFaultsEndsAtABound() {
        var suite = suite(REFUND).with("data.csv", "order,n\n" + "x\n".repeat(5_000)).read("t.yaml");

        assertThat(suite.faults()).hasSizeBetween(100, 110);
        assertThat(suite.faults().getLast()).isEqualTo(
                "t.yaml:2:7: this table has more faults; the rest of it is not read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "order,n\n", "\n\n"})
    void anEmptyTableIsAFault(String table) {
        var suite = suite(REFUND).with("data.csv", table).read("t.yaml");

        assertThat(suite.faults())
                .contains("t.yaml:2:7: data.csv has no rows, so there is no case; add a row, or remove the case");
    }

    @Test
    void whatIsNoTableIsTold() throws IOException {
        assertThat(suite(REFUND).read("t.yaml").faults()).containsExactly(
                "t.yaml:2:7: 'data.csv' was not found, neither beside the suite nor in the project root");
        assertThat(suite(REFUND.replace("data.csv", "data.xlsx")).read("t.yaml").faults()).containsExactly(
                "t.yaml:2:7: 'each' names a file that ends in .csv or .jsonl, not 'data.xlsx'");
        assertThat(suite(REFUND.replace("data.csv", "7")).read("t.yaml").faults()).containsExactly(
                "t.yaml:2:7: 'each' must be the name of a .csv or .jsonl file, or a list of objects, not a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuch.csv", "data.csv", "empty.csv"})
    void aCaseWhoseTableCantBeReadStillShowsItsOwnFaults(String table) {
        var suite = suite(REFUND.replace("data.csv", table) + "label: {x: y}\nretries: ${row.retries}\n"
                + "timeout: soon\n")
                .with("data.csv", "order,n\nA1,1\nA2,2\n").with("empty.csv", "order\n").read("t.yaml");

        assertThat(suite.faults()).anyMatch(fault -> fault.startsWith("t.yaml:5:") && fault.contains("'label'"))
                .anyMatch(fault -> fault.startsWith("t.yaml:7:") && fault.contains("'soon'"))
                .noneMatch(fault -> fault.contains("'retries' must"))
                .hasSize(table.equals("empty.csv") ? 4 : 3);
        assertThat(suite.cases()).isEmpty();
    }

    @Test
    void aTableOutsideTheProjectIsNotRead(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("data.csv"), "order\nsecret\n");
        Files.createSymbolicLink(root.resolve("data.csv"), outside.resolve("data.csv"));
        var link = suite(REFUND).read("t.yaml");
        var named = suite(REFUND.replace("data.csv", outside.resolve("data.csv").toString())).read("t.yaml");
        var above = suite(REFUND.replace("data.csv", "../" + outside.getFileName() + "/data.csv")).read("t.yaml");

        assertThat(Stream.of(link, named, above)).allSatisfy(suite -> {
            assertThat(suite.cases()).isEmpty();
            assertThat(suite.faults()).singleElement().asString()
                    .endsWith("lies outside the project root, where nothing is read");
        });
    }

    @Test
    void anIdIsNoTemplateAndAKeyNeedsATable() {
        assertThat(suite(REFUND.replace("id: refund", "id: refund-${row.order}")).with("data.csv", "order\nA1\n")
                .read("t.yaml").faults()).singleElement().asString()
                .startsWith("t.yaml:1:5: 'id' must be the same for all rows");
        assertThat(suite("id: a\nkey: x\ninput: hi\n").read("t.yaml").faults()).containsExactly(
                "t.yaml:2:6: 'key' names a column of the table of 'each', which this case does not have");
    }

    @Test
    void onlyTheSoleCaseOfAFileMayOmitItsId() {
        var table = "each: [{ a: 1 }]\ninput: ${row.a}!\n";

        assertThat(ids(suite(table).read("t.yaml"))).containsExactly("t[1]");
        assertThat(suite(table + "---\nid: b\ninput: hi\n").read("t.yaml").faults()).contains(
                "t.yaml:1:1: a case needs 'id'");
    }

    @Test
    void aGeneratedCaseHasNoTable() {
        var suite = ReadSuite.in(root).with("data.csv", "order\nA1\n").generating(
                "[{\"id\": \"a\", \"each\": \"data.csv\", \"input\": \"${row.order}\"}, {\"id\": \"b\", \"input\": \"x\"}]")
                .read("agents:judge");

        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("b");
        assertThat(suite.warnings()).anyMatch(each -> each.contains("'each' is refused in a generated case"));
    }

    @Test
    void anAgentEvalTestHasNoTable() {
        var suite = ReadSuite.in(root).with("t.json", "{\"userMessage\": \"hi\", \"each\": [{\"a\": 1}]}")
                .read("t.json");

        assertThat(suite.faults())
                .containsExactly("t.json:1:23: unknown key 'each'; tables are for cases of agent-test "
                        + "and AG-UI suites");
    }

    @Test
    void aNameOfARowWithoutATableIsAWarning() {
        assertThat(suite("id: a\ninput: ${row.x}\n").read("t.yaml").warnings()).containsExactly(
                "t.yaml:2:8: ${row.…} has no value here: this case has no 'each'");
    }

    @Test
    void rowsAreSelectedByIdAndAllByTheIdOfTheCase() {
        var files = suite(REFUND + "---\nid: other\ninput: x\n").with("data.csv", "order\nA1\nA2\n");

        assertThat(ids(files.read("t.yaml#refund[A2]"))).containsExactly("refund[A2]");
        assertThat(ids(ReadSuite.in(root).read("t.yaml#refund"))).containsExactly("refund[A1]", "refund[A2]");
        assertThat(ids(ReadSuite.in(root).selecting("a1").read("t.yaml"))).containsExactly("refund[A1]");
        assertThat(ReadSuite.in(root).read("t.yaml#refund[A3]").faults()).singleElement().asString()
                .startsWith("-i t.yaml#refund[A3]: case 'refund[A3]' is not in this file; did you mean 'refund[A");
    }

    @Test
    void aTableInAFolderOfSuitesIsNoSuite() {
        var files = ReadSuite.in(root).with("tests/data.jsonl", "{\"order\": \"A1\"}\n")
                .with("tests/more.jsonl", "{\"id\": \"b\", \"input\": \"x\"}\n")
                .with("tests/t.yaml", "id: refund\neach: data.jsonl\nkey: order\ninput: ${row.order}\n");

        assertThat(ids(files.read("tests"))).containsExactly("b", "refund[A1]");
        assertThat(ReadSuite.in(root).read("tests/data.jsonl").faults()).isNotEmpty();
    }

    @Test
    void aTableMayStandInTheProjectRoot() {
        var suite = ReadSuite.in(root).with("data.csv", "order\nA1\n").with("tests/t.yaml", REFUND).read("tests");

        assertThat(ids(suite)).containsExactly("refund[A1]");
        assertThat(suite.cases().getFirst().identity().source().row()).isEqualTo("data.csv:2");
    }

    @Test
    void aRowThatGrowsWithoutEndIsRefusedBeforeItIsMade() throws IOException {
        var suite = suite("id: a\neach: data.csv\ninput: \"" + "${row.x}".repeat(100_000) + "\"\n")
                .with("data.csv", "x\n" + "y".repeat(1 << 20) + "\n").read("t.yaml");

        assertThat(suite.cases()).isEmpty();
        assertThat(suite.faults()).containsExactly(
                "t.yaml:2:7: a case is larger than 16 million characters (row 1, data.csv:2)");
    }
}
