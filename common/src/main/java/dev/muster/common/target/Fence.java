package dev.muster.common.target;

import module java.base;

/**
 * Puts texts that a model is to read between marks that their author can't write, as the token in them is new each
 * time.
 */
public record Fence(String token) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 16;

    /** Returns a fence with a new token. Its first letter is no hexadecimal digit, so no token overlaps itself. */
    public static Fence next() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return new Fence("t" + HexFormat.of().formatHex(bytes));
    }

    /** @param name in capital letters, {@code OUTPUT} */
    public String around(String name, String text) {
        return "<<<" + name + " " + token + "\n" + escaped(text) + "\n" + token + " " + name + ">>>";
    }

    /** A token in a quoted text gets a backslash behind its first letter, and is none any more. */
    private String escaped(String text) {
        return text.replace(token, token.charAt(0) + "\\" + token.substring(1));
    }
}
