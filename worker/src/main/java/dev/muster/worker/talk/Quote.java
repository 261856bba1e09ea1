package dev.muster.worker.talk;

/** A text in a message: on one line, and not longer than a person reads. */
final class Quote {

    private static final int LONGEST = 120;

    private Quote() {}

    static String of(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        boolean quoted = line.length() > 1 && line.startsWith("\"") && line.endsWith("\"");
        return quoted && line.length() <= LONGEST ? line
                : '"' + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…") + '"';
    }
}
