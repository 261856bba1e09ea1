package dev.muster.common.model;

import module java.base;

/** Characters that a reader cannot see, and that people do not type. */
public final class Invisible {

    private static final int NON_JOINER = 0x200C;
    private static final int JOINER = 0x200D;

    private Invisible() {}

    public static boolean is(int c) {
        return c == 0x00AD || c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5
                || (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2065)
                || (c >= 0x206A && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0
                || (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
    }

    /** Returns the first in a text that has no meaning there, as {@code U+200B}. */
    public static Optional<String> in(String text) {
        int before = 0;
        for (int at = 0; at < text.length(); at += Character.charCount(before)) {
            int c = text.codePointAt(at);
            if (is(c) && !joins(before, c)) {
                return Optional.of(String.format("U+%04X", c));
            }
            before = c;
        }
        return Optional.empty();
    }

    /** Whether a joiner has a meaning: in emoji, and in scripts whose letters change their shape beside each other. */
    public static boolean joins(int before, int c) {
        return (c == JOINER && (Character.isEmoji(before) || before == 0xFE0F || isJoined(before)))
                || (c == NON_JOINER && isJoined(before));
    }

    private static boolean isJoined(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case ARABIC, SYRIAC, MONGOLIAN, DEVANAGARI, BENGALI, GURMUKHI, GUJARATI, ORIYA, TAMIL, TELUGU, KANNADA,
                    MALAYALAM, SINHALA, KHMER, MYANMAR ->
                true;
            default -> false;
        };
    }
}
