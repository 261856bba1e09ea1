package dev.muster.coordinator.suite.project;

import module java.base;

/** The place of a mistake. */
public enum TargetFault {
    /** The case names an unknown agent. */
    AGENT,
    /** The case names an unknown connector. */
    CONNECTOR,
    /** No agent is named. */
    NOTHING_NAMED
}
