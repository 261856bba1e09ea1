package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.suite.project.ProjectReader;
import org.jspecify.annotations.Nullable;

/** A fleet in this process, which is started while the suite is still being read. */
public final class LocalAccess implements FleetAccess {

    private final CompletableFuture<LocalFleet> starting;
    private final CommandContext here;
    private final Set<String> variables;
    private final boolean commands;
    private volatile boolean used;

    private LocalAccess(CompletableFuture<LocalFleet> starting, CommandContext here, Set<String> variables,
            boolean commands) {
        this.starting = starting;
        this.here = here;
        this.variables = variables;
        this.commands = commands;
    }

    static LocalAccess begin(CommandContext here, Environment environment, String fleet, int slots,
            WorkerResources means) {
        return new LocalAccess(CompletableFuture.supplyAsync(
                () -> LocalFleet.open(here.home(), fleet, slots, environment, means, InstantSource.system()),
                task -> Thread.ofPlatform().name("local fleet").start(task)), here, environment.names(),
                means.commands() != null);
    }

    @Override
    public Runs runs() {
        used = true;
        try {
            return starting.join().runs();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    @Override
    public void check(WorkerNeeds needs) throws BadInput {
        forbid(needs, commands);
        var unset = unset(needs, variables, here);
        BadInput.throwIf(unset.isPresent(), unset.orElse(""));
    }

    /** @param commands whether hooks and programs may run */
    public static void check(WorkerNeeds needs, Set<String> variables, boolean commands) throws BadInput {
        forbid(needs, commands);
        var unset = unset(needs, variables, List.of());
        BadInput.throwIf(unset.isPresent(), unset.orElse(""));
    }

    private static void forbid(WorkerNeeds needs, boolean commands) throws BadInput {
        BadInput.throwIf(!commands && needs.switches().contains(Hello.ALLOW_COMMANDS),
                "this run has hooks or programs, which --no-commands, or 'commands: false' in your own "
                        + "configuration, forbids; nothing was run");
    }

    /** Returns which variables a run needs that are not set, as a sentence with the lines of muster.yaml that name them. */
    public static Optional<String> unset(WorkerNeeds needs, Set<String> variables, CommandContext here) {
        var file = new ProjectReader(here.workingFolder(), here.mine()).read(null).config().file();
        return unset(needs, variables, file == null ? List.of()
                : VariableUse.in(here.workingFolder().resolve(file), here.workingFolder()));
    }

    /** @param uses where variables are used, as far as known */
    static Optional<String> unset(WorkerNeeds needs, Set<String> variables, List<VariableUse> uses) {
        var missing = new TreeSet<>(needs.env());
        missing.removeAll(variables);
        boolean one = missing.size() == 1;
        var places = uses.stream().filter(use -> missing.contains(use.name())).map(VariableUse::place).distinct()
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? Optional.empty() : Optional.of(
                (one ? "the environment variable " : "the environment variables ") + String.join(", ", missing)
                        + (one ? " is" : " are") + " not set, and this run needs " + (one ? "it" : "them")
                        + (places.isEmpty() ? "" : " (" + places + ")") + "; set " + (one ? "it" : "them")
                        + ", or name a file of NAME=value lines with --env-file");
    }

    /** Uses the files in place. */
    @Override
    public CaseFiles bring(ProjectFiles files) {
        return files.needed() ? new CaseFiles.InPlace(files.root().toAbsolutePath().toString(), files.scripts())
                : new CaseFiles.None();
    }

    @Override
    public @Nullable String coordinators() {
        return null;
    }

    @Override
    public void close() {
        try (var _ = used ? WaitNotice.say(here.err(), "waiting for the local database") : null) {
            starting.handle((fleet, _) -> Optional.ofNullable(fleet)).join().ifPresent(LocalFleet::close);
        }
    }
}
