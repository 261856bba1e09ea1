package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Evidence;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads the answers of a validator, a judge or a script. */
public final class ValidatorAnswers {

    private final Assertion assertion;
    private final @Nullable Double threshold;
    private final Cause broken;
    private final String who;
    private final @Nullable String shown;

    /**
     * @param threshold lowest passing score; null leaves it to the answer
     * @param broken the cause when there is no verdict
     * @param shown what a judge was shown, by Muster's own prompt; null for others, who have theirs
     */
    public ValidatorAnswers(Assertion assertion, @Nullable Double threshold, Cause broken, String who,
            @Nullable String shown) {
        this.assertion = assertion;
        this.threshold = threshold;
        this.broken = broken;
        this.who = who;
        this.shown = shown;
    }

    public ValidatorAnswers(Assertion assertion, @Nullable Double threshold, Cause broken, String who) {
        this(assertion, threshold, broken, who, null);
    }

    private static final int LONGEST = 100_000;

    private record Verdict(boolean passed, @Nullable Double score, @Nullable String reason) {}

    /** An answer, and its verdict; null when it has none. */
    private record Sample(@Nullable Verdict verdict, HelperAnswer.Answered answer) {}

    /** Returns the majority of the answers; one without a verdict spoils all, but the others are kept. */
    public AssertionOutcome over(List<HelperAnswer> answers) {
        var samples = answers.stream().filter(HelperAnswer.Answered.class::isInstance)
                .map(HelperAnswer.Answered.class::cast).map(each -> new Sample(read(each.text()), each)).toList();
        return answers.stream().flatMap(answer -> trouble(answer).stream()).findFirst()
                .map(trouble -> trouble.showing(evidence(samples)))
                .orElseGet(() -> AssertionOutcome.of(result(samples)));
    }

    private Optional<AssertionOutcome> trouble(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> broken(who + " error: " + text);
            case HelperAnswer.OutOfTime late ->
                Optional.of(AssertionOutcome.broken(assertion, Cause.TIMEOUT, late.sentence(who)));
            case HelperAnswer.Answered(var text, var _, var _) -> read(text) != null ? Optional.empty()
                    : broken((shown == null ? who : "validator") + " error: " + noVerdict(text));
        };
    }

    private Optional<AssertionOutcome> broken(String error) {
        return Optional.of(AssertionOutcome.broken(assertion, broken, error));
    }

    /** A judge with Muster's prompt gives one object and no other: a second one may be what it quotes. */
    private Optional<JsonNode> json(String text) {
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        return text.length() > LONGEST ? Optional.empty()
                : shown == null ? ReplyJson.in(text)
                        : close < open || open < 0 || text.substring(0, open).stripTrailing().endsWith("[")
                                ? Optional.empty() : ReplyJson.unambiguous(text.substring(open, close + 1));
    }

    private String noVerdict(String text) {
        if (text.length() > LONGEST) {
            return "it gave no verdict: its answer is longer than " + LONGEST + " characters";
        }
        var json = json(text).orElse(null);
        if (json != null && passed(json) != null && !score(json).isMissingNode()) {
            return "it gave no verdict: its 'score' must be a number from 0 to 1, not "
                    + Quote.of(json.get("score").toString());
        }
        if (json != null && threshold != null && passed(json) != null && score(json).isMissingNode()) {
            return "it gave no 'score', which the threshold " + threshold + " needs: it must answer JSON such as "
                    + "{\"passed\": true, \"score\": 0.9, \"reason\": \"…\"}, not " + Quote.of(text);
        }
        return assertion.check() instanceof HelperCheck.Script script
                ? script.ask().use() + " gave no verdict: it must answer true, false, or an object with 'pass' or "
                        + "'passed', not " + Quote.of(text)
                : "it gave no verdict: it must answer JSON such as {\"passed\": true, \"reason\": \"…\"}, not "
                        + Quote.of(text);
    }

    private AssertionResult result(List<Sample> samples) {
        var verdicts = samples.stream().map(Sample::verdict).filter(Objects::nonNull).toList();
        long pro = verdicts.stream().filter(Verdict::passed).count();
        boolean agreed = pro * 2 > verdicts.size();
        boolean passed = agreed != assertion.negate();
        return new AssertionResult(assertion, passed, passed ? null : reason(verdicts, pro, agreed), score(verdicts),
                evidence(samples));
    }

    /** Shows how far the answers differ, also where most agreed, and what they took. */
    private @Nullable Evidence evidence(List<Sample> all) {
        if (all.isEmpty() || (all.size() == 1 && shown == null)) {
            return null;
        }
        var samples = Json.MAPPER.createArrayNode();
        for (var each : all) {
            var verdict = each.verdict() != null ? each.verdict()
                    : new Verdict(false, null, noVerdict(each.answer().text()));
            var sample = samples.addObject().put("passed", verdict.passed());
            if (each.verdict() == null) {
                sample.remove("passed");
            }
            if (verdict.score() != null) {
                sample.put("score", verdict.score());
            }
            if (verdict.reason() != null) {
                sample.put("reason", Quote.cut(verdict.reason()));
            }
            sample.put("ms", each.answer().ms());
            if (each.answer().used().costUsd() != null) {
                sample.put("cost_usd", each.answer().used().costUsd());
            }
            if (shown != null && samples.size() == 1) {
                sample.put("prompt", RubricPrompt.VERSION).put("shown", shown);
            }
        }
        return new Evidence(null, samples, null, List.of());
    }

    /** The author's message comes first; the validator's text stays, because it says what was found. */
    private String reason(List<Verdict> verdicts, long pro, boolean agreed) {
        var reason = verdicts.stream().filter(verdict -> verdict.passed() == agreed).map(Verdict::reason)
                .filter(Objects::nonNull).findFirst().orElse("it gave no reason");
        var ours = (agreed ? "the " + who + " passed it, but must not: " : "the " + who + " failed it: ") + reason
                + (verdicts.size() == 1 ? ""
                        : " (" + pro + " of " + verdicts.size() + " samples passed" + spread(verdicts) + ")");
        return assertion.message() == null ? ours : assertion.message() + " (" + ours + ")";
    }

    private static String spread(List<Verdict> verdicts) {
        var scores = verdicts.stream().map(Verdict::score).filter(Objects::nonNull).sorted().toList();
        return scores.isEmpty() ? ""
                : ", scores " + Quote.score(scores.getFirst()) + " to " + Quote.score(scores.getLast());
    }

    /**
     * Returns the median, which is on the same side of a threshold as the majority, or what it lacks to 1 where the
     * assertion is negated; null when none has a score.
     */
    private @Nullable Double score(List<Verdict> verdicts) {
        var scores = verdicts.stream().map(Verdict::score).filter(Objects::nonNull).sorted().toList();
        if (scores.isEmpty()) {
            return null;
        }
        double median = (scores.get((scores.size() - 1) / 2) + scores.get(scores.size() / 2)) / 2;
        return assertion.negate() ? 1 - median : median;
    }

    private @Nullable Verdict read(String text) {
        var json = json(text).orElse(null);
        var passed = json == null ? null : passed(json);
        return json == null || passed == null ? null : verdict(json, passed);
    }

    private static @Nullable Boolean passed(JsonNode json) {
        var passed = json.isBoolean() ? json : json.has("passed") ? json.path("passed") : json.path("pass");
        return passed.isBoolean() ? passed.booleanValue() : null;
    }

    /** Returns the member; a missing node also for null. */
    private static JsonNode score(JsonNode json) {
        return json.path("score").isNull() ? MissingNode.getInstance() : json.path("score");
    }

    /** A score that a threshold needs and that is missing, or one that is invalid, makes it no verdict. */
    private @Nullable Verdict verdict(JsonNode json, boolean passed) {
        var given = score(json);
        if (given.isMissingNode()) {
            return threshold == null ? new Verdict(passed, null, reason(json)) : null;
        }
        double score = given.isNumber() ? given.doubleValue() : -1;
        if (score < 0 || score > 1) {
            return null;
        }
        boolean enough = passed && (threshold == null || score >= threshold);
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
