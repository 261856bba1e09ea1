package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonlResultsTest {

    @TempDir
    private Path folder;

    @Test
    void aResultIsOneLineInTheSeedsFieldNames() throws Exception {
        // Given
        var path = Json.MAPPER.readTree("[1,2.50]");
        var passed = Results.passed("expense-turn3").named("Final turn – confirm 确认").taking(1800, 5)
                .saying("Expense submitted.\nReference: EXP-2025-001").calling("create_expense", "{\"amount\":3500}")
                .holding(new Check.Contains(List.of("submitted"), false)).stored();
        var failed = Results.failed("all-checks").missing(new Check.Contains(List.of("a", "b"), true), "expected a")
                .missing(new Check.JsonPath("$.n", path), "expected n").holding(new Check.JsonPath("$.n", null))
                .holding(new Check.Regex("order-\\d+")).holding(new Check.Type(null, "string"))
                .holding(new Check.Type("$.n", "array")).holding(new Check.Equals(path))
                .holding(new Check.NotContains(List.of("x"), false))
                .holding(new Check.ToolCalled(List.of("create"), path))
                .holding(new Check.ToolCalled(List.of("a", "b"), null))
                .with(new AssertionResult(new Assertion(new Check.Regex("x"), true, "no x", "clean", 2), false,
                        "no x (…)"))
                .warning("an unknown event").stored();
        var lost = Results.errors("gone", "agent unreachable: connection refused").after(Results.lost(1)).stored();
        var skipped = Results.skipped("later", "not yet").stored();
        var timeout = Results.failed("slow", Cause.AGENT_TIMEOUT, "timeout after 30s").stored();

        // When
        try (var results = JsonlResults.open(folder.resolve("out.jsonl"))) {
            results.write(List.of(passed, failed));
            results.write(List.of(lost, skipped, timeout));
        }

        // Then
        Golden.matches("results.jsonl", Files.readString(folder.resolve("out.jsonl")));
    }

    @Test
    void whatIsWrittenIsThereBeforeTheFileIsClosed() throws Exception {
        // Given
        var file = folder.resolve("out.jsonl");
        Files.writeString(file, "of an earlier run\n");

        try (var results = JsonlResults.open(file)) {
            // When
            results.write(
                    List.of(Results.passed("a").saying("x".repeat(3_000_000)).stored(), Results.passed("b").stored()));

            // Then
            assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.endsWith("}"));
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldInASentence() throws IOException {
        // Given
        var missing = folder.resolve("nowhere").resolve("out.jsonl");
        var directory = Files.createDirectory(folder.resolve("d.jsonl"));

        // Then
        assertThatThrownBy(() -> ResultFiles.open(List.of(missing))).isInstanceOf(OutputFault.class)
                .hasMessage("-o " + missing + " can't be written: there is no folder " + missing.getParent()
                        + "; make it, or name another");
        assertThatThrownBy(() -> ResultFiles.open(List.of(directory))).isInstanceOf(OutputFault.class)
                .hasMessageContaining("it is a folder");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"out.xml | results as .xml can't be written yet",
        "out.HTML | results as .html can't be written yet", "out.txt | .txt is not one of them", "out | there is none"})
    void otherFormsAreRefusedBeforeTheRun(String name, String sentence) {
        assertThatThrownBy(() -> ResultFiles.open(List.of(folder.resolve(name)))).isInstanceOf(OutputFault.class)
                .hasMessageContaining(sentence).hasMessageContaining(".jsonl");
    }

    @Test
    void severalFilesGetTheSameAndOneFileTwiceIsRefused() throws Exception {
        // Given
        var one = folder.resolve("one.jsonl");
        var two = folder.resolve("two.jsonl");

        // When
        try (var files = ResultFiles.open(List.of(one, two))) {
            files.write(List.of(Results.passed("a").stored()));
        }

        // Then
        assertThat(Files.readString(one)).isEqualTo(Files.readString(two)).contains("\"id\":\"a\"");
        assertThatThrownBy(() -> ResultFiles.open(List.of(one, folder.resolve("x").resolve("..").resolve("one.jsonl"))))
                .isInstanceOf(OutputFault.class).hasMessageContaining("twice");
    }
}
