package dev.muster.common.agent.http;

/** Makes foreign text fit for our messages: one line, no control characters, and not too long. */
public final class OneLine {

    private static final int OF_A_BODY = 200;
    private static final int OF_A_MESSAGE = 1000;

    private OneLine() {}

    /** Returns the beginning of a body that was not meant as a message. */
    public static String of(String text) {
        return of(text, OF_A_BODY);
    }

    /** Returns a message that was meant to be read. */
    public static String ofMessage(String text) {
        return of(text, OF_A_MESSAGE);
    }

    private static String of(String text, int longest) {
        var line = new StringBuilder();
        int length = 0;
        boolean gap = false;
        for (int at = 0; at < text.length() && length <= longest; at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            if (Character.isWhitespace(c) || Character.isISOControl(c)) {
                gap = !line.isEmpty();
                continue;
            }
            if (gap) {
                line.append(' ');
                length++;
                gap = false;
            }
            line.appendCodePoint(c);
            length++;
        }
        return length <= longest ? line.toString()
                : line.substring(0, line.offsetByCodePoints(0, longest)).stripTrailing() + "…";
    }
}
