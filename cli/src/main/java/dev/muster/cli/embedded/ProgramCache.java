package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.files.FileTrees;

/**
 * The unpacked programs, shared by every {@code MUSTER_HOME} of a user: {@code $XDG_CACHE_HOME/muster}, by default
 * {@code ~/.cache/muster}, and for a user without a home below {@code MUSTER_HOME}. Its contents can be deleted at any
 * time; they are created again.
 */
record ProgramCache(Path folder) {

    /** Static because a file lock belongs to the whole process, and a second attempt to lock would be refused. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    /** Fills a folder with unpacked programs. */
    @FunctionalInterface
    interface Unpacking {
        void into(Path folder) throws IOException;
    }

    static ProgramCache of(Map<String, String> environment, Path userHome, Path musterHome) {
        var named = environment.get("XDG_CACHE_HOME");
        if (named != null && Path.of(named).isAbsolute()) {
            return new ProgramCache(Path.of(named, "muster"));
        }
        var isThere = userHome.isAbsolute() && Files.isDirectory(userHome);
        return new ProgramCache((isThere ? userHome.resolve(".cache") : musterHome.resolve("cache"))
                .resolve("muster"));
    }

    /** Returns the folder of that name; unpacks it first if missing, in one process at a time. */
    Path folder(String name, Unpacking unpacking) throws IOException {
        var target = folder.resolve(name);
        if (Files.isDirectory(target)) {
            return target;
        }
        Files.createDirectories(folder);
        IN_THIS_PROCESS.lock();
        try (var file = FileChannel.open(folder.resolve("unpack.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock _ = file.lock()) {
            if (!Files.isDirectory(target)) {
                unpack(target, unpacking);
            }
            return target;
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    /** Renamed into place when complete, so that an interrupted unpacking never looks complete. */
    private static void unpack(Path target, Unpacking unpacking) throws IOException {
        var unfinished = target.resolveSibling("unfinished");
        FileTrees.delete(unfinished);
        Files.createDirectories(unfinished);
        unpacking.into(unfinished);
        Files.move(unfinished, target);
    }
}
