package dev.muster.common.assertion.eval;

import module java.base;
import java.text.Normalizer;

/**
 * Differences of texts that people do not see: accents as characters of their own, other spaces, dashes and quotation
 * marks, invisible characters.
 */
final class LookAlikes {

    /** A message is not worth more work. */
    private static final int LONGEST = 200_000;
    private static final String APOSTROPHES = "\u2018\u2019\u201B\u02BC\u2032\u00B4";
    private static final String QUOTES = "\u201C\u201D\u201F\u2033";
    private static final String DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D";

    private final StringBuilder plain = new StringBuilder();
    /** For each character of {@code plain}, where it begins in the text. */
    private final List<Integer> from = new ArrayList<>();

    private LookAlikes(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            var same = plain(text.codePointAt(at));
            for (int n = 0; n < same.length(); n++) {
                from.add(at);
            }
            plain.append(same);
        }
        from.add(text.length());
    }

    /**
     * Returns, as {@code looks the same, but …}, how a text has what is expected but for such a difference; else empty.
     */
    static Optional<String> within(String text, String expected) {
        if (expected.isEmpty() || text.length() > LONGEST || expected.length() > LONGEST) {
            return Optional.empty();
        }
        var looks = new LookAlikes(text);
        var same = new LookAlikes(expected).plain.toString();
        int at = same.isEmpty() ? -1 : looks.plain.indexOf(same);
        return at < 0 ? Optional.empty()
                : difference(text.substring(looks.from.get(at), looks.from.get(at + same.length())), expected);
    }

    /** Returns the same for two whole texts. */
    static Optional<String> between(String found, String expected) {
        return found.length() > LONGEST || expected.length() > LONGEST || found.isEmpty()
                || !new LookAlikes(found).plain.toString().equals(new LookAlikes(expected).plain.toString())
                        ? Optional.empty() : difference(found, expected);
    }

    private static Optional<String> difference(String found, String expected) {
        if (found.equals(expected)) {
            return Optional.empty();
        }
        int at = 0;
        while (at < found.length() && at < expected.length() && found.codePointAt(at) == expected.codePointAt(at)) {
            at += Character.charCount(found.codePointAt(at));
        }
        var there = character(found, at);
        var here = character(expected, at);
        return Optional.of("looks the same, but " + (isHidden(found, at) ? "has " + there
                : isHidden(expected, at) ? "lacks " + here
                        : "has " + there + " instead of " + here));
    }

    private static boolean isHidden(String text, int at) {
        return at < text.length() && plain(text.codePointAt(at)).isEmpty();
    }

    /** Returns a character, with the accents behind it. */
    private static String character(String text, int at) {
        if (at >= text.length()) {
            return "nothing";
        }
        var points = text.substring(at).codePoints().limit(3).toArray();
        int count = 1;
        while (count < points.length && Character.getType(points[count]) == Character.NON_SPACING_MARK) {
            count++;
        }
        return Arrays.stream(points, 0, count)
                .mapToObj(point -> "U+%04X (%s)".formatted(point, Character.getName(point)))
                .collect(Collectors.joining(" and "));
    }

    /** Returns what a character looks like: nothing for an invisible one. */
    private static String plain(int character) {
        if (character == '\n' || character == '\t') {
            return Character.toString(character);
        }
        return switch (Character.getType(character)) {
            case Character.FORMAT, Character.CONTROL -> "";
            case Character.SPACE_SEPARATOR -> " ";
            default -> plain(Character.toString(character));
        };
    }

    private static String plain(String character) {
        return APOSTROPHES.contains(character) ? "'" : QUOTES.contains(character) ? "\""
                : DASHES.contains(character) ? "-" : Normalizer.normalize(character, Normalizer.Form.NFD);
    }
}
