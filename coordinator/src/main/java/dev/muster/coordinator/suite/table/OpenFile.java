package dev.muster.coordinator.suite.table;

import module java.base;

/**
 * A table that was opened.
 *
 * @param shown its name in messages
 * @param key its path from the project root, with {@code /}
 */
public record OpenFile(String shown, String key, InputStream content) {}
