package dev.muster.coordinator.suite;

import module java.base;

/** Finds the tests of a script given with {@code -i}. */
@FunctionalInterface
public interface ScriptTests {

    /** Finds nothing, where scripts cannot be loaded. */
    ScriptTests NONE = file -> new TestListing.Wrong("script tests are not read here");

    TestListing in(Path file);
}
