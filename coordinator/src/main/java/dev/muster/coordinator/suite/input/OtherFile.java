package dev.muster.coordinator.suite.input;

import module java.base;

/** What stands beside suites with an extension of theirs, and is known to be something else. */
final class OtherFile {

    private static final Pattern KNOWN = Pattern.compile("(?:package|package-lock|composer|deno|tsconfig[\\w.-]*"
            + "|jsconfig|(?:docker-)?compose[\\w.-]*|muster[\\w.-]*|promptfooconfig|openapi[\\w.-]*|swagger"
            + "|mkdocs|Chart|values[\\w.-]*|pnpm-[\\w.-]*|\\..*|.*\\.schema|.*\\.config)\\.(?:json|ya?ml)");

    private OtherFile() {}

    static boolean is(SuiteFile file) {
        return KNOWN.matcher(file.path().getFileName().toString()).matches() || DialectMarks.isConfiguration(file);
    }
}
