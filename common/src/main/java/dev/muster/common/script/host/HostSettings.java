package dev.muster.common.script.host;

import module java.base;

/**
 * The limits of a script host.
 *
 * @param startWithin maximum time from its start until it accepts calls
 * @param stopWithin maximum time that the host may take to stop a call after its timeout; then the host is killed
 */
public record HostSettings(int memoryMiB, Duration startWithin, Duration stopWithin) {

    /** Enough for scripts that check replies. */
    public static final HostSettings DEFAULT = new HostSettings(256, Duration.ofSeconds(60), Duration.ofSeconds(2));

    public HostSettings withMemory(int mebibytes) {
        return new HostSettings(mebibytes, startWithin, stopWithin);
    }
}
