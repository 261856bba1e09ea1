package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of an answer. Objects with the same id are one call: its result may come later.
 *
 * @param each finds an object for each call; the other paths start there
 * @param id null to number the calls
 */
public record CallMapping(String each, @Nullable String id, String name, @Nullable String arguments,
        @Nullable String result) {}
