package dev.muster.coordinator.suite.snapshot;

import module java.base;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.Masks;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Records the replies that snapshot assertions saw, as results come in. Where and how is the suite's to say, as this
 * process read it: a result comes from a worker.
 */
public final class Recorder {

    private static final String END = "\n";

    private final Path root;
    private final Map<String, List<String>> masks;
    private final List<String> stale;
    private final List<String> troubles = new ArrayList<>();
    private int recorded;
    private int asBefore;
    private int deleted;

    /** @param masks of each file that may be written, from the project root */
    Recorder(Path root, Map<String, List<String>> masks, List<String> stale) {
        this.root = root;
        this.masks = Map.copyOf(masks);
        this.stale = List.copyOf(stale);
    }

    /** Records a result's replies; files that already match are not rewritten. */
    public void record(CaseResult result) throws IOException {
        record(result.assertions(), result.observed().response());
        if (result.dialogue() != null) {
            for (var turn : result.dialogue().turns()) {
                record(turn.assertions(), turn.answer().output());
            }
        }
    }

    private void record(List<AssertionResult> results, @Nullable String reply) throws IOException {
        for (var result : results) {
            if (reply != null && result.assertion().check() instanceof TextCheck.Snapshot snapshot
                    && !snapshot.file().isEmpty()) {
                record(snapshot.file(), reply);
            }
        }
    }

    private void record(String file, String reply) throws IOException {
        var patterns = masks.get(file);
        if (patterns == null) {
            troubles.add(
                    "a result names the snapshot " + file + ", which no case of this suite has; it is not recorded");
            return;
        }
        var text = masked(patterns, reply);
        if (text == null) {
            troubles.add("the snapshot " + file + " is not recorded: its masks may not look at all of the reply");
            return;
        }
        try {
            write(Snapshots.place(root, file), text);
        } catch (UnreadableSnapshot e) {
            troubles.add(e.getMessage());
        }
    }

    private void write(Path file, String text) throws IOException {
        if (text.equals(there(file))) {
            asBefore++;
        } else {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            recorded++;
        }
    }

    private static @Nullable String masked(List<String> masks, String reply) {
        try {
            return Masks.of(masks).recorded(reply).map(text -> text + END).orElse(null);
        } catch (AssertionFault e) {
            throw new IllegalStateException("the masks were compiled when the suite was read", e);
        }
    }

    private static @Nullable String there(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    /** Whether a file could be a recording: its only trailing white space is one line end, of any system. */
    static boolean couldHaveWritten(Path file) {
        try {
            var text = Files.readString(file).replace("\r\n", END);
            return text.equals(text.stripTrailing() + END);
        } catch (IOException noText) {
            return false;
        }
    }

    /** Deletes recordings that no case uses any more; call it only after running the whole suite. */
    public void deleteStale() throws IOException {
        for (var file : stale) {
            deleted += Files.deleteIfExists(root.resolve(file)) ? 1 : 0;
        }
    }

    /** Returns what could not be recorded, one sentence each. */
    public List<String> troubles() {
        return List.copyOf(troubles);
    }

    public String summary() {
        return "Snapshots: " + recorded + " recorded, " + asBefore + " as before"
                + (deleted == 0 ? "" : ", " + deleted + " stale deleted");
    }
}
