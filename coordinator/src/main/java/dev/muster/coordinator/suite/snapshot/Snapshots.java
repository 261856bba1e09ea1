package dev.muster.coordinator.suite.snapshot;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
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
    /** The masks of each file that a case uses. */
    private final Map<String, List<String>> used = new HashMap<>();

    /** @param recording whether to record the replies of this run */
    public Snapshots(Path root, boolean recording) {
        this.root = root;
        this.recording = recording;
    }

    /**
     * Returns the case with the replies recorded for its assertions. Generated cases have no file, so no recordings.
     *
     * @throws UnreadableSnapshot for a file that is not text, or that is not the project's own
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
        return assertions.stream().anyMatch(assertion -> assertion.check() instanceof TextCheck.Snapshot);
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
            filled.add(assertion.check() instanceof TextCheck.Snapshot snapshot
                    ? assertion.with(filled(snapshot,
                            SnapshotName.of(testCase.identity().source().file(), testCase.identity().id(), place, ++n)))
                    : assertion);
        }
        return filled;
    }

    private TextCheck.Snapshot filled(TextCheck.Snapshot snapshot, String file) throws UnreadableSnapshot {
        used.put(file, snapshot.masks());
        return new TextCheck.Snapshot(snapshot.masks(), file, recorded(file), recording);
    }

    private @Nullable String recorded(String file) throws UnreadableSnapshot {
        var place = place(root, file);
        try {
            return recording ? null : Files.readString(place);
        } catch (NoSuchFileException none) {
            return null;
        } catch (MalformedInputException e) {
            throw new UnreadableSnapshot(file, "is not UTF-8");
        } catch (IOException e) {
            throw new UnreadableSnapshot(file, "can't be read");
        }
    }

    /**
     * Returns where a recorded reply is or will be: a file of the project, reached through no link beside the suite.
     *
     * @throws UnreadableSnapshot for anything else
     */
    static Path place(Path root, String file) throws UnreadableSnapshot {
        var place = root.resolve(file);
        var path = Path.of(file);
        int suites = path.getNameCount() - SnapshotName.DEPTH;
        var beside = suites == 0 ? root : root.resolve(path.subpath(0, suites));
        for (int names = suites + 1; names <= path.getNameCount(); names++) {
            if (Files.isSymbolicLink(root.resolve(path.subpath(0, names)))) {
                throw new UnreadableSnapshot(file, "is reached through a link, and must be a file of the project");
            }
        }
        try {
            if (!beside.toRealPath().startsWith(root.toRealPath())) {
                throw new UnreadableSnapshot(file, "lies outside of the project");
            }
        } catch (IOException e) {
            throw new UnreadableSnapshot(file, "is in no folder");
        }
        if (Files.exists(place) && !Files.isRegularFile(place)) {
            throw new UnreadableSnapshot(file, "is not a file");
        }
        return place;
    }

    /**
     * Returns recorded replies that no case uses any more, relative to the project root; call it after all cases are
     * read. Other files beside them belong to the user.
     */
    public List<String> stale() {
        var stale = new ArrayList<String>();
        for (var suite : suites) {
            var folder = root.resolve(SnapshotName.folder(suite));
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                stale.addAll(unused(folder));
            }
        }
        return stale;
    }

    private List<String> unused(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> isRecorded(folder, file))
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> !used.containsKey(file)).sorted().toList();
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
        return recording ? new Recorder(root, used, stale()) : null;
    }
}
