package dev.muster.coordinator.suite;

import module java.base;

/**
 * Sources of cases other than suites.
 *
 * @param generators generate cases
 * @param tests finds the tests in scripts
 * @param scripts checks scripts that cases name
 * @param standardInput opened when {@code -i -} is read
 */
public record SuiteSources(Generators generators, ScriptTests tests, CallableScripts scripts,
        Supplier<InputStream> standardInput) {
    public static final SuiteSources FILES = new SuiteSources(Generators.NONE, ScriptTests.NONE, CallableScripts.UNSEEN,
            InputStream::nullInputStream);
}
