package dev.muster.coordinator.suite.input;

/** The languages that suites are written in. */
public enum Dialect {
    AGENT_TEST,
    AG_UI,
    AGENT_EVAL
}
