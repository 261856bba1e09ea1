package dev.muster.common.channel.kafka;

import module java.base;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The key with which the processes of a fleet sign their records; while it is replaced, the new one and the old one. */
public final class FleetKey {

    /** No key: records are neither signed nor checked. */
    public static final FleetKey NONE = new FleetKey(List.of());

    private static final int BYTES = 32;
    private static final String RIGHT = "takes 32 bytes in hexadecimal or Base64, such as the output of openssl rand -hex 32"
            + "; two of them, NEW,OLD, while the key is replaced";

    final List<SecretKeySpec> newestFirst;

    private FleetKey(List<SecretKeySpec> newestFirst) {
        this.newestFirst = newestFirst;
    }

    /**
     * Reads a key, or a new one and an old one with a comma between them; null is {@link #NONE}.
     *
     * @throws IllegalArgumentException with the rest of a sentence, which does not repeat the text
     */
    public static FleetKey of(@Nullable String text) {
        if (text == null) {
            return NONE;
        }
        var parts = List.of(text.strip().split(",", -1));
        if (parts.size() > 2) {
            throw new IllegalArgumentException(RIGHT);
        }
        return new FleetKey(parts.stream().map(part -> new SecretKeySpec(bytes(part.strip()), "HmacSHA256")).toList());
    }

    /** Returns a new key as text. */
    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public boolean isNone() {
        return newestFirst.isEmpty();
    }

    private static byte[] bytes(String part) {
        try {
            var bytes = part.length() == 2 * BYTES ? HexFormat.of().parseHex(part)
                    : Base64.getDecoder().decode(part.replace('-', '+').replace('_', '/'));
            if (bytes.length == BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // told below, without the text
        }
        throw new IllegalArgumentException(RIGHT);
    }
}
