package dev.muster.coordinator.suite.source;

import module java.base;

/** The types of scalars. */
public enum ScalarType {
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
}
