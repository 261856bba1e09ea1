package dev.muster.common.agent.http;

import module java.base;

/** Thrown when an answer exceeds one of its limits; the message says which. */
final class BoundPassed extends IOException {

    private static final long serialVersionUID = 1L;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;

    private BoundPassed(String bound) {
        super("the answer exceeded the bound of " + bound);
    }

    static BoundPassed bytes(long bound) {
        return new BoundPassed(size(bound) + " per answer");
    }

    static BoundPassed events(int bound) {
        return new BoundPassed(number(bound) + " events per answer");
    }

    static BoundPassed eventBytes(long bound) {
        return new BoundPassed(size(bound) + " per event");
    }

    private static String size(long bytes) {
        if (bytes >= MIB && bytes % MIB == 0) {
            return bytes / MIB + " MiB";
        }
        if (bytes >= KIB && bytes % KIB == 0) {
            return bytes / KIB + " KiB";
        }
        return number(bytes) + " bytes";
    }

    private static String number(long number) {
        return NumberFormat.getIntegerInstance(Locale.ROOT).format(number);
    }
}
