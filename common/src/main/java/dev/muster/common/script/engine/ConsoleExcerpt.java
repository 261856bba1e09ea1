package dev.muster.common.script.engine;

import module java.base;

/** Keeps the beginning of a script's console output, and counts the rest. */
final class ConsoleExcerpt extends OutputStream {

    private static final int MOST = 4096;

    private final byte[] kept = new byte[MOST];
    private long written;

    @Override
    public synchronized void write(int b) {
        if (written < MOST) {
            kept[(int) written] = (byte) b;
        }
        written++;
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (written < MOST) {
            System.arraycopy(bytes, from, kept, (int) written, (int) Math.min(length, MOST - written));
        }
        written += length;
    }

    synchronized String text() {
        var text = new String(kept, 0, (int) Math.min(written, MOST), StandardCharsets.UTF_8).strip();
        return written <= MOST ? text : text + "… (" + written + " bytes)";
    }
}
