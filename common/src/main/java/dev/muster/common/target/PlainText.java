package dev.muster.common.target;

import module java.base;
import dev.muster.common.model.Invisible;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * A text as a reader would take it apart: escapes and entities as their characters, compatible forms as the usual ones,
 * and without line breaks, colons, other backslashes, accents and what is invisible. A secret in it is one however it
 * was spread, as long as the secret is read in the same way.
 */
final class PlainText {

    private static final Map<String, String> NAMED = Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos",
            "'");
    private static final int LONGEST_ENTITY = 12;
    /** A few characters stand for a whole phrase; no secret is spelled with them, and an agent could fill memory. */
    private static final int LONGEST_FORM = 2;

    private final String source;
    private final StringBuilder text;
    /** Where each character begins in the source, and at last the end of the source. */
    private int[] from;
    private int at;

    private PlainText(String source) {
        this.source = source;
        this.text = new StringBuilder(source.length());
        this.from = new int[source.length() + 1];
    }

    /** Returns null when the text is plain already. */
    static @Nullable PlainText of(String source) {
        if (source.chars().noneMatch(PlainText::isSpecial)) {
            return null;
        }
        var plain = new PlainText(source);
        while (plain.at < source.length()) {
            plain.step();
        }
        plain.from[plain.text.length()] = source.length();
        return plain;
    }

    String text() {
        return text.toString();
    }

    /** Returns where a character of the plain text begins in the source. */
    int begin(int index) {
        return from[index];
    }

    private static boolean isSpecial(int c) {
        return c > 127 || c == '\\' || c == '&' || c == ':' || c == '\n' || c == '\r';
    }

    private void step() {
        char c = source.charAt(at);
        if (c == '\\' && isEscape()) {
            put(plain((char) Integer.parseInt(source, at + 2, at + 6, 16)), 6);
        } else if (c == '\\') {
            at += at + 1 < source.length() && "nr".indexOf(source.charAt(at + 1)) >= 0 ? 2 : 1;
        } else if (c == '&') {
            entity();
        } else if (c == ':' || c == '\n' || c == '\r') {
            at++;
        } else if (c > 127) {
            int letter = source.codePointAt(at);
            if (Usual.LETTERS.get(letter)) {
                put(c);
            } else {
                put(plain(letter), Character.charCount(letter));
            }
        } else {
            put(c);
        }
    }

    private static String plain(int letter) {
        var written = Character.toString(letter);
        var form = Normalizer.normalize(written, Normalizer.Form.NFKD).codePoints().filter(c -> !isDropped(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return form.length() <= LONGEST_FORM ? form : written;
    }

    /** Letters of the basic plane that stay as they are. */
    private static final class Usual {

        private static final BitSet LETTERS = new BitSet();

        static {
            for (int c = 128; c < Character.MIN_SUPPLEMENTARY_CODE_POINT; c++) {
                LETTERS.set(c, Character.isLetter(c) && plain(c).equals(Character.toString(c)));
            }
        }
    }

    private static boolean isDropped(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> c == ':' || c == '\\' || c == '\n' || c == '\r' || Invisible.is(c);
        };
    }

    private boolean isEscape() {
        return at + 6 <= source.length() && source.charAt(at + 1) == 'u'
                && source.substring(at + 2, at + 6).chars().allMatch(HexFormat::isHexDigit);
    }

    private void entity() {
        int end = source.indexOf(';', at, Math.min(at + LONGEST_ENTITY + 1, source.length()));
        var name = end < 0 ? "" : source.substring(at + 1, end);
        var meant = NAMED.get(name);
        if (meant == null && name.startsWith("#")) {
            meant = numbered(name.substring(1));
        }
        if (meant == null) {
            put('&');
        } else {
            put(meant, end + 1 - at);
        }
    }

    private static @Nullable String numbered(String digits) {
        try {
            int c = digits.startsWith("x") || digits.startsWith("X") ? Integer.parseInt(digits.substring(1), 16)
                    : Integer.parseInt(digits);
            return Character.isValidCodePoint(c) ? plain(c) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private void put(char letter) {
        room(1);
        from[text.length()] = at++;
        text.append(letter);
    }

    private void put(String letters, int length) {
        room(letters.length());
        for (int i = 0; i < letters.length(); i++) {
            from[text.length()] = at;
            text.append(letters.charAt(i));
        }
        at += length;
    }

    /** A compatible form may be several characters, so that the text is longer than its source. */
    private void room(int letters) {
        if (text.length() + letters >= from.length) {
            from = Arrays.copyOf(from, 2 * from.length + letters);
        }
    }
}
