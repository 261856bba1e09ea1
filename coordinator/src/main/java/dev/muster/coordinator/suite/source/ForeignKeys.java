package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/** What to write in place of a key that other tools have, or that belongs elsewhere. */
final class ForeignKeys {

    /** Keys that cases and turns have, and nothing else. */
    private static final Set<String> OF_CASES = Set.of("assertions", "assert", "messages");
    private static final String IMPORT = "muster import promptfoo converts a configuration of promptfoo";
    private static final String INPUT = "the text of a prompt goes into 'input'; " + IMPORT;
    private static final Set<String> LISTS = Set.of("cases", "tests", "testcases", "test_cases");
    private static final String LIST = "a suite is a list of cases, each with 'id' and 'input', without a key above it; "
            + IMPORT;
    private static final String ELSEWHERE = "this is a key of promptfoo; " + IMPORT;
    private static final Map<String, String> SENTENCES = Map.ofEntries(
            Map.entry("vars", "write the values into 'input', or make a case for each row of a table with 'each'; "
                    + IMPORT),
            Map.entry("prompt", INPUT), Map.entry("prompts", INPUT),
            Map.entry("scenarios", "write a case for each row of a table with 'each'; " + IMPORT),
            Map.entry("providers", "the agent that a case talks to is in 'agent'; " + IMPORT),
            Map.entry("defaultTest", ELSEWHERE), Map.entry("assertScoringFunction", ELSEWHERE),
            Map.entry("nunjucksFilters", ELSEWHERE), Map.entry("evaluateOptions", ELSEWHERE),
            Map.entry("derivedMetrics", ELSEWHERE), Map.entry("providerOutput", ELSEWHERE),
            Map.entry("transform", ELSEWHERE), Map.entry("outputPath", ELSEWHERE));

    /** Where what other tools write into these keys belongs. */
    private static final String RESPONSE = "it belongs under 'response' of an agent";
    private static final Map<String, String> PLACES = Map.ofEntries(
            Map.entry("prompts", "a prompt is the 'input' of a case in a suite file"),
            Map.entry("tests", "cases are in suite files, which -i names"),
            Map.entry("threshold", "every assertion must pass, and 'gate' in muster.yaml says how many cases must"),
            Map.entry("assertions", "assertions are in the cases of suite files"),
            Map.entry("expected", "what is expected is in the cases of suite files"),
            Map.entry("vars", "values differ from case to case, and are in suite files"),
            Map.entry("each", "tables are for cases of agent-test and AG-UI suites"),
            Map.entry("temperature", "what goes to a model with each call is in 'options' of a connector or a case"),
            Map.entry("stream", RESPONSE), Map.entry("tool_calls", RESPONSE), Map.entry("usage", RESPONSE),
            Map.entry("carry", RESPONSE),
            Map.entry("timeout", "it belongs under 'defaults', or in a case"));

    private ForeignKeys() {}

    /** Whether other tools have their cases under a key. */
    static boolean isList(String key) {
        return LISTS.contains(key.toLowerCase(Locale.ROOT));
    }

    /** Returns where what is written into a key belongs; null for any other key. */
    static @Nullable String elsewhere(String key) {
        return PLACES.get(key);
    }

    /** @param known the keys of the object that the key is in */
    static Optional<String> advice(String key, Collection<String> known) {
        return known.stream().noneMatch(OF_CASES::contains) ? Optional.empty()
                : Optional.ofNullable(isList(key) ? LIST : SENTENCES.get(key));
    }
}
