package dev.muster.common.bundle;

import module java.base;

/** Content hashes: 64 lower-case hexadecimal digits. */
public final class Sha256 {

    private Sha256() {}

    public static String of(byte[] content) {
        return text(digest().digest(content));
    }

    public static String of(InputStream content) throws IOException {
        var digest = digest();
        content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return text(digest.digest());
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public static String text(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    public static boolean isOne(String text) {
        return text.length() == 64
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }
}
