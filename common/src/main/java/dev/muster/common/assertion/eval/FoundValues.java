package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** @param values one value; one or more for a path with a filter, a wildcard or {@code ..} */
record FoundValues(String place, List<JsonNode> values) {}
