package dev.muster.common.assertion;

import module java.base;

/** The type of a setting. */
public enum OracleSetting {
    TEXT,
    TEXTS,
    TEXTS_OR_WHOLE,
    FLAG,
    WHOLE,
    NUMBER,
    ANY
}
