package dev.muster.common.template;

import module java.base;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.TestCase;

/**
 * Texts that are taken literally, such as what a table inserts into a case. While a case is read, a mark inside
 * <code>${</code> keeps it from being a name; then {@code ${$}} stands for the dollar sign, where a text is expanded.
 */
public final class LiteralText {

    /** The words of {@code ${$}}, and what they stand for. */
    static final String DOLLAR = "$";
    /** No character of any text: Unicode reserves it for programs. */
    private static final String MARK = "\uFDD0";
    private static final String OPEN = "${";
    private static final String MARKED = "$" + MARK + "{";
    private static final String ESCAPED = "${$}{";

    private LiteralText() {}

    /** Returns a text in which no name begins. */
    public static String marked(String text) {
        return text.replace(OPEN, MARKED);
    }

    /** Returns a text without marks, for people. */
    public static String unmarked(String text) {
        return text.replace(MARK, "");
    }

    /** Returns a case without marks, whose marked texts stay as they are when the case is expanded. */
    public static TestCase settled(TestCase testCase) {
        var escaped = new Expansion(text -> text.replace(MARKED, ESCAPED)).testCase(testCase);
        return new RecordTexts(LiteralText::unmarked, Set.of()).in(escaped);
    }
}
