package dev.muster.common.template;

import module java.base;

/** A text with {@code ${…}} in it. Expanded in one pass: inserted values are not expanded again. */
final class Template {

    private static final String OPEN = "${";

    /** Returns the value for the words between the braces; empty leaves them unchanged. */
    @FunctionalInterface
    interface Values {
        Optional<String> of(String words);
    }

    static String fill(String text, Values values) {
        return fill(text, values, new TextBudget());
    }

    /** @param budget what the values may take */
    static String fill(String text, Values values, TextBudget budget) {
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
            // Of several openings before a close, use the last: each character is read a bounded number of times.
            open = text.lastIndexOf(OPEN, close);
            var value = values.of(text.substring(open + OPEN.length(), close));
            if (value.isPresent()) {
                budget.take(filled.length() + (long) open - written, value.get().length());
                filled.append(text, written, open).append(value.get());
                written = close + 1;
            }
            open = text.indexOf(OPEN, value.isPresent() ? written : open + OPEN.length());
        }
        return filled.append(text, written, text.length()).toString();
    }

    /** Receives where words in braces begin, and the words. */
    @FunctionalInterface
    interface Found {
        void accept(int open, String words);
    }

    /** Finds the words that {@link #fill} asks for, in their order. */
    static void find(String text, Found found) {
        int open = text.indexOf(OPEN);
        int close = open < 0 ? -1 : text.indexOf('}', open);
        while (close >= 0) {
            open = text.lastIndexOf(OPEN, close);
            found.accept(open, text.substring(open + OPEN.length(), close));
            open = text.indexOf(OPEN, close);
            close = open < 0 ? -1 : text.indexOf('}', open);
        }
    }

    /** Whether this is a name: a letter or {@code _}, then letters, digits, {@code _} and {@code -}. */
    static boolean isName(String words) {
        return !words.isEmpty() && isLetter(words.charAt(0))
                && words.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
