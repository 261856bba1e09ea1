package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.common.process.CommandEnvironment;
import dev.muster.common.script.ExecutableScripts;
import dev.muster.common.script.Exports;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.suite.CaseDefaults;
import dev.muster.coordinator.suite.Generators;
import dev.muster.coordinator.suite.ScriptTests;
import dev.muster.coordinator.suite.SuiteInputs;
import dev.muster.coordinator.suite.SuiteReader;
import dev.muster.coordinator.suite.SuiteReading;
import dev.muster.coordinator.suite.SuiteSources;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.pick.VerdictSource;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.snapshot.Snapshots;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;

/** Reads the configuration and the inputs of a run, generates cases where it may, and selects. */
final class SuiteLoader {

    /** Maximum bytes that a script may print for all of its cases. */
    private static final int MOST_GENERATED = 64 << 20;

    private final RunOptions options;
    private final Path workingFolder;
    private final Suite.@Nullable Helpers helpers;
    private final @Nullable ScriptHost scripts;

    /**
     * @param helpers null to generate nothing
     * @param scripts loads scripts and reports their errors as faults; null to load none
     */
    SuiteLoader(RunOptions options, Path workingFolder, Suite.@Nullable Helpers helpers,
            @Nullable ScriptHost scripts) {
        this.options = options;
        this.workingFolder = workingFolder;
        this.helpers = helpers;
        this.scripts = scripts;
    }

    /** @param toBeRun whether a case without a target is a fault */
    Suite load(boolean toBeRun) {
        var project = new ProjectReader(workingFolder, options.mine()).beside(options.inputs()).read(options.config());
        var config = project.config();
        var targets = targets(config);
        var snapshots = new Snapshots(config.root(), options.extras().updatesSnapshots());
        var wrong = new ArrayList<Fault>();
        var collector = new CaseCollector(config, targets, snapshots, scripts,
                options.across().agents().isEmpty() && !config.defaults().matrix().isEmpty(),
                selection(config, targets, wrong));
        wrong.forEach(collector::fault);
        project.faults().forEach(collector::fault);
        project.warnings().forEach(collector::warning);
        // the configuration reports its own list
        targets.faults().stream()
                .filter(fault -> !options.across().agents().isEmpty() || !fault.file().startsWith("-n "))
                .forEach(collector::fault);
        targets.warnings().forEach(collector::warning);
        config.quarantine().stream().filter(entry -> !entry.holdsOn(Suite.today()))
                .forEach(entry -> collector.warning(new Fault(entry.at(), 0, 0, entry.expired())));
        checkReporter(targets, collector);
        // An unreadable configuration has no agents; report that once.
        boolean unreadable = !project.faults().isEmpty() && config.targets().agents().isEmpty();
        var reading = read(config, targets, collector, toBeRun && !unreadable);
        var suite = new Suite(options, config, collector, snapshots, options.hash(config, workingFolder), reading);
        finish(suite, collector, toBeRun && !unreadable);
        if (collector.faults().isEmpty() && !collector.suiteWarnings().hasHooks()) {
            used(collector).flatMap(name -> project.ofHooks().getOrDefault(name, List.of()).stream())
                    .forEach(collector::warning);
        }
        return suite;
    }

    private static Stream<String> used(CaseCollector collector) {
        var demands = collector.demands();
        return Stream.concat(demands.agents().keySet().stream().map(id -> "agent " + id),
                demands.connectors().keySet().stream().map(name -> "connector " + name));
    }

    private Targets targets(ProjectConfig config) {
        var agents = options.across().agents().isEmpty() ? config.defaults().matrix() : options.across().agents();
        return new Targets(config, agents, options.across().connectors()).withHelpers(options.helpers(config));
    }

    private Selection selection(ProjectConfig config, Targets targets, List<Fault> wrong) {
        VerdictSource past = helpers == null ? VerdictSource.NONE
                : (agent, key, all) -> helpers.past().verdicts(options.project(config), agent, key, all);
        return Selection.of(options.picking().filters(), options.picking().shard(), past,
                candidate -> targets.kept(candidate.agent()), wrong::add);
    }

    private void checkReporter(Targets targets, CaseCollector collector) {
        var reporter = options.extras().reporter();
        if (reporter != null) {
            reporterTrouble(Reference.of(reporter), targets)
                    .ifPresent(trouble -> collector.fault(new Fault("--reporter " + reporter, 0, 0, trouble)));
        }
    }

    private static Optional<String> reporterTrouble(Reference reporter, Targets targets) {
        return reporter.kind() == Reference.Kind.SCRIPT
                ? Optional.of("a reporter is an agent; write agents:ID, with an agent of the configuration")
                : targets.helperTrouble(reporter.id());
    }

    /** Returns the generators; a run that cannot start calls none. */
    private Generators generators(ProjectConfig config, Targets targets, CaseCollector collector) {
        if (helpers == null) {
            return Generators.NONE;
        }
        if (!collector.faults().isEmpty()) {
            return (generator, parameters) -> new HelperReply.Failed("it was not called, because of the faults "
                    + "of command line or configuration");
        }
        var programs = helpers.commands() == null ? null : new ExecutableScripts(config.root(),
                new CommandEnvironment(helpers.environment()).variables(),
                helpers.commands().showing(config.root()), MOST_GENERATED);
        var scripts = new ProjectScripts(new ScriptFolder(config.root().resolve(config.scripts())), helpers.scripts(),
                MOST_GENERATED, programs);
        return new CaseGenerators(config, targets,
                new HelperCalls(config, helpers.agents(), Suite.timeout(options, config)), scripts,
                options.about().seed());
    }

    private ScriptTests tests(ProjectConfig config) {
        return scripts == null ? ScriptTests.NONE : new ListedTests(new Exports(scripts),
                new SuiteScripts(config.root(), config.root().resolve(config.scripts())),
                config.targets().agents().keySet());
    }

    private SuiteReading read(ProjectConfig config, Targets targets, CaseCollector collector, boolean toBeRun) {
        var simulator = options.conversing().simulator() == null ? null
                : Reference.of(options.conversing().simulator());
        if (simulator != null && (toBeRun || targets.hasAgents())) {
            targets.faults(simulator).forEach(collector::fault);
        }
        var sources = new SuiteSources(generators(config, targets, collector), tests(config),
                collector.scripts(), options.extras().standardInput());
        return new SuiteReader(config, workingFolder, targets, toBeRun, defaults(config, simulator), sources,
                collector.selection(), collector).read(
                        new SuiteInputs(options.inputs(),
                                options.extras().messages().texts(), options.extras().messages().inCi()));
    }

    /** Decides and checks what needs all cases. */
    private static void finish(Suite suite, CaseCollector collector, boolean toBeRun) {
        collector.end(toBeRun);
        if (suite.cases() > 0) {
            collector.selection().unmatched().forEach(collector::warning);
            collector.selection().note().ifPresent(note -> collector.warning(new Fault("-k", 0, 0, note)));
        }
        if (collector.faults().isEmpty()) {
            collector.suiteWarnings().found(suite.part() == null).forEach(collector::warning);
        }
    }

    /** @param simulator from the command line; null when it names none */
    private CaseDefaults defaults(ProjectConfig config, @Nullable Reference simulator) {
        var conversing = options.conversing();
        return new CaseDefaults(simulator == null ? config.defaults().simulator() : simulator, simulator != null,
                conversing.interactive(), conversing.skipInteractive(), conversing.onMissingInput(),
                config.defaults().maxTurns(), config.defaults().validator(),
                conversing.usualMissingInput(config.defaults().onMissingInput()),
                config.defaults().refusal(), config.defaults().judging());
    }
}
