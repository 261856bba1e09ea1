package dev.muster.common.assertion.eval;

import module java.base;

/** A criterion and its share in the score. */
public record RubricCriterion(String text, double weight) {}
