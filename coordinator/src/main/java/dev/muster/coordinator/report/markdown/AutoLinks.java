package dev.muster.coordinator.report.markdown;

import module java.base;

/**
 * What GitHub and other renderers make links and mentions of by themselves. They look for it in the text, after
 * entities are resolved, so an entity does not help.
 */
public final class AutoLinks {

    private static final Pattern LINKED = Pattern
            .compile("@(?=[\\p{L}\\p{N}_-])|#(?=\\d)|(?i)\\bGH-(?=\\d)|\\bwww(?=\\.)|\\b(mailto|xmpp):|:(?=//)");
    /** Has no width and ends a word. */
    private static final String BREAK = "\u200B";

    private AutoLinks() {}

    /** Returns the text with a break of no width in each, so that it stays text. */
    public static String broken(String text) {
        return LINKED.matcher(text).replaceAll("$0" + BREAK);
    }
}
