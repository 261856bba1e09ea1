package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.TestCase;
import dev.muster.common.script.Exports;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.suite.CallableScripts;
import dev.muster.coordinator.suite.SuiteSink;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.TargetChoice;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.snapshot.Snapshots;
import dev.muster.coordinator.suite.snapshot.UnreadableSnapshot;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;

/** Collects cases and faults as they are read, and assigns each case its target. */
final class CaseCollector implements SuiteSink, AutoCloseable {

    private final ProjectConfig config;
    private final CaseDemands demands;
    private final SuiteScripts places;
    private final ScriptCheck scripts;
    private final Snapshots snapshots;
    private final SuiteWarnings suiteWarnings;
    private final AssertionPlaces assertions;
    private final List<Fault> faults = new ArrayList<>();
    private final List<Fault> warnings = new ArrayList<>();
    private final Set<String> warned = new HashSet<>();
    private Targets targets;
    private CaseSpool spool = new CaseSpool();
    private final boolean matrixByDefault;
    private final Selection selection;
    private boolean undecided;

    /**
     * @param host loads scripts to check them; null to check only that they exist
     * @param matrixByDefault whether every case runs with each default target
     * @param selection takes or leaves cases by their definition
     */
    CaseCollector(ProjectConfig config, Targets targets, Snapshots snapshots, @Nullable ScriptHost host,
            boolean matrixByDefault, Selection selection) {
        this.selection = selection;
        this.matrixByDefault = matrixByDefault;
        this.snapshots = snapshots;
        this.config = config;
        this.targets = targets;
        this.suiteWarnings = new SuiteWarnings(config);
        this.assertions = new AssertionPlaces(config.root());
        this.places = new SuiteScripts(config.root(), config.root().resolve(config.scripts()));
        this.demands = new CaseDemands(config, places);
        this.scripts = new ScriptCheck(places, host == null ? null : new Exports(host));
    }

    CallableScripts scripts() {
        return scripts;
    }

    Selection selection() {
        return selection;
    }

    SuiteWarnings suiteWarnings() {
        return suiteWarnings;
    }

    /** Returns what the cases need, and the agents that they use. */
    CaseDemands demands() {
        demands.agents().values().forEach(demands::of);
        return demands;
    }

    List<Fault> faults() {
        return faults;
    }

    List<Fault> warnings() {
        return warnings;
    }

    CaseSpool spool() {
        return spool;
    }

    @Override
    public void accept(TestCase testCase) {
        var trouble = scripts.trouble(testCase);
        if (trouble.isPresent()) {
            refuse(testCase, ": " + trouble.get());
            return;
        }
        if (matrixByDefault && testCase.agent() != null) {
            refuse(testCase, " names the agent '" + testCase.agent()
                    + "', but 'defaults.agent' is a list, and every case"
                    + " runs with each of its agents; remove 'agent' from the case, or name the agents with -n");
            return;
        }
        suiteWarnings.see(testCase);
        try {
            var recorded = snapshots.with(testCase);
            if (takes(recorded)) {
                demands.of(recorded);
                keep(withTarget(recorded));
            }
        } catch (UnreadableSnapshot e) {
            refuse(testCase, ": " + e.getMessage());
        }
    }

    /** A case without a decided target is compared as if it had the one that other cases may leave to it. */
    private boolean takes(TestCase testCase) {
        if (selection.isWhole()) {
            return true;
        }
        var identity = testCase.identity();
        var decided = targets.choose(testCase.agent(),
                testCase.options().connector()) instanceof TargetChoice.Target target
                        ? at(testCase, target) : testCase;
        return selection.takes(new Candidate(identity.source().file(), identity.id(), identity.name(),
                identity.labels(), decided.agent()), CaseDefinition.of(decided).json());
    }

    @Override
    public void fault(Fault fault) {
        faults.add(fault);
    }

    @Override
    public void warning(Fault warning) {
        warnings.add(warning);
    }

    void keep(List<Set<String>> groups) {
        try (var before = spool) {
            spool = new CaseSpool();
            for (var group : groups) {
                try (var cases = before.read()) {
                    cases.forEachRemaining(each -> {
                        if (group.contains(each.key())) {
                            keep(each.testCase());
                        }
                    });
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the suite could not be kept in a temporary file", e);
        }
    }

    /** Whether the case or an agent calls programs or scripts of the project. */
    boolean callsFiles(CaseDefinition definition) {
        var demands = new CaseDemands(config, places);
        demands.agents().values().forEach(demands::of);
        demands.of(definition.testCase());
        return demands.files();
    }

    /** Called after all cases are read: cases without a named target get the sole remaining one, or do not run. */
    void end(boolean toBeRun) {
        if (!undecided) {
            return;
        }
        targets = targets.withHelpers(demands.helpers());
        try (var before = spool; var cases = before.read()) {
            spool = new CaseSpool();
            cases.forEachRemaining(definition -> {
                var decided = withTarget(definition.testCase());
                if (decided.agent() != null || !toBeRun) {
                    keep(decided);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the suite could not be kept in a temporary file", e);
        }
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }

    /** Writes the target into the case; undecided cases wait until all cases are read. */
    private TestCase withTarget(TestCase testCase) {
        return switch (targets.choose(testCase.agent(), testCase.options().connector())) {
            case TargetChoice.None none -> {
                undecided = true;
                yield testCase;
            }
            case TargetChoice.Target target -> {
                cells().forEach(cell -> demands.addTarget(cell.agent() == null ? target.agent() : cell.agent(),
                        cell.connector() == null ? target.connector() : cell.connector()));
                yield at(testCase, target);
            }
        };
    }

    private TestCase at(TestCase testCase, TargetChoice.Target target) {
        var decided = targets.choosesConnector() ? testCase.withoutConnectorsOfTurns() : testCase;
        return decided.at(target.agent(), target.connector() == null ? testCase.options()
                : testCase.options().withConnector(target.connector()));
    }

    private void keep(TestCase testCase) {
        var unseen = UnobservableChecks.of(testCase, cells(), config.targets().agents(), assertions);
        unseen.warnings().stream().filter(warning -> warned.add(warning.message())).forEach(this::warning);
        if (!unseen.faults().isEmpty()) {
            refuse(testCase, unseen.faults());
        } else if (!spool.add(testCase)) {
            refuse(testCase, " is larger than the 15 MiB that can be sent to a worker; attach less, or pass addresses");
        }
    }

    List<Cell> cells() {
        return targets.cells();
    }

    private void refuse(TestCase testCase, String sentence) {
        refuse(testCase, List.of(at(testCase, sentence)));
    }

    /** Refuses a case; a generated one is left out and the generator's other cases still run. */
    private void refuse(TestCase testCase, List<Fault> why) {
        if (testCase.identity().source().wasGenerated()) {
            why.forEach(this::warning);
            warning(at(testCase, " is skipped"));
        } else {
            why.forEach(this::fault);
        }
    }

    static Fault at(TestCase testCase, String sentence) {
        return new Fault(testCase.identity().source().file(), testCase.identity().source().line(), 1,
                "case " + testCase.identity().id() + sentence);
    }
}
