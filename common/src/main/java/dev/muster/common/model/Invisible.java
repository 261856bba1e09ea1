package dev.muster.common.model;

import module java.base;

/** Characters that have no shape of their own and no place in a text that people write. */
public final class Invisible {

    private Invisible() {}

    public static boolean is(int c) {
        return c == 0x00AD || c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5
                || (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2065)
                || (c >= 0x206A && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0
                || (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
    }

    /** Returns the first in a text, as {@code U+200B}. */
    public static Optional<String> in(String text) {
        return text.codePoints().filter(Invisible::is).mapToObj(c -> String.format("U+%04X", c)).findFirst();
    }
}
