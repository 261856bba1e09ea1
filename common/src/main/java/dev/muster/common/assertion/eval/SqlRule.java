package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A statement and its expected result.
 *
 * @param expected a scalar: the only column of the only row. An object: these columns of the only row. A list: the
 *     rows, each such a value. Null: any row
 * @param description for users; null when there is none
 */
public record SqlRule(SqlStatement statement, @Nullable JsonNode expected, @Nullable String description) {}
