package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster audit}: lists who changed what in a fleet, newest first. */
@Command(name = "audit", mixinStandardHelpOptions = true, sortOptions = false, description = "List who started, "
        + "changed or deleted what in a fleet, newest first (needs an admin token).")
public final class AuditCommand implements Callable<Integer> {

    private static final int MOST = 1_000;
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
            .withZone(ZoneId.systemDefault());

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "Maximum number of entries, up "
            + "to 1000 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private FleetOption fleet = new FleetOption();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        BadInput.checkRange("--limit", limit, 1, MOST);
        try (var runs = fleet.open(here, "")) {
            var out = here.out();
            var deeds = runs.tokens().audit(limit);
            out.printf("%-19s  %-20s %-9s  %-16s  %-24s %s%n", "WHEN", "WHO", "ROLE", "FROM", "WHAT", "OF");
            deeds.forEach(each -> out.printf("%-19s  %-20s %-9s  %-16s  %-24s %s%n",
                    WHEN.format(each.at()), each.who(), each.role(), each.address(), each.deed(), each.subject()));
        }
        return Exit.OK;
    }
}
