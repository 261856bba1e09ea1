package dev.muster.cli.session;

import module java.base;
import dev.muster.common.process.Signals;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;

/**
 * {@code --watch}: runs the cases of a suite, and after each change of a file those that are not as they were, then those
 * that still fail.
 */
public final class Watch {

    private static final Set<Status> FINE = EnumSet.of(Status.PASSED, Status.SKIPPED);

    private final CommandContext here;
    private final Rounds rounds;
    private final Set<String> failing = new LinkedHashSet<>();
    private Map<String, Long> seen = Map.of();
    private boolean troubled;
    private List<String> lastTold = List.of();

    /** What is done again and again. */
    public interface Rounds {

        Suite read() throws IOException, BadInput;

        /** Tells what is wrong with a suite, line by line; returns whether it can be run. */
        boolean tell(Suite suite, Consumer<String> told) throws IOException, BadInput;

        /** Runs a suite and returns the exit code. */
        int run(Suite suite, Consumer<List<StoredCase>> heard)
                throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun;
    }

    public Watch(CommandContext here, Rounds rounds) {
        this.here = here;
        this.rounds = rounds;
    }

    /**
     * Goes on until a signal ends it; returns the exit code.
     *
     * @param starts the folders with files that matter
     * @param ignored files and folders there that do not
     */
    public int carryOut(List<Path> starts, Set<Path> ignored) throws IOException, InterruptedException, OutputFault {
        try (var changes = FileChanges.below(starts, ignored);
                var _ = Signals.on(List.of("INT", "TERM"), changes::end)) {
            do {
                changes.look();
                if (round(changes) == Exit.INTERRUPTED) {
                    break;
                }
            } while (changes.await());
        }
        return Exit.INTERRUPTED;
    }

    /** A suite that can't be run is tried again after the next change. */
    private int round(FileChanges changes) throws IOException, InterruptedException, OutputFault {
        int code = Exit.BAD_INPUT;
        var lines = new ArrayList<String>();
        try (var suite = rounds.read()) {
            boolean fit = rounds.tell(suite, lines::add);
            boolean told = tell(lines);
            if (!fit) {
                return told ? told(code) : code;
            }
            if (changes.isEnded()) {
                return Exit.INTERRUPTED;
            }
            var now = suite.fingerprints();
            var changed = now.entrySet().stream().filter(each -> !each.getValue().equals(seen.get(each.getKey())))
                    .map(Map.Entry::getKey).collect(Collectors.toSet());
            failing.retainAll(now.keySet());
            if (changed.isEmpty()) {
                seen = now;
                return troubled ? told(Exit.OK) : Exit.OK;
            }
            if (!seen.isEmpty()) {
                failing.removeAll(changed);
                here.out().println(
                        "──── " + changed.size() + " changed, " + failing.size() + " failed the last time ────");
                suite.keep(List.of(changed, Set.copyOf(failing)));
            }
            failing.clear();
            code = rounds.run(suite, this::hear);
            seen = now;
        } catch (BadInput | RefusedRun e) {
            lines.add("muster: " + Printable.text(String.valueOf(e.getMessage())));
            if (!tell(lines)) {
                return code;
            }
        }
        return told(code);
    }

    /** Prints what is wrong, but not what was printed last: another file changed. Returns whether it did. */
    private boolean tell(List<String> lines) {
        if (lines.equals(lastTold)) {
            return false;
        }
        lines.forEach(here.err()::println);
        here.err().flush();
        lastTold = List.copyOf(lines);
        return true;
    }

    private int told(int code) {
        troubled = code == Exit.BAD_INPUT;
        if (code != Exit.INTERRUPTED) {
            here.out().println("──── Watching files; Ctrl-C ends this ────");
            here.out().flush();
        }
        return code;
    }

    /** A case that passes in one cell or repeat may fail in another; each round begins with what it runs forgotten. */
    private void hear(List<StoredCase> batch) {
        batch.stream().filter(each -> !FINE.contains(each.result().verdict().status()))
                .forEach(each -> failing.add(each.result().identity().key()));
    }

    /** Waits for changes of files below folders, also of those that an editor replaces and of new folders. */
    static final class FileChanges implements AutoCloseable {

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
}
