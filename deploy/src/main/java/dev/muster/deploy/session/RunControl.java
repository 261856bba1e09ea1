package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.up.UpFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A run of a fleet, and the address of that fleet's coordinator. */
public final class RunControl {

    @Parameters(paramLabel = "RUN", description = "A run's id or the beginning of it; see muster runs.")
    private String run = "";

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]", converter = CoordinatorsConverter.class, description = "The fleet's coordinator, and those that stand by (default: the one that muster up started; token: $MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    /** What to do with it. */
    @FunctionalInterface
    public interface Deed {
        void with(Runs runs, String run) throws IOException, RefusedRun;
    }

    /** @param told the message when it is done, after the run's id */
    public int carryOut(CommandContext here, Deed deed, String told) throws IOException, BadInput {
        try (var runs = new RemoteRuns(address(here), here.environment().get("MUSTER_TOKEN"))) {
            deed.with(runs, run);
            here.out().println("run " + run + " " + told);
            return Exit.OK;
        } catch (RefusedRun e) {
            throw new BadInput(e.getMessage());
        }
    }

    private Coordinators address(CommandContext here) throws BadInput {
        if (coordinators != null) {
            return coordinators;
        }
        return UpFile.read(here.home().upFile()).map(up -> Coordinators.at(URI.create(up.coordinator().url())))
                .orElseThrow(() -> new BadInput("no fleet is up in " + here.home().folder()
                        + "; name its coordinator with --coordinator URL. A local run ends with Ctrl-C where it was "
                        + "started"));
    }
}
