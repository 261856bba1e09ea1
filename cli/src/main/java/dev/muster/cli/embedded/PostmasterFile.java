package dev.muster.cli.embedded;

import module java.base;

/**
 * The server's own {@code postmaster.pid} in its data folder, with the process id in line 1, the port in line 4 and the
 * progress in line 8.
 */
record PostmasterFile(long pid, int port, Progress progress) {

    enum Progress {
        STARTING,
        READY,
        STOPPING
    }

    static Path in(Path data) {
        return data.resolve("postmaster.pid");
    }

    /** Empty also while the server begins to write it, and for a file that a machine crash left empty. */
    static Optional<PostmasterFile> read(Path data) {
        try {
            return parse(Files.readAllLines(in(data)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<PostmasterFile> parse(List<String> lines) {
        try {
            return Optional.of(new PostmasterFile(
                    Long.parseLong(lines.getFirst().strip()),
                    lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0,
                    lines.size() > 7 ? progress(lines.get(7).strip()) : Progress.STARTING));
        } catch (NumberFormatException | java.util.NoSuchElementException e) {
            return Optional.empty();
        }
    }

    private static Progress progress(String word) {
        return Stream.of(Progress.values()).filter(each -> each.name().equalsIgnoreCase(word)).findFirst()
                .orElse(Progress.STARTING);
    }

    /**
     * Whether the process with that id is a server of this data folder. After a machine crash the id may belong to any
     * other program, or to the server of another home.
     */
    boolean isAlive(Path data) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().arguments())
                .filter(arguments -> List.of(arguments).contains(data.toString()))
                .isPresent();
    }
}
