package dev.muster.worker.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Difference;
import dev.muster.common.result.Evidence;
import dev.muster.common.result.Status;
import dev.muster.common.testing.Filled;
import dev.muster.common.testing.TestResult;
import dev.muster.common.testing.TextsOf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SanitizerTest {

    @Test
    void evidenceIsCleanedAsTheReasonIs() {
        var evidence = new Evidence(node("\"x\""), node("{\"token\":[\"Bearer sk-12345678-abc\"]}"), "$.\0",
                List.of(new Difference("$.token", null, node("\"sk-12345678-abc\"")),
                        new Difference("$.b", node("1"), null)));

        var clean = new Sanitizer(List.of("sk-12345678-abc")).clean(failed(evidence)).assertions().getFirst();

        assertThat(clean.evidence()).isEqualTo(new Evidence(node("\"x\""), node("{\"token\":[\"Bearer ***\"]}"),
                "$.\uFFFD", List.of(new Difference("$.token", null, node("\"***\"")),
                        new Difference("$.b", node("1"), null))));
    }

    /** A simulator's endpoint may echo its request, and a script test skips with its own words. */
    @Test
    void theReasonForSkippingIsCleaned() {
        var skipped = result(Status.SKIPPED, "HTTP 401: no key sk-12345678-abc\0", List.of());

        var clean = new Sanitizer(List.of("sk-12345678-abc")).clean(skipped);

        assertThat(clean.verdict().skipReason()).isEqualTo("HTTP 401: no key ***\uFFFD");
        assertThat(clean.warnings()).hasSize(1);
    }

    /** An agent may be recorded saying a secret. */
    @Test
    void whatWasAssertedIsCleaned() {
        var asserted = new AssertionResult(Assertion.of(new TextCheck.Regex("token sk-12345678-abc")), true, null, null,
                null);

        var clean = new Sanitizer(List.of("sk-12345678-abc")).clean(result(Status.PASSED, null, List.of(asserted)));

        assertThat(clean.assertions()).extracting(AssertionResult::assertion)
                .containsExactly(Assertion.of(new TextCheck.Regex("token ***")));
    }

    /** Any text of a result that is not the case's own is sanitized. */
    @Test
    void noTextOfAResultIsPassedBy() {
        var secret = "sk-12345678-abc";
        var told = Filled.with(secret, CaseResult.class);

        var clean = new Sanitizer(List.of(secret)).clean(told);

        assertThat(TextsOf.in(told, secret::equals)).hasSizeGreaterThan(60).contains("Verdict.skipReason",
                "ToolResult.received", "Schema.schema", "CheckpointResult.id", "Muted.reason");
        assertThat(TextsOf.in(clean, text -> text.contains(secret))).containsExactly("CaseIdentity.agent",
                "CaseIdentity.connector", "CaseIdentity.id", "CaseIdentity.key", "CaseIdentity.labels",
                "CaseIdentity.name", "Source.file", "Source.row");
    }

    /** The source of a tool's answer is in no result, however it is transported. */
    @Test
    void whatJsonLeavesOutIsGone() {
        var clean = new Sanitizer(List.of()).clean(Filled.with("text", CaseResult.class));

        assertThat(TextsOf.in(clean, "text"::equals)).doesNotContain("ToolResult.received");
    }

    @Test
    void whatHoldsNoSecretStaysAsItIs() {
        var told = Filled.with("plain", CaseResult.class);

        assertThat(Json.MAPPER.writeValueAsString(new Sanitizer(List.of("sk-12345678-abc")).clean(told)))
                .isEqualTo(Json.MAPPER.writeValueAsString(told));
    }

    private static JsonNode node(String text) {
        return Json.MAPPER.readTree(text);
    }

    private static CaseResult failed(Evidence evidence) {
        var result = new AssertionResult(Assertion.of(new TextCheck.Regex("x")), false, "not so", null, evidence);
        return result(Status.FAILED, null, List.of(result));
    }

    private static CaseResult result(Status status, @Nullable String skipReason, List<AssertionResult> assertions) {
        return TestResult.of("s#a").status(status).cause(Cause.ASSERTION).skipReason(skipReason).assertions(assertions)
                .make();
    }
}
