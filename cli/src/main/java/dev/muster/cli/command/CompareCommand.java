package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.StoreAccess;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Comparer;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.RunSelection;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.pages.api.Query;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.console.ComparisonLines;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ComparisonFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code muster compare RUN RUN…}: compares the same cases in pairs, and says whether a difference is chance. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false, description = "Compare stored runs, "
        + "or cells of a run, case by case.")
public final class CompareCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN[:CELL]", arity = "0..*", description = "Runs to compare, the baseline first: an "
            + "id, a prefix of one, last~1 or last:branch=main; RUN:CELL for one cell, by its number or name. With "
            + "one run: its cells, or last if it has only one. With none: last, and the whole run "
            + "of its suite before it; for a part of a suite last~1.")
    private List<String> names = new ArrayList<>();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "Also write the comparison to a file; the extension selects "
                + "the format: .md, .html, .json. Repeatable.")
    private List<Path> outputs = new ArrayList<>();

    @Option(names = "--gate", description = "Exit 1 if a later side is significantly worse, or does not pass the "
            + "gate of its run.")
    private boolean gated;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, OutputFault, RefusedRun {
        try (var history = store.open(here, projects)) {
            var scope = history.scope();
            var views = new Views(history.database(), null, scope, InstantSource.system());
            var files = ComparisonFiles.of(outputs, (side, number) -> read(views, side, number));
            var compared = RunSelection.find(names, new RunNames(new RunTable(history.database()), null, scope));
            var fault = new Comparer(history.database(), compared.seed()).compare(compared.sides(), compared.pairs(),
                    files.json(),
                    (figures, pairings, changes) -> {
                        if (pairings.stream().allMatch(pairing -> pairing.counts().both() == 0)) {
                            return new Outcome(false, null, true);
                        }
                        var reason = gated ? compared.gateFailure(figures, pairings) : null;
                        return print(new Comparison(compared.sides(), figures, pairings, reason), changes, files);
                    });
            if (fault.nothingInCommon()) {
                throw new BadInput("the runs have no case in common, so there is nothing to compare; cases are the same"
                        + " when their file and id are");
            }
            if (fault.unwritten() != null) {
                throw fault.unwritten();
            }
            return fault.gateFailed() ? Exit.FAILED : Exit.OK;
        }
    }

    private static @Nullable ObjectNode read(Views views, Side side, int number) {
        try {
            return views.testCase(side.run(), String.valueOf(number),
                    new Query(Map.of("cell", List.of(String.valueOf(side.cell())))));
        } catch (RefusedRun e) {
            return null;
        }
    }

    /** The outcome of writing the comparison, and of the file that could not be written. */
    private record Outcome(boolean gateFailed, @Nullable OutputFault unwritten, boolean nothingInCommon) {}

    private Outcome print(Comparison comparison, CaseChanges changes, ComparisonFiles files) {
        boolean gateFailed = comparison.gate() != null;
        ComparisonLines.of(comparison, changes, here.style(ConsoleStyle.Detail.NORMAL)).forEach(here.out()::println);
        try {
            files.write(comparison, changes);
            return new Outcome(gateFailed, null, false);
        } catch (OutputFault e) {
            return new Outcome(gateFailed, e, false);
        }
    }
}
