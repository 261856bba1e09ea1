package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;

/** Assertions in result files: as written, with their findings. */
final class AssertionJson {

    private AssertionJson() {}

    static void write(Members json, String field, List<AssertionResult> assertions) {
        json.objects(field, assertions, AssertionJson::write);
    }

    /** Writes the reasons of failed assertions, if any. */
    static void errors(Members json, Stream<AssertionResult> assertions) {
        var failed = assertions.filter(AssertionResult::failed).map(failure -> String.valueOf(failure.reason()))
                .toList();
        if (!failed.isEmpty()) {
            json.texts("assertion_errors", failed);
        }
    }

    private static void write(Members json, AssertionResult found) {
        json.all(found.assertion().written()).flag("passed", found.passed())
                .number("score", found.score()).text("reason", found.reason()).text("error", found.error());
        if (found.evidence() != null) {
            json.node("evidence", Json.MAPPER.valueToTree(found.evidence()));
        }
    }
}
