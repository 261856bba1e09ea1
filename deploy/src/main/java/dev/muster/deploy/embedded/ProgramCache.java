package dev.muster.deploy.embedded;

import module java.base;

/**
 * The unpacked programs, shared by every {@code MUSTER_HOME} of a user: {@code $XDG_CACHE_HOME/muster}, by default
 * {@code ~/.cache/muster}. Its contents can be deleted at any time; they are created again.
 */
record ProgramCache(Path folder) {

    /** Static because a file lock belongs to the whole process, and a second attempt to lock would be refused. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    /** Fills a folder with unpacked programs. */
    @FunctionalInterface
    interface Unpacking {
        void into(Path folder) throws IOException;
    }

    static ProgramCache of(Map<String, String> environment) {
        var named = environment.get("XDG_CACHE_HOME");
        var caches = named == null || !Path.of(named).isAbsolute()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(named);
        return new ProgramCache(caches.resolve("muster"));
    }

    /** Returns the folder of that name; unpacks it first if missing, in one process at a time. */
    Path folder(String name, Unpacking unpacking) throws IOException {
        var wanted = folder.resolve(name);
        if (Files.isDirectory(wanted)) {
            return wanted;
        }
        Files.createDirectories(folder);
        IN_THIS_PROCESS.lock();
        try (var file = FileChannel.open(folder.resolve("unpack.lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock _ = file.lock()) {
            if (!Files.isDirectory(wanted)) {
                unpack(wanted, unpacking);
            }
            return wanted;
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    /** Renamed into place when complete, so that an interrupted unpacking never looks complete. */
    private static void unpack(Path wanted, Unpacking unpacking) throws IOException {
        var unfinished = wanted.resolveSibling("unfinished");
        Trees.delete(unfinished);
        Files.createDirectories(unfinished);
        unpacking.into(unfinished);
        Files.move(unfinished, wanted);
    }
}
