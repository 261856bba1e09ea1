package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.StoreAccess;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.console.FlakyCases;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.store.HistoryTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster flaky}: lists the least reliable cases. */
@Command(name = "flaky", mixinStandardHelpOptions = true, description = "List the cases that were flaky in the "
        + "largest share of their newest 50 runs.")
public final class FlakyCommand implements Callable<Integer> {

    @Option(names = {"-n",
        "--agent"}, paramLabel = "AGENT", description = "Only with this agent, or in the cell 'AGENT / CONNECTOR'.")
    private @Nullable String agent;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "Maximum number of cases "
            + "(default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--json", description = "Print JSON, including the runs.")
    private boolean json;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration whose quarantine is shown "
            + "(default: muster.yaml in this folder or a parent).")
    private @Nullable Path config;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        BadInput.throwIf(limit < 1, "--limit takes a whole number of at least 1");
        var quarantined = quarantined();
        try (var history = store.open(here, projects)) {
            var flaky = new FlakyCases(new HistoryTable(history.database()).flakiest(history.scope(), agent, limit),
                    quarantined);
            if (json) {
                here.data().println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(flaky.json()));
            } else if (flaky.cases().isEmpty()) {
                here.out().println("no case was flaky in its newest runs" + (agent == null ? "" : " with " + agent));
            } else {
                flaky.lines(here.style(ConsoleStyle.Detail.NORMAL)).forEach(here.out()::println);
            }
        }
        return Exit.OK;
    }

    private QuarantineIndex quarantined() throws BadInput {
        var today = LocalDate.now(ZoneOffset.UTC);
        return new QuarantineIndex(new Quarantine(
                here.project(config).quarantine().stream().filter(entry -> entry.holdsOn(today)).toList(), List.of()));
    }
}
