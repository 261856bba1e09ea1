package dev.muster.common.channel;

/** The content of a record, available as bytes, which are created only when it leaves this process. */
public interface Payload {

    /** Returns the same array each time; do not modify it. */
    byte[] bytes();

    /** Returns the size in bytes; 0 for a payload that never leaves this process. */
    default int size() {
        return bytes().length;
    }

    static Payload of(byte[] bytes) {
        return () -> bytes;
    }
}
