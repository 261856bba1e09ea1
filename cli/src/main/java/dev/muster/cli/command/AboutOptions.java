package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.CiLabels;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a run, and the start of its random choices. */
final class AboutOptions {

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Add a label to the run, such as "
            + "team=payments. Reports show it, and muster runs --label filters by it. In CI, branch, commit, "
            + "build_url, base_branch and repository are set automatically. Repeatable.")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--run-key", paramLabel = "KEY", description = "Refuse to start if a run with this key already "
            + "exists, such as nightly-2026-01-31.")
    private @Nullable String key;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed for random choices; "
            + "generators and simulators get it as 'seed' (default: ${DEFAULT-VALUE}).")
    private long seed = About.SEED;

    /** @throws RefusedRun with all that is wrong with labels and key */
    About about(Map<String, String> environment) throws RefusedRun {
        var all = new LinkedHashMap<>(CiLabels.of(environment));
        all.putAll(About.labels(labels));
        var about = new About(all, key, seed, null, null);
        if (!about.troubles().isEmpty()) {
            throw new RefusedRun(String.join("\n", about.troubles()));
        }
        return about;
    }
}
