package dev.muster.bench;

import module java.base;
import dev.muster.bench.Bench.Figure;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.files.TemporaryFolder;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster bench}: measures what this machine can do, compared with a bare client on it. */
@Command(name = "muster bench", mixinStandardHelpOptions = true, sortOptions = false, description = "Measure Muster on this machine against a mock agent, beside a bare HTTP loop.")
public final class BenchCommand implements Callable<Integer> {

    /** The parts, in measuring order. */
    enum Part {
        laptop,
        local,
        fresh,
        cold,
        heap,
        read,
        compare,
        scripts,
        mapping,
        fleet,
        limits,
        aggregate,
        scale,
        costs,
        signing,
        history,
        news,
        report,
        viewers,
        view
    }

    @Option(names = "--only", paramLabel = "PART", split = ",", description = "One of ${COMPLETION-CANDIDATES}. Repeatable.")
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--quick", description = "A tenth of the cases: a look, not a figure to quote.")
    private boolean quick;

    @Option(names = "--pairs", paramLabel = "N", defaultValue = "10", description = "Pairs of runs for signing (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(names = "--launcher", paramLabel = "FILE", defaultValue = "${sys:muster.launcher}", description = "The muster that laptop starts: an archive's, or this checkout's (default).")
    private String launcher = "";

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON, too.")
    private @Nullable Path json;

    @Mixin
    private CommandContext here = new CommandContext();

    /** Works only in a checkout, where {@code ./muster bench} starts it. */
    public static void main(String[] arguments) {
        var line = new CommandLine(new BenchCommand());
        System.exit(line.setExecutionExceptionHandler(new Exit(System.getenv())).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var folder = TemporaryFolder.create("muster-bench-"); var mock = MockAgentProcess.start()) {
            var figures = new ArrayList<Figure>();
            here.out().println(machine());
            var bench = Bench.begin(mock, folder.path(), quick ? Bench.Size.QUICK : Bench.Size.FULL, figure -> {
                figures.add(figure);
                tell(figure);
            });
            for (var part : parts) {
                measure(part, bench);
            }
            if (json != null) {
                Files.write(json, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(
                        Map.of("machine", machine(), "figures", figures)));
            }
            return Exit.OK;
        }
    }

    private void measure(Part part, Bench bench) throws IOException, InterruptedException {
        switch (part) {
            case laptop -> new Laptop(bench, launcher).measure();
            case local -> bench.local();
            case fresh -> new FirstRuns(bench).measure();
            case cold -> bench.cold();
            case heap -> bench.smallHeap();
            case read -> bench.reading();
            case compare -> new StoredRunTimes(bench).compare();
            case scripts -> new ScriptCalls(bench).measure();
            case mapping -> bench.mapping();
            case fleet -> bench.fleet();
            case limits -> LimitRuns.measure(bench);
            case aggregate -> new Aggregation(bench).measure();
            case scale -> new Scale(bench).measure();
            case costs -> new Scale(bench).costs();
            case signing -> new Signing(bench, pairs).measure();
            case history -> new StoredRunTimes(bench).history();
            case news -> new StoredRunTimes(bench).news();
            case report -> new StoredRunTimes(bench).report();
            case viewers -> new PageTimes.Viewers(bench).measure();
            case view -> new PageTimes(bench).measure();
        }
    }

    private void tell(Figure figure) {
        var ratio = figure.ratio() == null ? ""
                : String.format(Locale.ROOT, "  %5.1f %% of the %s", figure.ratio() * 100, figure.of());
        here.out().println(String.format(Locale.ROOT, "%-66s %10s %-8s%s", figure.name(), amount(figure.value()),
                figure.unit(), ratio));
    }

    private static String amount(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }

    private static String machine() {
        var runtime = Runtime.getRuntime();
        return "Java " + Runtime.version().feature() + ", " + runtime.availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }
}
