package dev.muster.cli.up;

import module java.base;

/** A file that names this process while it lives. */
public final class PidFile implements AutoCloseable {

    /** Of the fields behind the name of a process. */
    private static final int TICKS = 19;

    private final Path file;

    public PidFile(Path file) throws IOException {
        this.file = file;
        Files.writeString(file, ProcessHandle.current().pid() + " " + started(ProcessHandle.current()).getFirst());
    }

    /** Returns the process in the file, if it still runs: its start time tells it from a later one with the same id. */
    public static Optional<ProcessHandle> running(Path file) {
        try {
            var named = Files.readString(file).strip();
            int space = named.indexOf(' ');
            return ProcessHandle.of(Long.parseLong(named.substring(0, Math.max(0, space))))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> started(process).contains(named.substring(space + 1)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns what tells a process from an earlier or later one with the same id: on Linux clock ticks since the boot,
     * which stay when the clock is set, and last the time, as earlier versions wrote it.
     */
    private static List<String> started(ProcessHandle process) {
        var time = process.info().startInstant().map(instant -> String.valueOf(instant.toEpochMilli()))
                .orElse("unknown");
        try {
            var stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            return List.of("boot+" + stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[TICKS], time);
        } catch (IOException | RuntimeException e) {
            return List.of(time);
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
