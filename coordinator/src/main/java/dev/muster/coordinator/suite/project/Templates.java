package dev.muster.coordinator.suite.project;

import module java.base;

/** The {@code ${…}} templates in configuration values. Checks their form only; workers expand them. */
final class Templates {

    private static final Pattern FILLED = Pattern.compile(
            "\\$\\{(?:ENV\\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_-]*)}");

    private Templates() {}

    /** Returns what is wrong with a value that workers expand from their environment and from variables set by hooks. */
    static Optional<String> trouble(String value) {
        return first(FILLED.matcher(value).replaceAll(""))
                .map(template -> "'" + template
                        + "' is not filled in; write ${ENV.NAME} for an environment variable, ${NAME} for one that a "
                        + "hook sets");
    }

    /** Returns what is wrong with a value that is not expanded. */
    static Optional<String> troubleWherePlain(String value) {
        return first(value).map(
                template -> "'" + template
                        + "' is not filled in here; only urls, headers and databases take ${ENV.NAME}");
    }

    /** Returns the value with a placeholder for each template, to check its form. */
    static String filled(String value) {
        return FILLED.matcher(value).replaceAll("x");
    }

    private static Optional<String> first(String value) {
        int start = value.indexOf("${");
        if (start < 0) {
            return Optional.empty();
        }
        int end = value.indexOf('}', start);
        return Optional.of(end < 0 ? value.substring(start) : value.substring(start, end + 1));
    }
}
