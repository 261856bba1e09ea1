package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.report.Golden;
import dev.muster.coordinator.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonlResultsTest {

    @TempDir
    private Path folder;

    @Test
    void aResultIsOneLineInTheSeedsFieldNames() throws Exception {
        // Given
        var path = Json.MAPPER.readTree("[1,2.5]");
        var passed = Results.stored(Results.passed("expense-turn3").name("Final turn – confirm 确认").taking(1800, 5)
                .response("Expense submitted.\nReference: EXP-2025-001").calling("create_expense", "{\"amount\":3500}")
                .holding(new TextCheck.Contains(List.of("submitted"), false)));
        var failed = Results
                .stored(Results.failed("all-checks")
                        .missing(new TextCheck.Contains(List.of("a", "b"), true), "expected a")
                        .missing(new ValueCheck.JsonPath("$.n", path), "expected n")
                        .holding(new ValueCheck.JsonPath("$.n", null))
                        .holding(new TextCheck.Regex("order-\\d+")).holding(new ValueCheck.Type(null, "string"))
                        .holding(new ValueCheck.Type("$.n", "array")).holding(new TextCheck.Equals(path))
                        .holding(new TextCheck.NotContains(List.of("x"), false))
                        .holding(new ToolCheck.ToolCalled(List.of("create"), path))
                        .holding(new ToolCheck.ToolCalled(List.of("a", "b"), null))
                        .with(new AssertionResult(new Assertion(new TextCheck.Regex("x"), true, "no x", "clean", 2),
                                false,
                                "no x (…)"))
                        .warning("an unknown event"));
        var lost = Results.stored(Results.errors("gone", "agent unreachable: connection refused"), Results.lost(1));
        var skipped = Results.stored(Results.skipped("later", "not yet"));
        var timeout = Results.stored(Results.failed("slow", Cause.AGENT_TIMEOUT, "timeout after 30s"));

        // When
        try (var results = new GrowingJsonl(folder.resolve("out.jsonl"))) {
            results.write(List.of(passed, failed));
            results.write(List.of(lost, skipped, timeout));
        }

        // Then
        Golden.matches("results.jsonl", Files.readString(folder.resolve("out.jsonl")));
    }
}
