package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.AssertionTable.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Fails when an assertion type is missing somewhere it must be (CONTRIBUTING, "an assertion"). */
class CheckTypesTest {

    @TempDir
    Path root;

    static List<String> names() {
        return CheckTypes.names();
    }

    static List<String> evaluated() {
        return CheckTypes.evaluated();
    }

    @Test
    void everyRecordHasANameInJson() {
        assertThat(CheckTypes.records()).allSatisfy(check -> assertThat(CheckTypes.name(check)).isPresent());
        assertThat(names()).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theReaderKnowsIt(String type) {
        var faults = ReadSuite.faultsOf(root, "{\"id\": \"a\", \"input\": \"b\", \"assert\": {\"type\": \"" + type
                + "\"}}");

        assertThat(faults).noneMatch(fault -> fault.contains("unknown assertion type") || fault.contains(
                PartReader.NOT_YET));
    }

    @ParameterizedTest
    @MethodSource("names")
    void editorsKnowIt(String type) throws IOException {
        JsonNode definitions = schema().path("$defs");

        assertThat(definitions.path("check_" + type).path("properties").path("type").path("const").asString(""))
                .isEqualTo(type);
        assertThat(definitions.path("assertion").toString()).contains("#/$defs/check_" + type + "\"")
                .contains("\"" + type + "\"");
    }

    private static JsonNode schema() throws IOException {
        try (var in = CheckTypesTest.class.getResourceAsStream("/schema/agent-test.schema.json")) {
            return Json.MAPPER.readTree(in);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aRowOfTheDocumentTellsIt(String type) throws IOException {
        assertThat(Files.readAllLines(Path.of("../docs/suites.md")))
                .anyMatch(line -> line.startsWith("| `") && line.split("\\|", -1)[1].contains("`" + type + "`"));
    }

    @ParameterizedTest
    @MethodSource("evaluated")
    void theTableShowsAllThatHasToBeShown(String type) {
        var shown = AssertionTable.of(type).stream().map(Row::situation)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat((Set<String>) shown).isEqualTo(AssertionTable.SITUATIONS);
    }

    @ParameterizedTest
    @MethodSource("evaluated")
    void whatIsWrittenReadsBack(String type) {
        for (var row : AssertionTable.of(type)) {
            var assertion = AssertionTableTest.read(root, row);
            var written = assertion.written();

            assertThat(written.path("type").asString()).isEqualTo(type);
            assertThat(ReadSuite.caseWith(root, "\"assertions\": [" + written + "]").assertions())
                    .containsExactly(assertion);
        }
    }
}
