package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.run.RerunRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that select an earlier run, and cases of it. */
public final class RerunOptions {

    /** The options allowed with these: other settings come from the stored run. */
    private static final Set<String> ALLOWED = Set.of("--output", "--format", "--verbose", "--quiet",
            "--coordinator", "--database", "--env-file", "--no-color", "--resume", "--retry-errors",
            "--rerun-failed",
            "--no-fail-fast", "--no-commands", "--sandbox-commands", "--sandbox-network", "--allow-hosts");

    @Option(names = "--resume", paramLabel = "RUN", description = "Continue a run that was interrupted or stopped, "
            + "with the cases that have no result yet. Needs no -i.")
    private @Nullable String resume;

    @Option(names = "--retry-errors", paramLabel = "RUN", description = "Start a new run of the cases that ended in "
            + "an error. Needs no -i.")
    private @Nullable String retryErrors;

    @Option(names = "--rerun-failed", paramLabel = "RUN", description = "Start a new run of the cases that failed. "
            + "Needs no -i.")
    private @Nullable String rerunFailed;

    @Option(names = "--no-fail-fast", description = "With --resume: a case that does not pass no longer stops the run.")
    private boolean noFailFast;

    /** Which cases to run again, and of which run, as the user names it. */
    public record Selection(String run, RerunRequest what) {}

    public Optional<Selection> selection() {
        if (resume != null) {
            return Optional.of(new Selection(resume, noFailFast ? RerunRequest.REST_TO_THE_END : RerunRequest.REST));
        }
        if (retryErrors != null) {
            return Optional.of(new Selection(retryErrors, RerunRequest.ERRORS));
        }
        return Optional.ofNullable(rerunFailed).map(run -> new Selection(run, RerunRequest.FAILED));
    }

    /** @param given all options of the command line */
    public static void check(Collection<OptionSpec> given) throws BadInput {
        var names = given.stream().map(OptionSpec::longestName).toList();
        var ways = names.stream().filter(Set.of("--resume", "--retry-errors", "--rerun-failed")::contains).toList();
        BadInput.throwIf(ways.size() > 1, String.join(" and ", ways) + " are different runs: give one of them");
        if (names.contains("--no-fail-fast") && !names.contains("--resume")) {
            throw new BadInput("--no-fail-fast goes with --resume; a new run continues after a failure unless "
                    + "--fail-fast says otherwise");
        }
        var others = names.stream().filter(name -> !ALLOWED.contains(name)).toList();
        if (!ways.isEmpty() && !others.isEmpty()) {
            throw new BadInput(String.join(", ", others) + " can't be given with " + ways.getFirst()
                    + ": cases and settings are those of the earlier run");
        }
    }
}
