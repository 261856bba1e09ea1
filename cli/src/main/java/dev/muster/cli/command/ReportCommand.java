package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.BaselineFile;
import dev.muster.cli.session.CiResults;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.StoreAccess;
import dev.muster.cli.session.StoredReport;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.console.Console;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.ResultTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster report RUN}: shows the results of a stored run on the console and in files. */
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false, description = "Show a stored run; "
        + "exits with the exit code of the run.")
public final class ReportCommand implements Callable<Integer> {

    private static final String CONSOLE = "console";

    @Parameters(paramLabel = "RUN", arity = "0..1", defaultValue = "last", description = "A run: its id, a prefix of "
            + "it, last, last~1 or last:branch=main (default: last; see muster runs).")
    private String run = "last";

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "Result file; the extension selects the format: .jsonl, "
                + ".json, .xml (JUnit), .md, .html. Repeatable.")
    private List<Path> outputs = new ArrayList<>();

    @Option(names = "--format", paramLabel = "FORM", defaultValue = CONSOLE, description = "Format of standard "
            + "output: console, jsonl, json, junit, markdown, html or agent-eval (default: ${DEFAULT-VALUE}). With "
            + "agent-eval, .json files of -o have that format, too, and the console output is unchanged.")
    private String format = CONSOLE;

    @Option(names = "--replay", description = "Evaluate the stored assertions again, and list those whose outcome "
            + "differs today; exits 1 if one does.")
    private boolean replay;

    @Option(names = {"-v", "--verbose"}, description = "Every reply, tool call and assertion.")
    private boolean verbose;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var named = form();
        BadInput.throwIf(replay && (!outputs.isEmpty() || named.isPresent()),
                "--replay prints what differs, and writes no files; leave out -o and --format");
        boolean evalFiles = named.equals(Optional.of(Form.AGENT_EVAL)) && JsonFormOption.anyJson(outputs);
        var form = evalFiles ? Optional.<Form>empty() : named;
        RunFiles.tellNewFolders(outputs, here);
        try (var history = store.open(here, projects);
                var files = ResultFiles.open(outputs, evalFiles ? Form.AGENT_EVAL : Form.JSON);
                var all = form.isEmpty() ? CiResults.and(files, here) : files.and(form.get()::writer, here.data())) {
            var found = history.find(run);
            if (replay) {
                return new ReplayedRun(new ResultTable(history.database()), here).tell(found.id(),
                        found.settings().keeping().replies());
            }
            var console = form.isEmpty() ? console() : Optional.<Console>empty();
            return new StoredReport(history.database(), found)
                    .against(BaselineFile.read(found.settings().about(), here.workingFolder())).write(all, console)
                    .code();
        }
    }

    /** Empty for the console. */
    private Optional<Form> form() throws BadInput {
        if (format.equals(CONSOLE)) {
            return Optional.empty();
        }
        var form = Form.named(format);
        if (form.isEmpty()) {
            throw new BadInput("--format " + format + " is not known; take " + CONSOLE + ", "
                    + String.join(", ", Arrays.stream(Form.values()).map(Form::toString).toList()));
        }
        return form;
    }

    private Optional<Console> console() {
        var detail = verbose ? ConsoleStyle.Detail.VERBOSE : ConsoleStyle.Detail.NORMAL;
        return Optional.of(new Console(here.out(), here.style(detail), Ticker.system()));
    }
}
