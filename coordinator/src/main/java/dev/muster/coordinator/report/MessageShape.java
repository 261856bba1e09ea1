package dev.muster.coordinator.report;

import module java.base;

/**
 * Makes messages with the same meaning equal by removing numbers and quoted parts. What a suite expects, as in
 * {@code expected the reply to contain "refund", found …}, stays where it is short: it says what is wrong.
 */
final class MessageShape {

    private static final int LONGEST = 160;
    private static final int LONGEST_EXPECTED = 40;
    private static final List<String> FINDINGS = List.of(", found", " but ", " is not in ");

    private final String message;
    private final StringBuilder like = new StringBuilder();
    private boolean expects;
    private int at;

    private MessageShape(String message, boolean expects) {
        this.message = message;
        this.expects = expects;
    }

    static String of(String message) {
        return new MessageShape(message, message.startsWith("expected ")).read();
    }

    /** Returns what is the same also of messages that expect something else. */
    static String masked(String message) {
        return new MessageShape(message, false).read();
    }

    private String read() {
        while (at < message.length() && like.length() < LONGEST) {
            char c = message.charAt(at);
            expects &= FINDINGS.stream().noneMatch(each -> message.startsWith(each, at));
            if (isDigit(c) && !expects) {
                number();
            } else if (closing(c) != 0 && !isInWord()) {
                quoted(c);
            } else {
                like.append(Character.isWhitespace(c) ? ' ' : c);
                at++;
            }
        }
        return like.toString();
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
        like.append(expects && close > 0 && close - at <= LONGEST_EXPECTED ? message.substring(at, close + 1) : "“…”");
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
