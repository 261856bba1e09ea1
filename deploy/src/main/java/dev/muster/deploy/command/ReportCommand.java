package dev.muster.deploy.command;

import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Console;
import dev.muster.coordinator.report.ConsoleStyle;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.ResultFiles;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.command.Exit.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster report RUN}: what came of a stored run, on the console and in files. */
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false, description = "Show a stored run; exits as the run did.")
public final class ReportCommand implements Callable<Integer> {

    private static final int PAGE = 500;

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run's id or the beginning of it (default: the newest; see muster runs).")
    private String run = "";

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Result file (.jsonl). Repeatable.")
    private List<Path> outputs = new ArrayList<>();

    @Option(names = "--replay", description = "Evaluate the stored assertions again, and tell which come out another way today; exits 1 when one does.")
    private boolean replay;

    @Option(names = {"-v", "--verbose"}, description = "Every reply, tool call and assertion.")
    private boolean verbose;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private Surroundings here = new Surroundings();

    @Override
    public Integer call() throws IOException, BadInput {
        try (var open = store.open(here); var files = ResultFiles.open(outputs)) {
            if (replay) {
                return new ReplayedRun(new ResultTable(open.database()), here)
                        .tell(StoredRuns.find(run, new RunTable(open.database())).id());
            }
            return report(open.database(), StoredRuns.find(run, new RunTable(open.database())), files);
        } catch (OutputFault e) {
            throw new BadInput(e.getMessage());
        }
    }

    private int report(Database database, StoredRun found, ResultFiles files) throws IOException {
        var detail = verbose ? ConsoleStyle.Detail.VERBOSE : ConsoleStyle.Detail.NORMAL;
        var console = new Console(here.out(), here.style(detail), Ticker.system());
        console.start(List.of(found.agent()), found.settings().inputs(), found.counts().total(),
                new CaseTable(database).hasConversations(found.id()));
        var results = new ResultTable(database);
        var page = results.after(found.id(), 0, PAGE);
        while (!page.isEmpty()) {
            files.write(page);
            page.forEach(console::result);
            page = results.after(found.id(), page.getLast().seq(), PAGE);
        }
        console.finish(found.id(), found.stopReason(), goingOn(found), took(found));
        return console.summary().total() < found.counts().total() ? Exit.BROKEN
                : ExitCode.of(console.summary(), found.settings().failedAgain().flakyPasses()).code();
    }

    private static @Nullable String goingOn(StoredRun run) {
        return run.counts().cancelled() == 0 ? null
                : "muster run --resume " + run.id() + (run.isLocal() ? "" : " --coordinator URL");
    }

    private static Duration took(StoredRun run) {
        var end = run.finishedAt() == null ? Instant.now() : run.finishedAt();
        return run.startedAt() == null ? Duration.ZERO : Duration.between(run.startedAt(), end);
    }
}
