package dev.muster.coordinator.suite.source;

import module java.base;

/** Suggests a known name for an unknown one. */
public final class Nearest {

    private static final int LONGEST = 200;
    private static final int MOST_SHOWN = 20;
    /** Limit of names compared: thousands of unknown against thousands of known names would take minutes. */
    public static final int MOST_LOOKED_AT = 200;

    private Nearest() {}

    /** Names that other tools use, and ours. */
    private static final Map<String, List<String>> HABITS = Map.ofEntries(
            Map.entry("prompt", List.of("input")), Map.entry("question", List.of("input")),
            Map.entry("query", List.of("input")),
            Map.entry("args", List.of("arguments")), Map.entry("tool", List.of("name")),
            Map.entry("command", List.of("cmd")), Map.entry("cmd", List.of("command")),
            Map.entry("tags", List.of("labels")), Map.entry("metadata", List.of("labels")),
            Map.entry("providers", List.of("agents")), Map.entry("targets", List.of("agents")),
            Map.entry("provider", List.of("agent", "protocol")), Map.entry("model", List.of("agent")),
            Map.entry("threshold", List.of("pass_threshold", "min_pass_rate")),
            Map.entry("evaluators", List.of("assertions")),
            Map.entry("expect", List.of("expected")), Map.entry("expected_output", List.of("expected")),
            Map.entry("checks", List.of("assertions")), Map.entry("base_url", List.of("url")),
            Map.entry("defaultTest", List.of("defaults")), Map.entry("env", List.of("environment")),
            Map.entry("llm-rubric", List.of("rubric", "agent")), Map.entry("g-eval", List.of("rubric", "agent")),
            Map.entry("model-graded-closedqa", List.of("rubric", "agent")),
            Map.entry("javascript", List.of("script")), Map.entry("python", List.of("script")));

    /** Returns {@code "; did you mean 'x'?"}, or an empty text when no known name is close. */
    public static String hint(String written, Collection<String> known) {
        return HABITS.getOrDefault(written, List.of()).stream().filter(known::contains).findFirst()
                .or(() -> of(written, known)).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    /** Returns the same, or other words when no known name is close. */
    public static String hint(String written, Collection<String> known, String otherwise) {
        var hint = hint(written, known);
        return hint.isEmpty() ? otherwise : hint;
    }

    /** Returns a sentence for a name of the configuration that refers to nothing. */
    public static String unknown(String what, String name, Collection<String> known) {
        return "unknown " + what + " '" + name + "'" + (known.isEmpty() ? ": the configuration has no " + what + "s"
                : hint(name, known) + " (known: " + known.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                        + (known.size() > MOST_SHOWN ? ", …" : "") + ")");
    }

    /** Returns the known name with the smallest edit distance, if small for its length. */
    public static Optional<String> of(String written, Collection<String> known) {
        return written.length() > LONGEST ? Optional.empty()
                : known.stream().limit(MOST_LOOKED_AT).filter(name -> isLongEnough(written, name))
                        .map(name -> new Near(name, distance(written, name)))
                        .filter(near -> near.distance() <= allowed(near.name()))
                        .min(Comparator.comparingInt(Near::distance)).map(Near::name);
    }

    private record Near(String name, int distance) {}

    /** Whether the length is close enough to compare: most names differ by more than the greatest distance. */
    private static boolean isLongEnough(String written, String name) {
        return Math.abs(written.length() - name.length()) <= allowed(name);
    }

    private static int allowed(String name) {
        return name.length() <= 3 ? 1 : name.length() <= 7 ? 2 : 3;
    }

    /** Returns the edit distance with adjacent swaps; ignores case and the kind of separator. */
    public static int distance(String written, String name) {
        var a = plain(written);
        var b = plain(name);
        if (Math.abs(a.length() - b.length()) > 3 || a.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        var rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = cell(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int cell(int[][] rows, String a, String b, int i, int j) {
        if (i == 0 || j == 0) {
            return i + j;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(rows[i - 1][j - 1] + same, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    }
}
