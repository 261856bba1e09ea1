package dev.muster.cli.session;

import module java.base;

/** Waits for changes of files below folders, also of those that an editor replaces and of new folders. */
final class FileChanges implements AutoCloseable {

    /** Milliseconds without a change until changes that belong together are complete. */
    private static final int QUIET_MS = 100;
    /** Most changes that are awaited together: a file that is written all the time holds up nothing. */
    private static final int MOST_TOGETHER = 50;
    /** The usual limit of an operating system is some thousands. */
    private static final int MOST_FOLDERS = 5_000;
    private static final Set<String> LEFT_OUT = Set.of("node_modules", "target", "build", "dist", "__pycache__");

    private final WatchService service;
    private final List<Path> starts;
    private final Set<Path> ignored;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    private volatile boolean ended;

    private FileChanges(WatchService service, List<Path> starts, Set<Path> ignored) {
        this.service = service;
        this.starts = starts;
        this.ignored = ignored;
    }

    /**
     * @param starts absolute folders
     * @param ignored absolute files and folders whose changes do not count, such as the results of a run
     */
    static FileChanges below(List<Path> starts, Set<Path> ignored) throws IOException {
        return new FileChanges(FileSystems.getDefault().newWatchService(), starts, ignored);
    }

    /** Watches all folders that there are now; called before files are read, so that no later change is missed. */
    void look() throws IOException {
        for (var start : starts) {
            Files.walkFileTree(start, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    boolean watched = folder.equals(start) || counts(folder);
                    if (watched && folders.size() < MOST_FOLDERS && !isEnded()) {
                        folders.put(folder.register(service, StandardWatchEventKinds.ENTRY_CREATE,
                                StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE),
                                folder);
                        return FileVisitResult.CONTINUE;
                    }
                    return FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException trouble) {
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    /** Waits until something changed and nothing changes any more; returns false when it is to end. */
    boolean await() throws InterruptedException {
        try {
            while (!isEnded() && !counts(service.take())) {
                // another file
            }
            var more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
            for (int n = 0; more != null && n < MOST_TOGETHER; n++) {
                counts(more);
                more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
            }
            return !isEnded();
        } catch (ClosedWatchServiceException e) {
            return false;
        }
    }

    private boolean counts(WatchKey key) {
        var folder = folders.get(key);
        var events = key.pollEvents();
        if (!key.reset()) {
            folders.remove(key);
        }
        return folder == null || events.stream().map(WatchEvent::context)
                .anyMatch(name -> !(name instanceof Path path) || counts(folder.resolve(path)));
    }

    boolean counts(Path path) {
        var name = String.valueOf(path.getFileName());
        return !name.startsWith(".") && !name.endsWith("~") && !name.endsWith(".log") && !LEFT_OUT.contains(name)
                && !ignored.contains(path);
    }

    /** Ends the waiting; safe on any thread. */
    void end() {
        ended = true;
        try {
            service.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isEnded() {
        return ended;
    }

    @Override
    public void close() {
        end();
    }
}
