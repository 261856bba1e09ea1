package dev.muster.coordinator.suite;

/**
 * The JSON in a generator's answer: the whole answer, or its Markdown code fences that hold JSON. Lines keep their
 * numbers, so that positions in the JSON are positions in the answer.
 */
final class AnswerText {

    private static final String FENCE = "```";

    private AnswerText() {}

    /** Returns the JSON of an answer; blank when it has none. */
    static String json(String answer) {
        return beginsJson(answer) ? answer : fenced(answer);
    }

    private static String fenced(String answer) {
        var kept = new StringBuilder(answer.length());
        var block = new StringBuilder();
        boolean inside = false;
        for (var line : answer.lines().toList()) {
            boolean fence = line.strip().startsWith(FENCE);
            if (fence) {
                end(block, kept);
                inside = !inside;
            }
            block.append(inside && !fence ? line : "").append('\n');
        }
        end(block, kept);
        return kept.toString();
    }

    /** Ends a block. One that is not JSON, such as code, is reduced to its line ends. */
    private static void end(StringBuilder block, StringBuilder kept) {
        if (beginsJson(block)) {
            kept.append(block);
        } else {
            kept.repeat('\n', (int) block.chars().filter(c -> c == '\n').count());
        }
        block.setLength(0);
    }

    private static boolean beginsJson(CharSequence text) {
        return text.chars().filter(c -> !Character.isWhitespace(c)).limit(1).anyMatch(c -> c == '{' || c == '[');
    }
}
