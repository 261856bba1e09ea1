package dev.muster.common.script.host;

import java.time.Duration;

/**
 * The bounds of a script host.
 *
 * @param memoryMiB of its heap
 * @param startWithin from its start until it takes calls
 * @param stopWithin from the end of a call's time until the host has stopped it; one that has not by then is killed
 */
public record HostSettings(int memoryMiB, Duration startWithin, Duration stopWithin) {

    /** Enough for scripts that look at replies. */
    public static final HostSettings DEFAULT = new HostSettings(256, Duration.ofSeconds(60), Duration.ofSeconds(2));

    public HostSettings withMemory(int mebibytes) {
        return new HostSettings(mebibytes, startWithin, stopWithin);
    }

    public HostSettings stoppingWithin(Duration time) {
        return new HostSettings(memoryMiB, startWithin, time);
    }
}
