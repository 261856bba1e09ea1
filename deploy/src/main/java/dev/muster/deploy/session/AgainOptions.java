package dev.muster.deploy.session;

import module java.base;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.deploy.session.Exit.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that select an earlier run, and cases of it. */
public final class AgainOptions {

    /** The options allowed besides these: other settings come from the stored run. */
    private static final Set<String> BESIDE = Set.of("--output", "--format", "--verbose", "--quiet", "--coordinator",
            "--env-file",
            "--no-color", "--resume", "--retry-errors", "--rerun-failed");

    @Option(names = "--resume", paramLabel = "RUN", description = "Go on with a run that was interrupted or stopped: what has no result yet. Needs no -i.")
    private @Nullable String resume;

    @Option(names = "--retry-errors", paramLabel = "RUN", description = "A new run of the cases that ended in an error. Needs no -i.")
    private @Nullable String retryErrors;

    @Option(names = "--rerun-failed", paramLabel = "RUN", description = "A new run of the cases that failed. Needs no -i.")
    private @Nullable String rerunFailed;

    /** Which cases to run again, and of which run: its id, or a prefix of it. */
    public record Wanted(String run, RerunRequest what) {}

    public Optional<Wanted> wanted() {
        if (resume != null) {
            return Optional.of(new Wanted(resume, RerunRequest.REST));
        }
        if (retryErrors != null) {
            return Optional.of(new Wanted(retryErrors, RerunRequest.ERRORS));
        }
        return Optional.ofNullable(rerunFailed).map(run -> new Wanted(run, RerunRequest.FAILED));
    }

    /** @param given all options of the command line */
    public static void check(Collection<OptionSpec> given) throws BadInput {
        var names = given.stream().map(OptionSpec::longestName).toList();
        var ways = names.stream().filter(Set.of("--resume", "--retry-errors", "--rerun-failed")::contains).toList();
        if (ways.size() > 1) {
            throw new BadInput(String.join(" and ", ways) + " are different runs: give one of them");
        }
        var others = names.stream().filter(name -> !BESIDE.contains(name)).toList();
        if (!ways.isEmpty() && !others.isEmpty()) {
            throw new BadInput(String.join(", ", others) + " can't be given with " + ways.getFirst()
                    + ": cases and settings are those of the earlier run");
        }
    }
}
