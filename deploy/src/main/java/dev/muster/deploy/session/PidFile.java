package dev.muster.deploy.session;

import module java.base;

/** A file that names this process while it lives. */
public final class PidFile implements AutoCloseable {

    private final Path file;

    public PidFile(Path file) throws IOException {
        this.file = file;
        Files.writeString(file, ProcessHandle.current().pid() + " " + start(ProcessHandle.current()));
    }

    /** Returns the process in the file, if it still runs: its start time tells it from a later one with the same id. */
    public static Optional<ProcessHandle> running(Path file) {
        try {
            var named = Files.readString(file).strip();
            int space = named.indexOf(' ');
            return ProcessHandle.of(Long.parseLong(named.substring(0, Math.max(0, space))))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> start(process).equals(named.substring(space + 1)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }

    private static String start(ProcessHandle process) {
        return process.info().startInstant().map(instant -> String.valueOf(instant.toEpochMilli())).orElse("unknown");
    }
}
