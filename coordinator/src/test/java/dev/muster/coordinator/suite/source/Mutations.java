package dev.muster.coordinator.suite.source;

import module java.base;

/** Breaks texts at random, with a few errors each. */
public final class Mutations {

    private static final String PIECES = "{}[]\",:/*&<>|!%@`#'?-\\ \n\r\t01.eEtfn\u0000";

    private Mutations() {}

    /** Returns the text with one to four errors, often no longer valid UTF-8. */
    public static byte[] of(String text, Random random) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes = one(bytes, random);
        }
        return bytes;
    }

    private static byte[] one(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(bytes, at + 1);
            case 1 -> put(bytes, at, (byte) random.nextInt(256));
            case 2 -> put(bytes, at, (byte) PIECES.charAt(random.nextInt(PIECES.length())));
            case 3 -> without(bytes, at, 1 + random.nextInt(20));
            default -> swapped(bytes, at, random.nextInt(bytes.length));
        };
    }

    private static byte[] put(byte[] bytes, int at, byte value) {
        var copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    private static byte[] swapped(byte[] bytes, int one, int other) {
        return put(put(bytes, one, bytes[other]), other, bytes[one]);
    }

    private static byte[] without(byte[] bytes, int at, int count) {
        int rest = Math.max(0, bytes.length - at - count);
        var copy = Arrays.copyOf(bytes, at + rest);
        System.arraycopy(bytes, bytes.length - rest, copy, at, rest);
        return copy.length == 0 ? bytes : copy;
    }
}
