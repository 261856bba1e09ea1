package dev.muster.coordinator.report;

/** Makes messages with the same meaning equal by removing numbers and quoted parts. */
final class MessageShape {

    private static final int LONGEST = 160;

    private final String message;
    private final StringBuilder like = new StringBuilder();
    private int at;

    private MessageShape(String message) {
        this.message = message;
    }

    static String of(String message) {
        var likeness = new MessageShape(message);
        likeness.read();
        return likeness.like.toString();
    }

    private void read() {
        while (at < message.length() && like.length() < LONGEST) {
            char c = message.charAt(at);
            if (isDigit(c)) {
                number();
            } else if (closing(c) != 0 && !isInWord()) {
                quoted(c);
            } else {
                like.append(Character.isWhitespace(c) ? ' ' : c);
                at++;
            }
        }
    }

    private void number() {
        like.append('#');
        while (at < message.length() && (isDigit(message.charAt(at)) || isPoint())) {
            at++;
        }
    }

    /** Whether this is a decimal point, as in {@code 1.5}, not the end of a sentence. */
    private boolean isPoint() {
        char c = message.charAt(at);
        return (c == '.' || c == ',') && at + 1 < message.length() && isDigit(message.charAt(at + 1));
    }

    /** Skips to the closing quote; without one, the rest counts as quoted, as in a text that was cut. */
    private void quoted(char opening) {
        int close = message.indexOf(closing(opening), at + 1);
        like.append("“…”");
        at = close < 0 ? message.length() : close + 1;
    }

    /** Whether the quote is an apostrophe, as in {@code can't}. */
    private boolean isInWord() {
        return message.charAt(at) == '\'' && at > 0 && Character.isLetter(message.charAt(at - 1));
    }

    private static char closing(char c) {
        return switch (c) {
            case '"', '\'', '`' -> c;
            case '“' -> '”';
            case '«' -> '»';
            default -> 0;
        };
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
