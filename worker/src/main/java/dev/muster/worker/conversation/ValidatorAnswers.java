package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the answers of a validator or a script.
 *
 * @param threshold lowest passing score; null leaves it to the answer
 * @param broken the cause when there is no verdict
 */
record ValidatorAnswers(Assertion assertion, @Nullable Double threshold, Cause broken, String who) {

    private record Verdict(boolean passed, @Nullable Double score, @Nullable String reason) {}

    /** Returns the majority of the answers; one without a verdict spoils all. */
    AssertionOutcome over(List<HelperAnswer> answers) {
        var verdicts = new ArrayList<Verdict>();
        for (var answer : answers) {
            switch (answer) {
                case HelperAnswer.Broke(var text) -> {
                    return AssertionOutcome.broken(assertion, broken, who + " error: " + text);
                }
                case HelperAnswer.OutOfTime late -> {
                    return AssertionOutcome.broken(assertion, Cause.TIMEOUT, late.sentence(who));
                }
                case HelperAnswer.Answered(var text) -> {
                    var verdict = read(text);
                    if (verdict == null) {
                        return AssertionOutcome.broken(assertion, broken, who + " error: " + noVerdict(text));
                    }
                    verdicts.add(verdict);
                }
            }
        }
        return AssertionOutcome.of(result(verdicts));
    }

    private String noVerdict(String text) {
        var json = ReplyJson.in(text).orElse(null);
        if (json != null && (json.path("passed").isBoolean() || json.path("pass").isBoolean()) && json.has("score")) {
            return "it gave no verdict: its 'score' must be a number from 0 to 1, not "
                    + Quote.of(json.get("score").toString());
        }
        return assertion.check() instanceof Check.Script script
                ? script.ask().use() + " gave no verdict: it must answer true, false, or an object with 'pass' or "
                        + "'passed', not " + Quote.of(text)
                : "it gave no verdict: it must answer JSON such as {\"passed\": true, \"reason\": \"…\"}, not "
                        + Quote.of(text);
    }

    private AssertionResult result(List<Verdict> verdicts) {
        long pro = verdicts.stream().filter(Verdict::passed).count();
        boolean agreed = pro * 2 > verdicts.size();
        boolean passed = agreed != assertion.negate();
        return new AssertionResult(assertion, passed, passed ? null : reason(verdicts, pro, agreed), score(verdicts),
                verdicts.size() == 1 ? null : samples(verdicts));
    }

    /** Shows how far the answers differ, also where most agreed. */
    private static AssertionResult.Evidence samples(List<Verdict> verdicts) {
        var samples = Json.MAPPER.createArrayNode();
        for (var verdict : verdicts) {
            var sample = samples.addObject().put("passed", verdict.passed());
            if (verdict.score() != null) {
                sample.put("score", verdict.score());
            }
            if (verdict.reason() != null) {
                sample.put("reason", Quote.cut(verdict.reason()));
            }
        }
        return new AssertionResult.Evidence(null, samples, null, List.of());
    }

    /** The author's message comes first; the validator's text stays, because it says what was found. */
    private String reason(List<Verdict> verdicts, long pro, boolean agreed) {
        var said = verdicts.stream().filter(verdict -> verdict.passed() == agreed).map(Verdict::reason)
                .filter(Objects::nonNull).findFirst().orElse("it gave no reason");
        var ours = (agreed ? "the " + who + " agreed, and was not to: " : "the " + who + " refused: ") + said
                + (verdicts.size() == 1 ? ""
                        : " (" + pro + " of " + verdicts.size() + " samples passed" + spread(verdicts) + ")");
        return assertion.message() == null ? ours : assertion.message() + " (" + ours + ")";
    }

    private static String spread(List<Verdict> verdicts) {
        var scores = verdicts.stream().map(Verdict::score).filter(Objects::nonNull).sorted().toList();
        return scores.isEmpty() ? ""
                : ", scores " + Quote.score(scores.getFirst()) + " to " + Quote.score(scores.getLast());
    }

    private static @Nullable Double score(List<Verdict> verdicts) {
        var scores = verdicts.stream().map(Verdict::score).filter(Objects::nonNull).mapToDouble(Double::doubleValue)
                .average();
        return scores.isPresent() ? scores.getAsDouble() : null;
    }

    private @Nullable Verdict read(String text) {
        var json = ReplyJson.in(text).orElse(null);
        if (json == null) {
            return null;
        }
        if (json.isBoolean()) {
            return new Verdict(json.booleanValue(), null, null);
        }
        var passed = json.has("passed") ? json.path("passed") : json.path("pass");
        return passed.isBoolean() ? verdict(json, passed.booleanValue()) : null;
    }

    /** A score that is needed but missing, or invalid, makes it no verdict. */
    private @Nullable Verdict verdict(JsonNode json, boolean passed) {
        if (!json.path("score").isNumber() && !json.path("score").isNull() && json.has("score")) {
            return null;
        }
        Double score = json.path("score").isNumber() ? json.path("score").doubleValue() : null;
        if (score == null ? threshold != null : score < 0 || score > 1) {
            return null;
        }
        if (threshold == null || score == null) {
            return new Verdict(passed, score, reason(json));
        }
        boolean enough = score >= threshold;
        return new Verdict(enough, score, passed && !enough ? tooLow(score, reason(json)) : reason(json));
    }

    /** The validator passed the reply, but its score is below the suite's threshold. */
    private String tooLow(double score, @Nullable String reason) {
        return "its score " + score + " is below the threshold " + threshold
                + (reason == null ? "" : " (it says: " + reason + ")");
    }

    /** With its suggestion, if there is one. */
    private static @Nullable String reason(JsonNode json) {
        var reason = json.path(json.has("reason") ? "reason" : "message").asStringOpt().orElse(null);
        var suggestions = json.path("suggestions").valueStream().map(JsonNode::asString)
                .collect(Collectors.joining("; "));
        return reason == null || suggestions.isEmpty() ? reason : reason + " (it suggests: " + suggestions + ")";
    }
}
