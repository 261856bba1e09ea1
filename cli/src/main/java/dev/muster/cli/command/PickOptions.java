package dev.muster.cli.command;

import module java.base;
import dev.muster.coordinator.client.CasePicking;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select cases of the inputs. */
final class PickOptions {

    @Option(names = {"-k",
        "--filter"}, paramLabel = "EXPR", description = "Only cases that match: a part of id, name or key, /RE2/, "
                + "label:NAME=VALUE, file:PART, is:failed, is:changed; a leading ! excludes. Repeatable: all must "
                + "match.")
    private List<String> filters = new ArrayList<>();

    @Option(names = "--failed", description = "Only cases whose newest verdict is not a pass; the same as -k "
            + "is:failed.")
    private boolean failed;

    @Option(names = "--shard", paramLabel = "I/N", description = "Run only one of N parts of the cases, which are "
            + "the same in every run: for CI without a fleet.")
    private @Nullable String shard;

    CasePicking picking() {
        var all = new ArrayList<>(filters);
        if (failed) {
            all.add("is:failed");
        }
        return new CasePicking(all, shard);
    }
}
