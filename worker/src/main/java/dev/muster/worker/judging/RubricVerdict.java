package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.assertion.eval.Rubric;
import dev.muster.common.assertion.eval.RubricCriterion;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Evidence;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a judge's answer for each criterion of a rubric. */
final class RubricVerdict {

    private final Assertion assertion;
    private final Rubric rubric;

    RubricVerdict(Assertion assertion, Rubric rubric) {
        this.assertion = assertion;
        this.rubric = rubric;
    }

    private record Finding(RubricCriterion criterion, boolean met, @Nullable String reason) {}

    /** An answer without a verdict is an error, never a pass or a failure. */
    AssertionOutcome of(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> broken(text);
            case HelperAnswer.OutOfTime late ->
                AssertionOutcome.broken(assertion, Cause.TIMEOUT, late.sentence("judge"));
            case HelperAnswer.Answered(var text, var _, var _) -> read(text);
        };
    }

    private AssertionOutcome broken(String text) {
        return AssertionOutcome.broken(assertion, Cause.VALIDATOR_ERROR, "validator error: " + text);
    }

    private AssertionOutcome read(String text) {
        var json = ReplyJson.in(text).orElse(null);
        if (json == null) {
            return broken(
                    "the judge gave no verdict: it must answer JSON with a list 'criteria', not " + Quote.of(text));
        }
        var answered = json.isArray() ? json : json.path("criteria");
        if (answered.size() != rubric.criteria().size()) {
            return broken("the judge was asked about " + rubric.criteria().size() + " criteria and answered "
                    + (answered.isArray() ? "about " + answered.size() : "without a list 'criteria'") + ": "
                    + Quote.of(text));
        }
        var findings = new ArrayList<Finding>();
        for (int i = 0; i < answered.size(); i++) {
            var met = met(answered.get(i));
            if (met == null) {
                return broken("the judge did not say whether \"" + rubric.criteria().get(i).text()
                        + "\" is met: it must answer 'met' true or false");
            }
            findings.add(new Finding(rubric.criteria().get(i), met, reason(answered.get(i))));
        }
        return AssertionOutcome.of(result(findings, suggestions(json)));
    }

    private static @Nullable Boolean met(JsonNode answered) {
        for (var name : List.of("met", "passed", "pass")) {
            if (answered.path(name).isBoolean()) {
                return answered.path(name).booleanValue();
            }
        }
        return answered.isBoolean() ? answered.booleanValue() : null;
    }

    private static @Nullable String reason(JsonNode answered) {
        return answered.path("reason").asStringOpt().filter(reason -> !reason.isBlank()).orElse(null);
    }

    private static String suggestions(JsonNode json) {
        return json.path("suggestions").valueStream().map(JsonNode::asString).collect(Collectors.joining("; "));
    }

    private AssertionResult result(List<Finding> findings, String suggestions) {
        double score = rubric.score(findings.stream().map(Finding::met).toList());
        boolean met = score >= rubric.threshold() && (!rubric.strict() || findings.stream().allMatch(Finding::met));
        boolean passed = met != assertion.negate();
        return new AssertionResult(assertion, passed, passed ? null : reason(findings, score, met, suggestions),
                assertion.negate() ? 1 - score : score,
                evidence(findings));
    }

    /** Lists each criterion, also where the whole passed. */
    private static Evidence evidence(List<Finding> findings) {
        var answered = Json.MAPPER.createArrayNode();
        for (var finding : findings) {
            var each = answered.addObject().put("criterion", Quote.cut(finding.criterion().text())).put("met",
                    finding.met());
            if (finding.reason() != null) {
                each.put("reason", Quote.cut(finding.reason()));
            }
        }
        return new Evidence(null, answered, null, List.of());
    }

    /** The author's message comes first; the judge's text stays, because it says what was found. */
    private String reason(List<Finding> findings, double score, boolean met, String suggestions) {
        long count = findings.stream().filter(Finding::met).count();
        var ours = "the judge found " + count + " of " + findings.size() + " criteria met, a score of "
                + Quote.score(score) + " where " + (rubric.strict() ? "all are needed" : rubric.threshold() + " passes")
                + (met ? "" : unmet(findings)) + (suggestions.isEmpty() ? "" : " (it suggests: " + suggestions + ")");
        return assertion.message() == null ? ours : assertion.message() + " (" + ours + ")";
    }

    private static String unmet(List<Finding> findings) {
        return "; not met: " + findings.stream().filter(finding -> !finding.met())
                .map(finding -> '"' + finding.criterion().text() + '"'
                        + (finding.reason() == null ? "" : ": " + finding.reason()))
                .collect(Collectors.joining("; "));
    }
}
