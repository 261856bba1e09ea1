package dev.muster.cli.session;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.suite.project.ProjectReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The project whose runs a command looks at: the one of its folder, unless the options say otherwise. */
public final class ProjectOptions {

    @Option(names = "--project", paramLabel = "PROJECT", description = "Show the runs of this project (default: that "
            + "of muster.yaml in this folder or a parent: its 'project', else the label repository, else its folder).")
    private @Nullable String project;

    @Option(names = "--all", description = "Show the runs of every project.")
    private boolean all;

    /** Returns whose runs of a database are looked at; says so when these are from before runs kept their project. */
    public ProjectScope in(Database database, CommandContext here) throws BadInput {
        check();
        var config = config(here);
        var name = named(here, config);
        if (all || (name == null && config.file() == null)) {
            return ProjectScope.ALL;
        }
        var scope = ProjectScope.of(name == null ? folder(config) : name);
        var projects = new ProjectTable(database, null);
        if (project != null || projects.hasRuns(String.valueOf(scope.project()))) {
            return scope;
        }
        var older = older(projects, config.root(), here.workingFolder());
        var withOlder = older.length == 0 ? scope : scope.withOlder(older);
        if (new RunTable(database).newest(null, withOlder, Map.of(), true, 0, 1).isEmpty()) {
            return scope;
        }
        sayOlder(here, String.valueOf(scope.project()));
        return withOlder;
    }

    /** Whether the user asks for every project. */
    public boolean isAll() {
        return all;
    }

    /** Returns whose runs of a fleet are looked at; the fleet itself knows whether these are from before. */
    public ProjectScope onFleet(RemoteRuns runs, CommandContext here) throws BadInput {
        check();
        var config = config(here);
        var name = named(here, config);
        if (all || (name == null && config.file() == null)) {
            return ProjectScope.ALL;
        }
        return ProjectScope.of(name == null && here.home().isFleetOf(runs.coordinators()) ? folder(config) : name);
    }

    /** Finds a run of a fleet to change: its name then never means a run of no project. */
    public StoredRun findToChange(String name, RemoteRuns runs, CommandContext here)
            throws BadInput, IOException, RefusedRun {
        var scope = onFleet(runs, here);
        var found = runs.find(name, scope);
        if (name.startsWith("last") && scope.project() != null && found.settings().about().project() == null) {
            throw new RefusedRun(
                    "project " + ProjectName.shown(scope.project()) + " has no run of its own yet; '" + name
                            + "' would be a run without a project: name it by its id, " + found.id());
        }
        return found;
    }

    /** Says that runs of a fleet are from before runs kept their project. */
    public static void tellOlder(List<StoredRun> runs, ProjectScope scope, CommandContext here) {
        var name = scope.project();
        if (name != null && runs.stream().anyMatch(run -> run.settings().about().project() == null)) {
            sayOlder(here, name);
        }
    }

    private static void sayOlder(CommandContext here, String project) {
        here.err().println(Printable.line("muster: project " + ProjectName.shown(project)
                + " has no run of its own yet; these are runs of its suites from before runs kept their project"));
    }

    private void check() throws BadInput {
        if (all && project != null) {
            throw new BadInput("--all shows every project, and --project one; leave one of them out");
        }
    }

    private @Nullable String named(CommandContext here, ProjectConfig config) {
        return project != null ? project : About.project(config.name(), CiLabels.of(here.environment()));
    }

    private static ProjectConfig config(CommandContext here) {
        return new ProjectReader(here.workingFolder(), here.mine()).read(null).config();
    }

    private static String folder(ProjectConfig config) {
        return ProjectName.of(config.root().toAbsolutePath().normalize().toString());
    }

    /** Returns the suites of runs without a project whose inputs are of this folder. */
    private static String[] older(ProjectTable projects, Path root, Path workingFolder) {
        return projects.older().stream().filter(suite -> Stream.of(root, workingFolder).anyMatch(
                folder -> Stream.of(true, false).anyMatch(
                        byFolder -> RunOptions.hash(suite.inputs(), root, byFolder, folder).equals(suite.hash()))))
                .map(ProjectTable.OldSuite::hash).toArray(String[]::new);
    }
}
