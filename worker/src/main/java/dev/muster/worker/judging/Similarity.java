package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Turns embeddings into a validator's answer, whose score is the cosine of the reply and the nearest of some texts. */
record Similarity(List<String> texts) {

    /** @param embeddings the vectors of the reply and of each text, in this order */
    HelperAnswer of(HelperAnswer embeddings) {
        if (!(embeddings instanceof HelperAnswer.Answered(var text, var used, var ms))) {
            return embeddings;
        }
        var vectors = Json.MAPPER.readTree(text);
        var cosines = IntStream.range(1, vectors.size()).mapToDouble(n -> cosine(vectors.get(0), vectors.get(n)))
                .toArray();
        int nearest = IntStream.range(0, cosines.length).boxed().max(Comparator.comparingDouble(n -> cosines[n]))
                .orElseThrow();
        return Double.isNaN(Arrays.stream(cosines).sum())
                ? new HelperAnswer.Broke("the embeddings have different lengths, or a vector is zero")
                : new HelperAnswer.Answered(Json.MAPPER.createObjectNode().put("passed", true)
                        .put("score", Math.clamp(Math.round(cosines[nearest] * 1e4) / 1e4, 0, 1))
                        .put("reason", "the nearest is " + Quote.of(texts.get(nearest))).toString(), used, ms);
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
