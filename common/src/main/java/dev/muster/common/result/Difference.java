package dev.muster.common.result;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A place, a path in the checked value, where the found value differs from the expected one. */
public record Difference(String at, @Nullable JsonNode expected, @Nullable JsonNode found) {}
