package dev.muster.coordinator.suite.project;

import java.util.Optional;
import java.util.regex.Pattern;

/** The {@code ${…}} of configuration values: only their form is checked here, workers fill them in. */
final class Templates {

    private static final Pattern FILLED = Pattern.compile(
            "\\$\\{(?:ENV\\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_-]*)}");

    private Templates() {}

    /** What is wrong with a value that workers fill in, from their environment and with what a case's hooks set. */
    static Optional<String> trouble(String value) {
        return first(FILLED.matcher(value).replaceAll(""))
                .map(template -> "'" + template
                        + "' is not filled in; write ${ENV.NAME} for an environment variable, ${NAME} for one that a "
                        + "hook sets");
    }

    /** What is wrong with a value that nobody fills in. */
    static Optional<String> troubleWherePlain(String value) {
        return first(value).map(
                template -> "'" + template
                        + "' is not filled in here; only urls, headers and databases take ${ENV.NAME}");
    }

    /** The value with a word in place of each template, to look at its form. */
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
