package dev.muster.common.option;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The rule to recognize a refusal in words.
 *
 * @param pattern RE2 pattern for the reply's text; null when a judge decides
 * @param criteria for a judge; empty when the pattern decides
 */
public record RefusalRule(@Nullable String pattern, List<String> criteria) {}
