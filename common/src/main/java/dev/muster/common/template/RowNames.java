package dev.muster.common.template;

import module java.base;

/** Finds the <code>${row.NAME}</code> in a text, which stand for values of a table's row. */
public final class RowNames {

    private static final String ROW = "row.";
    private static final String OPEN = "${" + ROW;

    /** A name behind spaces, one that is not closed, and the row itself. */
    private static final Pattern MISSPELLED = Pattern
            .compile("\\$\\{(?:\\s+row\\.[^{}]*}?|row\\.[^{}]*$|\\s*row\\s*})");
    private static final int LONGEST_SHOWN = 40;

    private RowNames() {}

    /** Whether a text may have such names. */
    public static boolean areIn(String text) {
        return text.contains(OPEN);
    }

    /** Returns the first words that look like a name of a column and are none. */
    public static Optional<String> misspelled(String text) {
        return MISSPELLED.matcher(text).results().findFirst()
                .map(found -> found.group().lines().findFirst().orElse(""))
                .map(words -> words.length() > LONGEST_SHOWN ? words.substring(0, LONGEST_SHOWN) + "…" : words);
    }

    /** Returns the parts of a text, none of them empty. */
    public static List<RowPiece> pieces(String text) {
        var pieces = new ArrayList<RowPiece>();
        int[] end = {0};
        Template.find(text, (open, words) -> {
            if (open > end[0]) {
                pieces.add(new RowPiece.Literal(text.substring(end[0], open)));
            }
            end[0] = open + words.length() + 3;
            pieces.add(words.startsWith(ROW) ? new RowPiece.Name(words.substring(ROW.length()).strip())
                    : new RowPiece.Kept(text.substring(open, end[0])));
        });
        if (end[0] < text.length()) {
            pieces.add(new RowPiece.Literal(text.substring(end[0])));
        }
        return pieces;
    }
}
