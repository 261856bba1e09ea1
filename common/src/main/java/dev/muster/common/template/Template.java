package dev.muster.common.template;

import java.util.Optional;

/** Text with {@code ${…}} in it. One pass: what is put in is not looked at again. */
final class Template {

    private static final String OPEN = "${";

    private Template() {}

    /** What stands for the words between the braces; empty leaves them as they were written. */
    @FunctionalInterface
    interface Values {
        Optional<String> of(String words);
    }

    static String fill(String text, Values values) {
        int open = text.indexOf(OPEN);
        if (open < 0) {
            return text;
        }
        var filled = new StringBuilder();
        int written = 0;
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            // Of several that open before it closes, the last: each character is looked at a bounded number of times.
            open = text.lastIndexOf(OPEN, close);
            var value = values.of(text.substring(open + OPEN.length(), close));
            if (value.isPresent()) {
                filled.append(text, written, open).append(value.get());
                written = close + 1;
            }
            open = text.indexOf(OPEN, value.isPresent() ? written : open + OPEN.length());
        }
        return filled.append(text, written, text.length()).toString();
    }

    /** A letter or {@code _}, then letters, digits, {@code _} and {@code -}; anything else is no name and stays. */
    static boolean isName(String words) {
        return !words.isEmpty() && isLetter(words.charAt(0))
                && words.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
