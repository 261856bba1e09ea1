package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.up.UpFile;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of a command that is only for fleets. */
final class FleetOption {

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "The fleet's coordinator, and its "
            + "standbys (default: the one that muster up started; token: $MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    /** Returns what was typed, to be typed again. */
    String typed() {
        return coordinators == null ? "" : " --coordinator " + coordinators.addresses().stream()
                .map(URI::toString).collect(Collectors.joining(","));
    }

    RemoteRuns open(CommandContext here, String otherwise) throws BadInput {
        return FleetKeys.open(here, coordinators != null ? coordinators
                : UpFile.ofHome(here.home()).orElseThrow(() -> new BadInput("no fleet is up in "
                        + here.home().folder() + "; name its coordinator with --coordinator URL" + otherwise)));
    }
}
