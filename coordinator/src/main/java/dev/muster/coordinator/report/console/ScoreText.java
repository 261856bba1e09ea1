package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.AssertionResult;
import tools.jackson.databind.JsonNode;

/** A judge's score of a passed reply, and the spread of its samples. */
final class ScoreText {

    private ScoreText() {}

    /** Returns the text; empty for an assertion without score and samples. */
    static Optional<String> of(AssertionResult passed) {
        var score = passed.score() == null ? "" : "score " + score(passed.score());
        var found = passed.evidence() == null ? null : passed.evidence().found();
        var details = found == null || !found.isArray() || found.isEmpty() ? "" : details(found);
        var text = score.isEmpty() || details.isEmpty() ? score + details : score + ", " + details;
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static String score(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }

    private static String details(JsonNode found) {
        if (found.get(0).has("criterion")) {
            return count(found, "met") + " of " + found.size() + " criteria met";
        }
        return found.get(0).has("passed")
                ? count(found, "passed") + " of " + found.size() + " samples passed" + spread(found) : "";
    }

    private static long count(JsonNode found, String flag) {
        return StreamSupport.stream(found.spliterator(), false).filter(each -> each.path(flag).asBoolean(false))
                .count();
    }

    private static String spread(JsonNode samples) {
        var scores = StreamSupport.stream(samples.spliterator(), false).map(sample -> sample.path("score"))
                .filter(JsonNode::isNumber).mapToDouble(JsonNode::doubleValue).summaryStatistics();
        return scores.getCount() == 0 ? "" : ", scores " + score(scores.getMin()) + " to " + score(scores.getMax());
    }
}
