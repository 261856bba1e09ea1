package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.json.RecordTexts;
import tools.jackson.databind.JsonNode;

/**
 * How texts are compared.
 *
 * @param ignoreWhitespace trims the ends, and treats any white space between words as one space
 */
record TextRule(boolean caseSensitive, boolean ignoreWhitespace) {

    String applied(String text) {
        var spaced = ignoreWhitespace ? singleSpaced(text) : text;
        return caseSensitive ? spaced : folded(spaced);
    }

    /** Applies the rule to all texts of a value; member names stay. */
    JsonNode applied(JsonNode value) {
        return RecordTexts.values(this::applied).in(value);
    }

    /** Folds case: upper case first, so that ß equals SS; the final sigma equals the other one. */
    static String folded(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace('ς', 'σ');
    }

    static String singleSpaced(String text) {
        var spaced = new StringBuilder(text.length());
        boolean behindSpace = true;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean space = Character.isWhitespace(c) || Character.isSpaceChar(c);
            if (!space) {
                spaced.append(c);
            } else if (!behindSpace) {
                spaced.append(' ');
            }
            behindSpace = space;
        }
        return spaced.toString().stripTrailing();
    }
}
