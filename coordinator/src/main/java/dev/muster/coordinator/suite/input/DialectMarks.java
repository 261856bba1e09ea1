package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.YamlStream;
import org.jspecify.annotations.Nullable;

/** What the first value of a file shows about its dialect. */
public enum DialectMarks {

    AGENT_TEST,
    AG_UI,
    AGENT_EVAL,
    /** The results of a run: not a suite, even in a .jsonl file. */
    RESULTS,
    /** A file of a suite's extension with nothing in it. */
    EMPTY,
    /** A suite by its content, with a mistyped extension. */
    MISNAMED,
    /** Not a suite by its name. */
    OTHER,
    NONE;

    static final List<String> INPUTS = List.of("input", "messages", "turns", "simulator", "checkpoints");
    static final List<String> CASE = List.of("id", "assertions", "assert", "expected");
    private static final List<String> EVAL = List.of("userMessage", "userMessages", "conversationTurns",
            "InputDefinition", "fields");
    private static final List<String> RESULT = List.of("status", "duration_ms");
    /** A key of AgentEval results, whose turns look like those of a test. */
    private static final String EVAL_RESULT = "testRunId";
    /** Members of a run's results in a plain JSON file. */
    private static final List<String> RUN_RESULT = List.of("run", "summary", "cells", "results");
    /** Keys of a configuration, which may have any name. */
    private static final List<String> CONFIGURATION = List.of("agents", "connectors");
    /** Keys that show that an unreadable file was to be a suite, and the bytes of it that are searched. */
    private static final List<String> TELLING = List.of("input", "turns", "assertions", "assert", "userMessage",
            "conversationTurns");
    private static final int MOST_SEARCHED = 1 << 20;
    /** Extensions of texts, under which a user may have stored cases. */
    private static final String[] TEXTS = {".txt", ".md"};

    /** Whether folders and globs include such a file. */
    boolean isSuite() {
        return switch (this) {
            case AGENT_TEST, AG_UI, AGENT_EVAL -> true;
            case RESULTS, EMPTY, MISNAMED, OTHER, NONE -> false;
        };
    }

    /** Whether a user may believe that such a file was run, so that it is a fault where a folder has it. */
    boolean isNearSuite() {
        return this == EMPTY || this == MISNAMED;
    }

    /** Whether a file is one of cases. */
    public static boolean isSuite(SuiteFile file) {
        return of(file).isSuite();
    }

    public static DialectMarks of(SuiteFile file) {
        var unreadable = new ArrayList<Fault>();
        try {
            if (ProjectReader.isCalledConfiguration(file.path())) {
                return OTHER;
            }
            if (SuitePaths.ENDINGS.stream().noneMatch(file::endsWith)) {
                boolean misnamed = file.meantEnding().isPresent()
                        && of(first(file, new Faults(file.shown(), _ -> {}))).isSuite();
                return misnamed ? MISNAMED : file.endsWith(TEXTS) && hasCases(file) ? NONE : OTHER;
            }
            var first = first(file, new Faults(file.shown(), unreadable::add));
            if (first == null && unreadable.isEmpty()) {
                return EMPTY;
            }
            if (file.endsWith(".jsonl")) {
                return isResult(first) ? RESULTS : AGENT_TEST;
            }
            return first == null && !unreadable.isEmpty() && seemsSuite(file) ? AGENT_TEST : of(first);
        } catch (IOException trouble) {
            // A .jsonl file is a suite by its name; reading it reports why it cannot be read.
            return file.endsWith(".jsonl") ? AGENT_TEST : NONE;
        }
    }

    private static DialectMarks of(@Nullable Node node) {
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
        return NearCase.is(object) ? AGENT_TEST : NONE;
    }

    private static boolean isResult(@Nullable Node node) {
        return node instanceof Node.Obj object && (object.members().keySet().containsAll(RESULT)
                || object.members().containsKey(EVAL_RESULT) || object.members().keySet().containsAll(RUN_RESULT));
    }

    /** Whether a file that is not called so is a configuration all the same, such as one for {@code --config}. */
    public static boolean isConfiguration(SuiteFile file) {
        try {
            return file.endsWith(".yaml", ".yml")
                    && first(file, new Faults(file.shown(), _ -> {})) instanceof Node.Obj object
                    && hasAny(object, CONFIGURATION) && !hasAny(object, INPUTS) && !hasAny(object, CASE);
        } catch (IOException e) {
            return false; // reading it reports why
        }
    }

    private static boolean turnsHave(Node.Obj object, String key) {
        return object.get("turns") instanceof Node.Items items
                && items.nodes().stream()
                        .anyMatch(turn -> turn instanceof Node.Obj of && of.members().containsKey(key));
    }

    static boolean hasAny(Node.Obj object, List<String> keys) {
        return keys.stream().anyMatch(object.members()::containsKey);
    }

    private static @Nullable Node first(SuiteFile file, Faults faults) throws IOException {
        var in = Files.newInputStream(file.path());
        try (var stream = file.values(in, faults)) {
            return stream.next();
        } finally {
            faults.flush();
        }
    }

    /** Whether a text begins with a case, in either syntax. */
    private static boolean hasCases(SuiteFile file) {
        var faults = new Faults(file.shown(), _ -> {});
        try (var yaml = new YamlStream(Files.newInputStream(file.path()), faults);
                var json = new JsonStream(Files.newInputStream(file.path()), faults)) {
            return Files.size(file.path()) <= MOST_SEARCHED
                    && (of(yaml.next()).isSuite() || of(json.next()).isSuite());
        } catch (IOException e) {
            return false; // nothing reads it
        }
    }

    /** Whether a file that is neither JSON nor YAML was to be a suite: a user must not believe that it was run. */
    private static boolean seemsSuite(SuiteFile file) throws IOException {
        try (var in = Files.newInputStream(file.path())) {
            var text = new String(in.readNBytes(MOST_SEARCHED), StandardCharsets.UTF_8);
            return TELLING.stream().anyMatch(key -> text.contains(key + ":") || text.contains("\"" + key + "\""));
        }
    }
}
