package dev.muster.coordinator.suite.input;

/** The dialects of suites. */
public enum Dialect {
    AGENT_TEST,
    AG_UI,
    AGENT_EVAL
}
