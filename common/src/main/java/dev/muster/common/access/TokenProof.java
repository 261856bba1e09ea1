package dev.muster.common.access;

import module java.base;

/**
 * Shows that a server knows a token, without the token: before a client sends it to an address that it read somewhere,
 * where another process may listen by now.
 */
public final class TokenProof {

    private static final int ID = 8;
    private static final int NONCE_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private TokenProof() {}

    /** Returns text that no proof was made of yet. */
    public static String nonce() {
        var bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * Returns the id of the token that a proof is for.
     *
     * @param hash of the token
     */
    public static String id(String hash) {
        return hash.substring(0, ID);
    }

    /**
     * Returns the proof, as hexadecimal digits.
     *
     * @param hash of the token
     * @param port that the server listens at: a proof of another port is none
     */
    public static String of(String hash, String nonce, int port) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(hash.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of()
                    .formatHex(mac.doFinal(("muster proof\n" + port + "\n" + nonce).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
