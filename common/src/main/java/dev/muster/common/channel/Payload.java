package dev.muster.common.channel;

/** What a record carries: always to be had as bytes, which are only made when it leaves this process. */
public interface Payload {

    /** The same each time; nobody changes them. */
    byte[] bytes();

    /** In bytes; nothing for what never leaves this process. */
    default int size() {
        return bytes().length;
    }

    static Payload of(byte[] bytes) {
        return () -> bytes;
    }
}
