package dev.muster.cli.files;

import module java.base;

/** A folder that is deleted with its contents when closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    private static final String DATABASE_RUNS = "postmaster.pid";
    private static final long SECONDS_TO_END = 30;

    public static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    @Override
    public void close() throws IOException {
        for (var file : FileTrees.deepestFirst(path)) {
            if (file.endsWith(DATABASE_RUNS)) {
                awaitEnd(file);
            }
        }
        for (var file : FileTrees.deepestFirst(path)) {
            Files.deleteIfExists(file);
        }
    }

    /** A stopping database writes until it has ended: its folder can't be deleted before. */
    private static void awaitEnd(Path process) throws IOException {
        try (var lines = Files.exists(process) ? Files.lines(process) : Stream.<String>empty()) {
            lines.findFirst().map(String::strip).filter(id -> id.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf).flatMap(ProcessHandle::of).map(ProcessHandle::onExit)
                    .map(ended -> ended.completeOnTimeout(null, SECONDS_TO_END, TimeUnit.SECONDS))
                    .ifPresent(CompletableFuture::join);
        }
    }
}
