package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * @param file the configuration file, as shown to users; null when there is none
 * @param name of the project; null when the file says none
 */
public record Heading(@Nullable String file, @Nullable String name) {}
