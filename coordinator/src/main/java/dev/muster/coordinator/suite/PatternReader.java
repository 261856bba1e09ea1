package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.template.LiteralText;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/**
 * Reads patterns and texts that may have variables; a pattern without any is compiled immediately.
 */
final class PatternReader {

    static final String EMPTY = "an empty pattern is found in every text; write what is to be found";

    private final CheckCompiler compiler;
    private final Faults faults;
    private final boolean variables;

    /** @param variables whether hooks of the case may set variables, or it is not yet known whether there are hooks */
    PatternReader(SuiteScope scope, boolean variables) {
        this.compiler = scope.compiler();
        this.faults = scope.faults();
        this.variables = variables;
    }

    @Nullable
    String pattern(Fields fields, String name) {
        var pattern = fields.text(name);
        if (pattern != null && fields.any(name) instanceof Node.Scalar scalar) {
            check(scalar);
        }
        return pattern;
    }

    /** Reads patterns by name. */
    Map<String, String> patterns(Fields fields, String name) {
        return fields.named(name, (key, node) -> named(key, node, name));
    }

    private @Nullable String named(String key, Node node, String where) {
        if (key.isBlank()) {
            faults.add(node.at(), "a name in '" + where + "' must not be empty");
        } else if (node instanceof Node.Scalar scalar && node.string() != null) {
            check(scalar);
            return scalar.text();
        } else {
            faults.add(node.at(), "'" + key + "' in '" + where + "' must be a pattern as a string, not " + node.kind());
        }
        return null;
    }

    private void check(Node.Scalar pattern) {
        slashes(pattern.text()).ifPresent(sentence -> faults.warn(pattern.at(), sentence));
        if (pattern.text().isEmpty()) {
            faults.add(pattern.at(), EMPTY);
        }
        if (TemplateNames.any(pattern.text())) {
            text(pattern);
        } else {
            compiler.patternTrouble(LiteralText.unmarked(pattern.text()))
                    .ifPresent(sentence -> faults.add(pattern.at(), sentence));
        }
    }

    /** Returns a warning for a pattern that is written as in JavaScript: {@code /yes/i}. */
    static Optional<String> slashes(String pattern) {
        int slash = pattern.lastIndexOf('/');
        return slash > 1 && pattern.startsWith("/") && isFlags(pattern.substring(slash + 1))
                ? Optional.of("the pattern " + pattern + " is searched for with its slashes; RE2 writes "
                        + "flags in front, as in (?i)" + pattern.substring(1, slash))
                : Optional.empty();
    }

    /** Whether the text is regex flags, at least one: a path ends in a slash without any. */
    private static boolean isFlags(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> "dgimsuvy".indexOf(c) >= 0);
    }

    /** Checks a text: a variable that no hook can set is a fault. */
    void text(Node.Scalar text) {
        if (!variables) {
            TemplateNames.variables(text.text()).stream().findFirst().ifPresent(name -> faults.add(text.at(),
                    "${" + name + "} has no value: there are no hooks that could set it; an environment variable "
                            + "is written ${ENV." + name + "}"));
        }
    }
}
