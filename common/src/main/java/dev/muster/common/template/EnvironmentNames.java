package dev.muster.common.template;

import module java.base;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.model.TestCase;

/** Finds the environment variables that a case's texts use; only a worker that has them can run it. */
public final class EnvironmentNames {

    private EnvironmentNames() {}

    public static Set<String> in(TestCase testCase) {
        if (!Variables.Scope.of(testCase).env()) {
            return Set.of();
        }
        var names = new TreeSet<String>();
        var texts = new Expansion(text -> {
            names.addAll(EnvReferences.in(text));
            return text;
        });
        var _ = texts.testCase(testCase);
        return names;
    }
}
