package dev.muster.coordinator.report;

import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.coordinator.suite.AssertionWriter;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Assertions as result files have them: as written, and what they found. */
final class AssertionJson {

    private AssertionJson() {}

    static void put(ObjectNode json, String field, List<AssertionResult> assertions) {
        var all = json.putArray(field);
        assertions.forEach(assertion -> all.add(of(assertion)));
    }

    /** The reasons of those that failed; nothing when none did. */
    static void putErrors(ObjectNode json, Stream<AssertionResult> assertions) {
        var failed = assertions.filter(AssertionResult::failed).toList();
        if (!failed.isEmpty()) {
            var errors = json.putArray("assertion_errors");
            failed.forEach(assertion -> errors.add(String.valueOf(assertion.reason())));
        }
    }

    private static ObjectNode of(AssertionResult found) {
        var json = AssertionWriter.assertion(found.assertion()).put("passed", found.passed());
        if (found.score() != null) {
            json.put("score", found.score());
        }
        if (found.reason() != null) {
            json.put("reason", found.reason());
        }
        if (found.error() != null) {
            json.put("error", found.error());
        }
        if (found.evidence() != null) {
            json.set("evidence", Json.MAPPER.valueToTree(found.evidence()));
        }
        return json;
    }
}
