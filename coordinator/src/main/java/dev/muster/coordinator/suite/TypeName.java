package dev.muster.coordinator.suite;

import module java.base;

/**
 * The name of an assertion's type, as written: with hyphens or underscores, and {@code not_} in front of any.
 *
 * @param kind Muster's name, if it is one
 */
record TypeName(String written, String kind, boolean negated) {

    private static final String SCRIPT = "; Muster has none, write it as a function: type script";
    private static final String RUBRIC = "; write type rubric with 'criteria' that say what is asked for";

    /** What to write in place of types of promptfoo that mean something else here, or that Muster doesn't have. */
    private static final Map<String, String> ADVICE = Map.ofEntries(Map.entry("javascript", SCRIPT),
            Map.entry("python", SCRIPT), Map.entry("ruby", SCRIPT), Map.entry("webhook", SCRIPT),
            Map.entry("levenshtein", SCRIPT), Map.entry("rouge_n", SCRIPT), Map.entry("bleu", SCRIPT),
            Map.entry("meteor", SCRIPT), Map.entry("gleu", SCRIPT), Map.entry("word_count", SCRIPT),
            Map.entry("is_xml", SCRIPT), Map.entry("contains_xml", SCRIPT), Map.entry("is_html", SCRIPT),
            Map.entry("contains_html", SCRIPT), Map.entry("is_sql", SCRIPT), Map.entry("contains_sql", SCRIPT),
            Map.entry("classifier", SCRIPT), Map.entry("moderation", SCRIPT), Map.entry("perplexity", SCRIPT),
            Map.entry("factuality", RUBRIC), Map.entry("model_graded_factuality", RUBRIC),
            Map.entry("model_graded_closedqa", RUBRIC), Map.entry("g_eval", RUBRIC),
            Map.entry("answer_relevance", RUBRIC), Map.entry("context_faithfulness", RUBRIC),
            Map.entry("context_recall", RUBRIC), Map.entry("context_relevance", RUBRIC),
            Map.entry("conversation_relevance", RUBRIC), Map.entry("search_rubric", RUBRIC),
            Map.entry("agent_rubric", RUBRIC),
            Map.entry("is_refusal", RUBRIC + ", or 'expect_success: false' in the turn"),
            Map.entry("select_best", "; write what the best reply has, type rubric"),
            Map.entry("similar:dot", "; Muster compares by the cosine, type similar"),
            Map.entry("similar:euclidean", "; Muster compares by the cosine, type similar"),
            Map.entry("contains_json", "; write type schema, which reads a reply's JSON in a Markdown fence too"),
            Map.entry("latency", "; write type max_duration_ms with 'value', in milliseconds"),
            Map.entry("cost", "; write type max_cost_usd with 'value'"),
            Map.entry("assert_set", "; write its assertions one by one"),
            Map.entry("trajectory:tool_used", "; write type tool_called with 'name'"),
            Map.entry("trajectory:tool_sequence", "; write type tools_in_order with 'value'"),
            Map.entry("tool_call_f1", "; write type tools_exact with 'value'"));

    static TypeName of(String written, Map<String, ?> kinds) {
        var name = written.replace('-', '_');
        boolean negated = !kinds.containsKey(name) && name.startsWith("not_");
        return new TypeName(written, negated ? name.substring(4) : name, negated);
    }

    /** Returns what to write instead, as the end of a sentence. */
    Optional<String> advice() {
        return Optional.ofNullable(ADVICE.get(kind));
    }
}
