package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AssertionResult.Evidence;
import dev.muster.common.result.Cause;
import tools.jackson.databind.JsonNode;

/** Compares a reply with the values of a suite by the cosine of their embeddings; the nearest value counts. */
record SimilarVerdict(Assertion assertion, Check.Similar similar, String reply) {

    /** @param answer the vectors of the reply and of each value, in this order */
    AssertionOutcome of(HelperAnswer answer) {
        return switch (answer) {
            case HelperAnswer.Broke(var text) -> broken(text);
            case HelperAnswer.OutOfTime late ->
                AssertionOutcome.broken(assertion, Cause.TIMEOUT, late.sentence("connector for embeddings"));
            case HelperAnswer.Answered answered -> {
                var vectors = Json.MAPPER.readTree(answered.text());
                var cosines = IntStream.range(1, vectors.size())
                        .mapToDouble(n -> cosine(vectors.get(0), vectors.get(n)))
                        .toArray();
                yield Arrays.stream(cosines).anyMatch(Double::isNaN)
                        ? broken("the embeddings have different lengths, or no length at all") : judged(cosines);
            }
        };
    }

    private AssertionOutcome broken(String text) {
        return AssertionOutcome.broken(assertion, Cause.VALIDATOR_ERROR, "validator error: " + text);
    }

    private AssertionOutcome judged(double... cosines) {
        int nearest = IntStream.range(0, cosines.length).boxed().max(Comparator.comparing(n -> cosines[n]))
                .orElseThrow();
        double score = Math.clamp(cosines[nearest], 0, 1);
        boolean passed = cosines[nearest] >= similar.threshold() != assertion.negate();
        if (passed) {
            return AssertionOutcome.of(new AssertionResult(assertion, true, null, score));
        }
        var ours = "expected the reply " + (assertion.negate() ? "not " : "") + "to be similar to "
                + Quote.of(similar.values().get(nearest)) + " (" + similar.threshold()
                + " or more), found a similarity of "
                + Quote.score(cosines[nearest]) + " in " + Quote.of(reply);
        return AssertionOutcome.of(new AssertionResult(assertion, false,
                assertion.message() == null ? ours : assertion.message() + " (" + ours + ")", score,
                new Evidence(Json.MAPPER.valueToTree(similar.values().stream().map(Quote::cut).toList()),
                        Json.MAPPER.valueToTree(Quote.cut(reply)), null, List.of())));
    }

    /** Returns the cosine of the angle between two vectors; NaN when there is none. */
    private static double cosine(JsonNode one, JsonNode other) {
        double product = 0;
        double ones = 0;
        double others = 0;
        for (int n = 0; n < one.size() && one.size() == other.size(); n++) {
            double a = one.get(n).doubleValue();
            double b = other.get(n).doubleValue();
            product += a * b;
            ones += a * a;
            others += b * b;
        }
        return product / Math.sqrt(ones * others);
    }
}
