package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;

/** What the first value of a file shows about its dialect. */
public enum DialectMarks {

    AGENT_TEST,
    AG_UI,
    AGENT_EVAL,
    /** The results of a run: not a suite, even in a .jsonl file. */
    RESULTS,
    NONE;

    private static final List<String> SAID = List.of("input", "messages", "turns", "simulator", "checkpoints");
    private static final List<String> CASE = List.of("id", "assertions", "assert", "expected");
    private static final List<String> EVAL = List.of("userMessage", "userMessages", "conversationTurns",
            "InputDefinition", "fields");
    private static final List<String> RESULT = List.of("status", "duration_ms");
    /** A key of AgentEval results, whose turns look like those of a test. */
    private static final String EVAL_RESULT = "testRunId";
    private static final int MOST_YAML = 1 << 20;

    /** Whether folders and globs include such a file. */
    boolean isSuite() {
        return this != RESULTS && this != NONE;
    }

    public static DialectMarks of(SuiteFile file) {
        var quiet = new Faults(file.shown(), fault -> {});
        try {
            if (file.endsWith(".jsonl")) {
                return isResult(firstJson(file, quiet)) ? RESULTS : AGENT_TEST;
            }
            if (file.endsWith(".json")) {
                return of(firstJson(file, quiet));
            }
            return file.endsWith(".yaml", ".yml") ? of(firstYaml(file, quiet)) : NONE;
        } catch (IOException unreadable) {
            // A .jsonl file is a suite by its name; reading it reports why it cannot be read.
            return file.endsWith(".jsonl") ? AGENT_TEST : NONE;
        }
    }

    /** Returns the marks of a value that may be a list of cases. */
    private static DialectMarks of(@Nullable Node node) {
        if (node instanceof Node.Items items && !items.nodes().isEmpty()) {
            return of(items.nodes().getFirst());
        }
        if (!(node instanceof Node.Obj object)) {
            return NONE;
        }
        if (isResult(object)) {
            return RESULTS;
        }
        if (hasAny(object, EVAL) || turnsHave(object, "userMessage")) {
            return AGENT_EVAL;
        }
        if (turnsHave(object, "user")) {
            return AG_UI;
        }
        return hasAny(object, SAID) && hasAny(object, CASE) ? AGENT_TEST : NONE;
    }

    private static boolean isResult(@Nullable Node node) {
        return node instanceof Node.Obj object && (object.members().keySet().containsAll(RESULT)
                || object.members().containsKey(EVAL_RESULT));
    }

    private static boolean turnsHave(Node.Obj object, String key) {
        var turns = object.members().get("turns");
        return turns != null && turns.value() instanceof Node.Items items
                && items.nodes().stream()
                        .anyMatch(turn -> turn instanceof Node.Obj of && of.members().containsKey(key));
    }

    private static boolean hasAny(Node.Obj object, List<String> keys) {
        return keys.stream().anyMatch(object.members()::containsKey);
    }

    private static @Nullable Node firstJson(SuiteFile file, Faults quiet) throws IOException {
        try (var stream = new JsonStream(Files.newInputStream(file.path()), quiet)) {
            return stream.next();
        }
    }

    private static @Nullable Node firstYaml(SuiteFile file, Faults quiet) throws IOException {
        try (var in = Files.newInputStream(file.path())) {
            var text = new String(in.readNBytes(MOST_YAML), StandardCharsets.UTF_8);
            var documents = YamlText.read(text, quiet);
            return documents.isEmpty() ? null : documents.getFirst();
        }
    }
}
