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
 * {@code --watch}: runs the cases of a suite, and after each change of a file those that are not as they were, then
 * those that still fail.
 */
public final class Watch {

    private static final Set<Status> FINE = EnumSet.of(Status.PASSED, Status.SKIPPED);

    private final CommandContext here;
    private final Rounds rounds;
    private final Set<String> failing = new LinkedHashSet<>();
    private Map<String, Long> seen = Map.of();
    private boolean troubled;
    private List<String> lastLines = List.of();

    /** What is done again and again. */
    public interface Rounds {

        Suite read() throws IOException, BadInput;

        /** Reports what is wrong with a suite, line by line; returns whether it can be run. */
        boolean check(Suite suite, Consumer<String> out) throws IOException, BadInput;

        /** Runs a suite and returns the exit code. */
        int run(Suite suite, Consumer<List<StoredCase>> results)
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
            boolean fit = rounds.check(suite, lines::add);
            boolean printed = print(lines);
            if (!fit) {
                return printed ? ended(code) : code;
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
                return troubled ? ended(Exit.OK) : Exit.OK;
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
            if (!print(lines)) {
                return code;
            }
        }
        return ended(code);
    }

    /** Prints what is wrong, but not what was printed last: another file changed. Returns whether it did. */
    private boolean print(List<String> lines) {
        if (lines.equals(lastLines)) {
            return false;
        }
        lines.forEach(here.err()::println);
        here.err().flush();
        lastLines = List.copyOf(lines);
        return true;
    }

    private int ended(int code) {
        troubled = code == Exit.BAD_INPUT;
        if (code != Exit.INTERRUPTED) {
            here.out().println("──── Watching files; press Ctrl-C to stop ────");
            here.out().flush();
        }
        return code;
    }

    /** A case that passes in one cell or repeat may fail in another; each round begins with what it runs forgotten. */
    private void hear(List<StoredCase> batch) {
        batch.stream().filter(each -> !FINE.contains(each.result().verdict().status()))
                .forEach(each -> failing.add(each.result().identity().key()));
    }
}
