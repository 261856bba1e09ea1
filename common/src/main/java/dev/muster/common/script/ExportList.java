package dev.muster.common.script;

import module java.base;

/**
 * The result of loading a file.
 *
 * @param functions functions that it exports, and the requested one if the file declares it
 * @param files the file and its imports, relative to the folder, with {@code /}
 */
public record ExportList(List<String> functions, List<String> files) {}
