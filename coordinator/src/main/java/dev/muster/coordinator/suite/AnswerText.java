package dev.muster.coordinator.suite;

/**
 * The JSON in what a generator said: all of it, or the Markdown fences that hold some. Every line stays where it was, so
 * that places in the JSON are places in the answer.
 */
final class AnswerText {

    private static final String FENCE = "```";

    private AnswerText() {}

    /** Blank when there is none. */
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

    /** A block that is no JSON, code perhaps, leaves its line ends only. */
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
