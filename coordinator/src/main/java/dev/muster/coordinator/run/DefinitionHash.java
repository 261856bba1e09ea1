package dev.muster.coordinator.run;

import module java.base;

/**
 * The hash of a case's definition as PostgreSQL computes it when it learns a verdict: {@code hashtextextended(…, 0)},
 * Bob Jenkins' lookup3. The place of the case in its suite is left out.
 */
public final class DefinitionHash {

    private static final int WORD = 4;
    private static final int BLOCK = 3 * WORD;
    private static final int START = 0x9e3779b9 + 3_923_095;

    private int a;
    private int b;
    private int c;

    private DefinitionHash() {}

    /** @param definition the JSON of a case */
    public static long of(String definition) {
        int source = definition.indexOf("\"source\":{");
        int conversation = definition.indexOf("\"conversation\":");
        return new DefinitionHash()
                .hash((definition.substring(0, source + 1) + definition.substring(Math.max(0, conversation)))
                        .getBytes(StandardCharsets.UTF_8));
    }

    private long hash(byte[] text) {
        a = b = c = START + text.length;
        var bytes = ByteBuffer.wrap(Arrays.copyOf(text, text.length + BLOCK)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        for (; text.length - at >= BLOCK; at += BLOCK) {
            a += bytes.getInt(at);
            b += bytes.getInt(at + WORD);
            c += bytes.getInt(at + 2 * WORD);
            mix();
        }
        a += bytes.getInt(at);
        b += bytes.getInt(at + WORD);
        // the lowest byte of c counts the length
        c += bytes.getInt(at + 2 * WORD) << 8;
        end();
        return ((long) b << 32) | (c & 0xffff_ffffL);
    }

    private void mix() {
        a = (a - c) ^ Integer.rotateLeft(c, 4);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 6);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 8);
        b += a;
        a = (a - c) ^ Integer.rotateLeft(c, 16);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 19);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 4);
        b += a;
    }

    private void end() {
        c = (c ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        c = (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
