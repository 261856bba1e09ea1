package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.FleetHistory;
import dev.muster.cli.session.History;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.StoreAccess;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunState;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster runs}: lists the stored runs, newest first, or deletes some. */
@Command(name = "runs", mixinStandardHelpOptions = true, description = "List the stored runs, newest first, or "
        + "delete some.")
public final class RunsCommand implements Callable<Integer> {

    /** Finding out what is new in more results takes seconds, for each run of the list. */
    private static final int MOST_COMPARED = 100_000;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "Maximum number of runs "
            + "(default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only runs with this label, such as "
            + "branch=main. Repeatable: runs must have all of them.")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--delete", paramLabel = "RUN", description = "Delete a finished run and its results, without "
            + "confirmation; the history of cases stays.")
    private @Nullable String delete;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Runs of a fleet, from its "
            + "coordinator (up: the one that muster up started; token: $MUSTER_TOKEN), instead of a database.")
    private @Nullable Coordinators coordinators;

    @ArgGroup(exclusive = false)
    private @Nullable PruneOptions prune;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, RefusedRun {
        BadInput.throwIf(limit < 1, "--limit takes a whole number of at least 1");
        BadInput.throwIf(prune == null && delete != null && !labels.isEmpty(),
                "--delete names one run, and --label finds several; leave one of them out");
        if (prune != null && prune.prune) {
            BadInput.throwIf(coordinators != null, "--prune deletes in a database: name the fleet's with --database "
                    + "URL instead of --coordinator, or start the coordinator with --retention TIME");
            BadInput.throwIf(delete != null || !labels.isEmpty(),
                    "--prune selects by age and number only; leave out --label and --delete");
        }
        if (prune != null) {
            return prune.carryOut(store, here);
        }
        try (History history = coordinators == null ? store.open(here, projects)
                : new FleetHistory(FleetKeys.open(here, coordinators), projects, here)) {
            if (delete != null) {
                var run = history.findToDelete(delete);
                long results = history.delete(run);
                here.out().println(
                        "run " + run.id() + " is deleted, with " + results + (results == 1 ? " result" : " results"));
            } else {
                list(history);
            }
        }
        return Exit.OK;
    }

    private void list(History history) throws IOException, BadInput, RefusedRun {
        var runs = history.newest(About.labels(labels), limit);
        if (runs.isEmpty()) {
            var scope = history.scope();
            here.out().println(labels.isEmpty()
                    ? scope.everything() ? "no runs yet; muster demo makes one" : Printable.line(scope.nothing())
                    : "no run has " + (labels.size() == 1 ? "the label " : "all the labels ")
                            + Printable.line(String.join(", ", labels)));
            return;
        }
        if (history.scope().everything() && !projects.isAll()) {
            here.err().println("muster: there is no muster.yaml in this folder or above it, so these are the runs of"
                    + " every project");
        }
        var news = new HashMap<String, News>();
        for (var run : runs) {
            var counts = run.counts();
            if (run.settings().policies().gate().newlyFailing() != null && run.state() == RunState.FINISHED
                    && counts.failed() + counts.flaky() > 0 && counts.total() <= MOST_COMPARED) {
                news.put(run.id(), history.news(run));
            }
        }
        var style = here.style(ConsoleStyle.Detail.NORMAL);
        new RunList(style.live() ? style.width() : Integer.MAX_VALUE, Instant.now(), history::state, news).lines(runs)
                .forEach(here.out()::println);
    }
}
