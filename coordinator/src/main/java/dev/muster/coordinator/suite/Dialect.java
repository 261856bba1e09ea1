package dev.muster.coordinator.suite;

/** The languages that suites are written in. */
enum Dialect {
    AGENT_TEST,
    AG_UI,
    AGENT_EVAL
}
