package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The rubric of {@code llm-judge}.
 *
 * @param criteria at least one
 * @param prompt instructions for the judge; null for the default
 * @param temperature sent to a model that is called by its connector
 * @param strict whether every criterion must be met, whatever the score
 * @param threshold minimum share of the weights to pass
 * @param timeout timeout of the judge's answer; null for that of the case
 */
public record Rubric(List<RubricCriterion> criteria, @Nullable String prompt, double temperature, boolean strict,
        double threshold, @Nullable Duration timeout) {

    private static final double THRESHOLD = 0.7;
    private static final String PASS = "passThreshold";
    private static final String OURS = "criteria";

    public Rubric {
        criteria = List.copyOf(criteria);
    }

    /**
     * Reads the settings of the oracle; criteria come from {@code config} and {@code expected}.
     *
     * @throws AssertionFault for the first fault
     */
    public static Rubric of(JsonNode config, JsonNode expected) throws AssertionFault {
        var settings = OracleSettings.of(OracleKind.LLM_JUDGE, config);
        var faults = faults(config, expected);
        if (!faults.isEmpty()) {
            throw faults.getFirst().thrown();
        }
        var criteria = criteria(config, expected, new ArrayList<>());
        var prompt = settings.text("judgePrompt", "");
        var timeout = settings.whole("timeoutMS");
        return new Rubric(criteria, prompt.isBlank() ? null : prompt, settings.number("temperature", 0),
                settings.flag("strictMode", false), settings.number(PASS, THRESHOLD),
                timeout.isPresent() ? Duration.ofMillis(timeout.getAsInt()) : null);
    }

    /** Returns all faults except unknown settings and settings of the wrong type. */
    public static List<SettingFault> faults(JsonNode config, JsonNode expected) {
        var faults = new ArrayList<SettingFault>();
        var criteria = criteria(config, expected, faults);
        if (criteria.isEmpty() && faults.isEmpty()) {
            faults.add(SettingFault.of(OURS, "the oracle llm-judge has no criteria: give it 'criteria', or "
                    + "expectedOutcomes with " + OracleKind.CRITERIA));
        } else if (faults.isEmpty() && criteria.stream().mapToDouble(RubricCriterion::weight).sum() <= 0) {
            faults.add(SettingFault.of(OURS, "the criteria of the oracle llm-judge have a total weight of 0"));
        }
        if (config.path(PASS).isNumber() && config.path(PASS).doubleValue() > 1) {
            faults.add(SettingFault.of(PASS, "'passThreshold' of the oracle llm-judge must be from 0 to 1"));
        }
        return faults;
    }

    /** Returns the valid criteria. */
    private static List<RubricCriterion> criteria(JsonNode config, JsonNode expected, List<SettingFault> faults) {
        var criteria = new ArrayList<RubricCriterion>();
        addAll(false, OURS, config.path(OURS), criteria, faults);
        addAll(true, OracleKind.CRITERIA, expected.path(OracleKind.CRITERIA), criteria, faults);
        return criteria;
    }

    private static void addAll(boolean isExpected, String where, JsonNode written, List<RubricCriterion> to,
            List<SettingFault> faults) {
        var items = written.isMissingNode() || written.isNull() ? List.<JsonNode>of()
                : written.isArray() ? List.copyOf(written.values()) : List.of(written);
        for (int n = 0; n < items.size(); n++) {
            try {
                to.add(criterion(where, items.get(n)));
            } catch (AssertionFault fault) {
                faults.add(new SettingFault(isExpected, where, n, fault.sentence()));
            }
        }
    }

    private static RubricCriterion criterion(String where, JsonNode item) throws AssertionFault {
        var text = item.isObject() ? item.path("criterion") : item;
        var weight = item.path("weight");
        boolean known = !item.isObject() || List.of("criterion", "weight").containsAll(item.propertyNames());
        boolean weighs = weight.isMissingNode() || (weight.isNumber() && weight.doubleValue() >= 0);
        if (!text.isString() || text.stringValue().isBlank() || !known || !weighs) {
            throw new AssertionFault("an item of '" + where + "' must be a string, or an object with 'criterion' and a "
                    + "'weight' of 0 or more, not " + Excerpt.of(item));
        }
        return new RubricCriterion(text.stringValue(), weight.isMissingNode() ? 1 : weight.doubleValue());
    }

    /** Returns the share of the weights that is met. */
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
