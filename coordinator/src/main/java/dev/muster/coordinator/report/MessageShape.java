package dev.muster.coordinator.report;

/** Makes messages that tell the same of different cases equal: numbers and quoted parts are taken out. */
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

    /** Of {@code 1.5}, not of the end of a sentence. */
    private boolean isPoint() {
        char c = message.charAt(at);
        return (c == '.' || c == ',') && at + 1 < message.length() && isDigit(message.charAt(at + 1));
    }

    /** Up to the quote that closes it; without one the rest is quoted, as in a text that was cut. */
    private void quoted(char opening) {
        int close = message.indexOf(closing(opening), at + 1);
        like.append("“…”");
        at = close < 0 ? message.length() : close + 1;
    }

    /** As in {@code can't}. */
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
