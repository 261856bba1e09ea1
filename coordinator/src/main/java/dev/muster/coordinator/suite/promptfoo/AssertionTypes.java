package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import org.jspecify.annotations.Nullable;

/** What promptfoo's assertion types are called, and what to do about those without an equal. */
final class AssertionTypes {

    /** Types that {@link AssertionTranslation} carries over. */
    static final Set<String> CARRIED = Set.of("equals", "contains", "contains-all", "contains-any", "icontains",
            "icontains-all", "icontains-any", "starts-with", "regex", "is-json", "contains-json", "javascript",
            "python",
            "llm-rubric", "agent-rubric", "model-graded-closedqa", "factuality", "model-graded-factuality", "g-eval",
            "similar", "similar:cosine", "latency", "cost", "is-valid-openai-tools-call", "trajectory:tool-used",
            "trajectory:tool-args-match", "trajectory:tool-sequence", "trajectory:goal-success", "assert-set");
    /** Types without an equal, and what comes near. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("answer-relevance", "write a rubric that says what the answer has to be about"),
            Map.entry("conversation-relevance", "write a rubric on the last turn"),
            Map.entry("context-faithfulness", "write a rubric that has the context in it"),
            Map.entry("context-recall", "write a rubric that has the context in it"),
            Map.entry("context-relevance", "write a rubric that has the context in it"),
            Map.entry("is-refusal", "use a turn with expect_success: false and 'refusal'"),
            Map.entry("levenshtein", "write a script"), Map.entry("word-count", "write a script"),
            Map.entry("rouge-n", "use similar"), Map.entry("bleu", "use similar"), Map.entry("meteor", "use similar"),
            Map.entry("gleu", "use similar"), Map.entry("f-score", "write a script"),
            Map.entry("tool-call-f1", "use tools_exact"), Map.entry("skill-used", "use tool_called"),
            Map.entry("trajectory:step-count", "use tool_called with count"),
            Map.entry("is-valid-openai-function-call", "use tool_called, or schema with path: $.tool_calls"),
            Map.entry("select-best", "run each prompt, then muster compare"),
            Map.entry("max-score", "run each prompt, then muster compare"),
            Map.entry("trace-error-spans", "use tool_result, or the oracle trace-no-errors"),
            Map.entry("trace-span-count", "use tool_called with count"),
            Map.entry("trace-span-duration", "use max_duration_ms or max_gap_ms"),
            Map.entry("is-xml", "write a script"), Map.entry("is-html", "write a script"),
            Map.entry("is-sql", "write a script"), Map.entry("contains-xml", "write a script"),
            Map.entry("contains-html", "write a script"), Map.entry("contains-sql", "write a script"),
            Map.entry("non-empty", "use regex: '\\S'"), Map.entry("guardrails", ""), Map.entry("moderation", ""),
            Map.entry("classifier", ""), Map.entry("perplexity", ""), Map.entry("finish-reason", ""),
            Map.entry("webhook", "write a validator agent (docs/judges.md)"),
            Map.entry("human", "label the results with muster judge check"));

    private AssertionTypes() {}

    static String base(String type) {
        return type.startsWith("not-") ? type.substring("not-".length()) : type;
    }

    static boolean isKnown(String type) {
        return CARRIED.contains(base(type)) || INSTEAD.containsKey(base(type));
    }

    static CannotCarry unknown(String type) {
        var instead = INSTEAD.getOrDefault(base(type), "");
        return new CannotCarry("'" + type + "' has no equal" + (instead.isEmpty() ? "" : "; " + instead));
    }

    /** Reads {@code a, "b, c"}. */
    static List<String> commaSeparated(String text) {
        var values = new ArrayList<String>();
        var value = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || text.charAt(at) == ',' && !quoted) {
                if (!value.toString().isBlank()) {
                    values.add(value.toString().strip());
                }
                value.setLength(0);
            } else if (text.charAt(at) == '"') {
                quoted = !quoted;
            } else {
                value.append(text.charAt(at));
            }
        }
        return values;
    }

    /** Returns a JSON path for {@code root.member[0]} below one of some names; null for any other expression. */
    static @Nullable String path(String written, Set<String> roots) {
        var text = written.strip().replace("?.", ".");
        int arrow = text.indexOf("=>");
        if (arrow >= 0 && text.indexOf('{') < 0) {
            text = text.substring(arrow + 2).strip();
        }
        text = text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
        text = text.startsWith("return ") ? text.substring("return ".length()).strip() : text;
        for (var root : roots) {
            var rest = text.startsWith("JSON.parse(" + root + ")") ? text.substring(root.length() + 12)
                    : text.startsWith(root) ? text.substring(root.length()) : null;
            if (rest != null && isSteps(rest = rest.replace(".[", "["))) {
                return "$" + rest;
            }
        }
        return null;
    }

    private static boolean isSteps(String text) {
        boolean name = true;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (at == 0 && c != '.' && c != '[' || c == '[' && text.indexOf(']', at) < 0) {
                return false;
            }
            name &= Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '[' || c == ']';
        }
        return name && !text.contains("..") && !text.endsWith(".");
    }
}
