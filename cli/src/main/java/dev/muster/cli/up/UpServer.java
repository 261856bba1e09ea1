package dev.muster.cli.up;

import module java.base;

/** A process with a URL. */
public record UpServer(String url, long pid) {

    /** Whether a process of this id runs; it may be another one, after a crash or a power cut. */
    public boolean isRunning() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
