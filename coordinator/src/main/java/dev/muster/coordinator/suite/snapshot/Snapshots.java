package dev.muster.coordinator.suite.snapshot;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Turn;
import org.jspecify.annotations.Nullable;

/**
 * The recorded replies of a suite's cases, each a text file beside the suite, so that a review shows what changed. Not
 * thread-safe.
 */
public final class Snapshots {

    private final Path root;
    private final boolean recording;
    private final Set<String> suites = new LinkedHashSet<>();
    private final Set<String> used = new HashSet<>();

    /** @param recording whether to record the replies of this run */
    public Snapshots(Path root, boolean recording) {
        this.root = root;
        this.recording = recording;
    }

    /**
     * Returns the case with the replies recorded for its assertions. Generated cases have no file, so no recordings.
     *
     * @throws UnreadableSnapshot for a file that is not text
     */
    public TestCase with(TestCase testCase) throws UnreadableSnapshot {
        if (testCase.identity().source().wasGenerated() || testCase.identity().source().line() == 0) {
            return testCase;
        }
        suites.add(testCase.identity().source().file());
        return hasAny(testCase) ? filled(testCase) : testCase;
    }

    private static boolean hasAny(TestCase testCase) {
        return hasAny(testCase.assertions())
                || testCase.conversation().turns().stream().anyMatch(turn -> hasAny(turn.assertions()));
    }

    private static boolean hasAny(List<Assertion> assertions) {
        return assertions.stream().anyMatch(assertion -> assertion.check() instanceof Check.Snapshot);
    }

    private TestCase filled(TestCase testCase) throws UnreadableSnapshot {
        var turns = new ArrayList<Turn>();
        for (var turn : testCase.conversation().turns()) {
            turns.add(turn.with(filled(testCase, SnapshotName.turn(turns.size() + 1), turn.assertions())));
        }
        var place = testCase.conversation() instanceof Conversation.Standard ? SnapshotName.REPLY : SnapshotName.FINAL;
        return testCase.with(testCase.conversation().with(turns), filled(testCase, place, testCase.assertions()));
    }

    private List<Assertion> filled(TestCase testCase, String place, List<Assertion> assertions)
            throws UnreadableSnapshot {
        var filled = new ArrayList<Assertion>();
        int n = 0;
        for (var assertion : assertions) {
            filled.add(assertion.check() instanceof Check.Snapshot snapshot
                    ? assertion.with(filled(snapshot,
                            SnapshotName.of(testCase.identity().source().file(), testCase.identity().id(), place, ++n)))
                    : assertion);
        }
        return filled;
    }

    private Check.Snapshot filled(Check.Snapshot snapshot, String file) throws UnreadableSnapshot {
        used.add(file);
        return new Check.Snapshot(snapshot.masks(), file, recording ? null : recorded(file), recording);
    }

    private @Nullable String recorded(String file) throws UnreadableSnapshot {
        try {
            return Files.readString(root.resolve(file));
        } catch (NoSuchFileException none) {
            return null;
        } catch (MalformedInputException e) {
            throw new UnreadableSnapshot(file, "is no UTF-8");
        } catch (IOException e) {
            throw new UnreadableSnapshot(file, "can't be read");
        }
    }

    /**
     * Returns recorded replies that no case uses any more, relative to the project root; call it after all cases are
     * read. Other files beside them belong to the user.
     */
    public List<String> stale() {
        var stale = new ArrayList<String>();
        for (var suite : suites) {
            var folder = root.resolve(SnapshotName.folder(suite));
            if (Files.isDirectory(folder)) {
                stale.addAll(unused(folder));
            }
        }
        return stale;
    }

    private List<String> unused(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> isRecorded(folder, file))
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> !used.contains(file)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " can't be listed", e);
        }
    }

    private static boolean isRecorded(Path folder, Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && folder.relativize(file).getNameCount() == 2
                && SnapshotName.isOne(file.getFileName().toString()) && Recorder.couldHaveWritten(file);
    }

    /** Returns the recorder of this run's replies; null when none are recorded. */
    public @Nullable Recorder recorder() {
        return recording ? new Recorder(root, stale()) : null;
    }

    /** A file that is not a recorded reply. */
    public static final class UnreadableSnapshot extends Exception {

        private static final long serialVersionUID = 1;

        UnreadableSnapshot(String file, String what) {
            super("the snapshot " + file + " " + what + "; delete it, or record it again with --update-snapshots");
        }
    }
}
