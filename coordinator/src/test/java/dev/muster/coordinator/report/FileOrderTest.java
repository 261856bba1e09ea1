package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.report.json.GrowingJsonl;
import dev.muster.coordinator.report.json.ResultJson;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Cases end in any order; files list them in the order of the suite: by case, then by cell, then by repeat. */
class FileOrderTest {

    private static final List<StoredCase> CASES = SampleRun.cases().stream()
            .sorted((a, b) -> List.of(a.ref().number(), a.ref().cell(), a.ref().repeat()).toString()
                    .compareTo(List.of(b.ref().number(), b.ref().cell(), b.ref().repeat()).toString()))
            .toList();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(value = Form.class, names = {"JSON", "JSONL", "AGENT_EVAL"})
    void aFormIsInTheOrderOfTheSuiteHoweverItsCasesEnded(Form form) throws IOException {
        var out = new ByteArrayOutputStream();

        SampleRun.tell(form.writer(out), shuffled());

        assertThat(results(form, out.toString(StandardCharsets.UTF_8))).isEqualTo(names(form));
    }

    @Test
    void aGrowingFileHasTheLinesAsTheyComeAndTakesTheOrderAtItsEnd() throws IOException {
        // Given
        var file = folder.resolve("out.jsonl");
        var cases = shuffled();
        var results = new GrowingJsonl(file);
        results.write(cases.subList(0, 5));
        var midway = Files.readAllLines(file);

        // When
        results.write(cases.subList(5, cases.size()));
        results.end(new RunEnd(RunState.FINISHED, null, Duration.ZERO,
                ExitCode.PASSED, new RunTally(), News.NONE, null));
        results.close();

        // Then
        assertThat(midway).isEqualTo(cases.subList(0, 5).stream().map(each -> ResultJson.of(each).toString()).toList());
        assertThat(results(Form.JSONL, Files.readString(file))).isEqualTo(names(Form.JSONL));
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    private static List<StoredCase> shuffled() {
        var cases = new ArrayList<>(CASES);
        Collections.shuffle(cases, new Random(7));
        return cases;
    }

    private static List<String> names(Form form) {
        return CASES.stream().map(each -> form == Form.AGENT_EVAL
                ? each.ref().run() + "." + each.ref().number() + "." + each.ref().cell() + "." + each.ref().repeat()
                : each.result().identity().key() + " " + each.result().identity().agent() + " " + each.ref().repeat())
                .toList();
    }

    private static List<String> results(Form form, String text) {
        return switch (form) {
            case JSONL -> text.lines().map(Json.MAPPER::readTree).map(FileOrderTest::name).toList();
            case AGENT_EVAL -> each(Json.MAPPER.readTree(text)).stream().map(test -> test.path("testRunId").asString())
                    .toList();
            default -> each(Json.MAPPER.readTree(text).path("results")).stream().map(FileOrderTest::name).toList();
        };
    }

    private static List<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    private static String name(JsonNode result) {
        return result.path("key").asString() + " " + result.at("/cell/agent").asString() + " "
                + result.path("repeat").asInt();
    }
}
