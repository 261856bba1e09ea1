package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.common.access.Credentials;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.Packer;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** The fleet of a run: one at an address, or one in this process, which is started while the suite is still being read. */
public record FleetAccess(CompletableFuture<LocalFleet> local, @Nullable RemoteRuns remote, Wanted wanted,
        AtomicBoolean used)
        implements
            AutoCloseable {

    /**
     * @param coordinators null for a fleet in this process, which needs all the others
     * @param credentials for the coordinators
     */
    public record Wanted(@Nullable Coordinators coordinators, Credentials credentials, String fleet, int slots,
            CommandContext here, Environment environment, WorkerParts.Means means) {}

    public static FleetAccess begin(Wanted wanted) {
        if (wanted.coordinators() != null) {
            return new FleetAccess(new CompletableFuture<>(),
                    new RemoteRuns(wanted.coordinators(), wanted.credentials()), wanted, new AtomicBoolean());
        }
        var starting = CompletableFuture.supplyAsync(
                () -> LocalFleet.open(wanted.here().home(), wanted.fleet(), wanted.slots(), wanted.environment(),
                        wanted.means(), InstantSource.system()),
                task -> Thread.ofPlatform().name("local fleet").start(task));
        return new FleetAccess(starting, null, wanted, new AtomicBoolean());
    }

    /** Returns where a fleet elsewhere is; null for this process. */
    @Nullable
    String coordinators() {
        return wanted.coordinators() == null ? null : wanted.coordinators().toString();
    }

    /** Waits until a fleet in this process is up. */
    Runs runs() {
        if (remote != null) {
            return remote;
        }
        used.set(true);
        try {
            return local.join().runs();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    /** Rejects what a fleet in this process can't do, before it is up; a remote fleet rejects by itself. */
    public void check(WorkerNeeds needs) throws BadInput {
        if (remote == null) {
            check(needs, wanted.environment().names(), wanted.means().commands() != null);
        }
    }

    /** @param commands whether hooks and programs may run */
    public static void check(WorkerNeeds needs, Set<String> variables, boolean commands) throws BadInput {
        if (!commands && needs.switches().contains(Hello.ALLOW_COMMANDS)) {
            throw new BadInput("this run has hooks or programs, which --no-commands, or 'commands: false' in your own "
                    + "configuration, forbids; nothing was run");
        }
        var missing = new TreeSet<>(needs.env());
        missing.removeAll(variables);
        if (!missing.isEmpty()) {
            boolean one = missing.size() == 1;
            throw new BadInput((one ? "the environment variable " : "the environment variables ")
                    + String.join(", ", missing) + (one ? " is" : " are") + " not set, and this run needs "
                    + (one ? "it; set it" : "them; set them") + ", or name a file of NAME=value lines with --env-file");
        }
    }

    /** Returns the command that continues a run of this fleet. */
    String goingOnWith(String run) {
        return "muster run --resume " + run + (remote == null ? "" : " --coordinator " + coordinators());
    }

    /** Returns the command that continues a stopped run; null when nothing is left to run. */
    @Nullable
    String goingOnWith(StoredRun run) {
        return run.counts().cancelled() > 0 ? goingOnWith(run.id()) : null;
    }

    /** Provides the fleet with a run's files; a fleet in this process uses them in place. */
    CaseFiles bring(ProjectFiles files) throws IOException, RefusedRun {
        if (remote != null) {
            return Packer.bring(files, remote.blobs());
        }
        return files.needed() ? new CaseFiles.InPlace(files.root().toAbsolutePath().toString(), files.scripts())
                : new CaseFiles.None();
    }

    @Override
    public void close() {
        if (remote != null) {
            remote.close();
        } else {
            try (var _ = used.get() ? Meanwhile.say(wanted.here().err(), "waiting for the local database") : null) {
                local.handle((fleet, failure) -> fleet).thenAccept(FleetAccess::closeStarted).join();
            }
        }
    }

    private static void closeStarted(@Nullable LocalFleet fleet) {
        if (fleet != null) {
            fleet.close();
        }
    }
}
