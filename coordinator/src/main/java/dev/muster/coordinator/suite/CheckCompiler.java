package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.common.assertion.eval.Rubric;
import dev.muster.common.assertion.eval.SqlRules;

/**
 * Compiles checks the way a worker does, so that a check that cannot run is a fault of the suite. Caches the patterns
 * and paths that compiled, since large suites repeat a few of them.
 */
final class CheckCompiler {

    private static final int MOST_REMEMBERED = 4096;
    /** Maximum characters of a cached text; longer ones are not worth the memory. */
    private static final int LONGEST_REMEMBERED = 4096;

    private final Set<String> sound = new HashSet<>();

    /** Returns what is wrong with a check, in one sentence; empty when it compiles. */
    Optional<String> trouble(Check check) {
        var part = part(check);
        if (sound.contains(part)) {
            return Optional.empty();
        }
        try {
            compile(check);
        } catch (AssertionFault fault) {
            return Optional.of(String.valueOf(fault.getMessage()));
        }
        remember(part);
        return Optional.empty();
    }

    private static void compile(Check check) throws AssertionFault {
        switch (check) {
            case Check.LlmJudge judge -> Rubric.of(judge.config(), judge.expected());
            case Check.SqlValidate sql -> SqlRules.of(sql.config(), sql.expected());
            default -> CompiledAssertion.compile(Assertion.of(check));
        }
    }

    private void remember(String part) {
        if (part.length() > LONGEST_REMEMBERED) {
            return;
        }
        if (sound.size() == MOST_REMEMBERED) {
            sound.clear();
        }
        sound.add(part);
    }

    /** Returns the part that may fail to compile; checks that share it compile alike. */
    private static String part(Check check) {
        return switch (check) {
            case Check.Regex regex -> "regex " + regex.pattern();
            case Check.JsonPath path -> "path " + path.path();
            case Check.Type type -> "type " + type.expected() + " " + type.path();
            case Check.AgUi agUi -> "ag_ui " + agUi.clause();
            case Check.Oracle oracle -> "oracle " + oracle.oracle() + oracle.config() + oracle.expected();
            case Check.Snapshot snapshot -> "snapshot " + snapshot.masks();
            case Check.LlmJudge judge -> "judge " + judge.config() + judge.expected();
            case Check.SqlValidate sql -> "sql " + sql.config() + sql.expected();
            case Check.Schema schema -> "schema " + schema.schema() + " " + schema.path();
            default ->
                throw new IllegalArgumentException("nothing in " + check + " is compiled");
        };
    }
}
