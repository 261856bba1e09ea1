package dev.muster.common.check;

import dev.muster.common.assertion.OracleKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What {@code llm-judge} judges by.
 *
 * @param criteria at least one
 * @param prompt what the judge is told to do, in place of ours; null for ours
 * @param temperature sent to a model that is asked by its connector
 * @param strict every criterion must be met, whatever the score
 * @param threshold least share of the weights that passes
 * @param timeout of the judge's answer; null leaves it to the case
 */
public record Rubric(List<Criterion> criteria, @Nullable String prompt, double temperature, boolean strict,
        double threshold, @Nullable Duration timeout) {

    private static final double THRESHOLD = 0.7;

    public Rubric {
        criteria = List.copyOf(criteria);
    }

    /** One thing to be met, and its share in the score. */
    public record Criterion(String text, double weight) {}

    /**
     * Reads the settings of the oracle; criteria stand in {@code config} and in {@code expected}.
     *
     * @throws AssertionFault for the first that is wrong
     */
    public static Rubric of(JsonNode config, JsonNode expected) throws AssertionFault {
        var settings = OracleSettings.of(OracleKind.LLM_JUDGE, config);
        var criteria = new ArrayList<Criterion>();
        addAll("criteria", config.path("criteria"), criteria);
        addAll(OracleKind.CRITERIA, expected.path(OracleKind.CRITERIA), criteria);
        if (criteria.isEmpty()) {
            throw new AssertionFault(
                    "the oracle llm-judge has nothing to judge by: give it 'criteria', or expectedOutcomes"
                            + " with " + OracleKind.CRITERIA);
        }
        if (criteria.stream().mapToDouble(Criterion::weight).sum() <= 0) {
            throw new AssertionFault("the criteria of the oracle llm-judge weigh nothing together");
        }
        var prompt = settings.text("judgePrompt", "");
        var timeout = settings.whole("timeoutMS");
        return new Rubric(criteria, prompt.isBlank() ? null : prompt, settings.number("temperature", 0),
                settings.flag("strictMode", false), share(settings.number("passThreshold", THRESHOLD)),
                timeout.isPresent() ? Duration.ofMillis(timeout.getAsInt()) : null);
    }

    private static double share(double threshold) throws AssertionFault {
        if (threshold > 1) {
            throw new AssertionFault("'passThreshold' of the oracle llm-judge must be from 0 to 1");
        }
        return threshold;
    }

    private static void addAll(String where, JsonNode written, List<Criterion> to) throws AssertionFault {
        var items = written.isMissingNode() || written.isNull() ? List.<JsonNode>of()
                : written.isArray() ? written.values() : List.of(written);
        for (var item : items) {
            to.add(criterion(where, item));
        }
    }

    private static Criterion criterion(String where, JsonNode item) throws AssertionFault {
        var text = item.isObject() ? item.path("criterion") : item;
        var weight = item.path("weight");
        boolean known = !item.isObject() || List.of("criterion", "weight").containsAll(item.propertyNames());
        boolean weighs = weight.isMissingNode() || (weight.isNumber() && weight.doubleValue() >= 0);
        if (!text.isString() || text.stringValue().isBlank() || !known || !weighs) {
            throw new AssertionFault("an item of '" + where + "' must be a string, or an object with 'criterion' and a "
                    + "'weight' from 0 on, not " + Excerpt.of(item));
        }
        return new Criterion(text.stringValue(), weight.isMissingNode() ? 1 : weight.doubleValue());
    }

    /** How much of the weights is met. */
    public double score(List<Boolean> met) {
        double all = 0;
        double won = 0;
        for (int i = 0; i < criteria.size(); i++) {
            all += criteria.get(i).weight();
            won += met.get(i) ? criteria.get(i).weight() : 0;
        }
        return won / all;
    }
}
