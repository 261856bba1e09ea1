package dev.muster.coordinator.suite;

import module java.base;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Compiles checks the way a worker does, so that a check that cannot run is a fault of the suite. Caches the checks
 * that compiled, since large suites repeat a few of them: give only what may fail to compile.
 */
final class CheckCompiler {

    private static final int MOST_REMEMBERED = 4096;
    /** Maximum characters of a cached check; longer ones are not worth the memory. */
    private static final int LONGEST_REMEMBERED = 4096;

    private final Set<String> known = new HashSet<>();

    /** Returns what is wrong with a check, in one sentence; empty when it compiles. */
    Optional<String> trouble(Check check) {
        var part = check.toString();
        if (known.contains(part)) {
            return Optional.empty();
        }
        try {
            CompiledAssertion.compile(Assertion.of(check));
        } catch (AssertionFault fault) {
            return Optional.of(String.valueOf(fault.getMessage()));
        }
        remember(part);
        return Optional.empty();
    }

    /** Whether a pattern is found in any text, even in an empty one. */
    boolean isFoundInAnyText(String pattern) {
        try {
            var compiled = Pattern.compile(pattern);
            return compiled.matcher("").find() && compiled.matcher("x").find();
        } catch (PatternSyntaxException e) {
            return false; // reported elsewhere
        }
    }

    /** Returns what is wrong with a pattern. */
    Optional<String> patternTrouble(String pattern) {
        return trouble(new TextCheck.Regex(pattern));
    }

    /** Returns the check; null, with a fault at a key, when it does not compile. */
    @Nullable
    Check compiled(Check check, String place, Fields fields) {
        var trouble = trouble(check);
        trouble.ifPresent(sentence -> fields.fault(place, sentence));
        return trouble.isPresent() ? null : check;
    }

    private void remember(String part) {
        if (part.length() <= LONGEST_REMEMBERED) {
            if (known.size() == MOST_REMEMBERED) {
                known.clear();
            }
            known.add(part);
        }
    }
}
