package dev.muster.coordinator.client;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.TestCase;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.located.Fault;
import dev.muster.coordinator.project.ProjectReader;
import dev.muster.coordinator.project.Targets;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.suite.CaseDefaults;
import dev.muster.coordinator.suite.Reading;
import dev.muster.coordinator.suite.SuiteReader;
import dev.muster.coordinator.suite.SuiteSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a run's inputs came to: resolved cases and every fault of all of them. */
public final class Suite implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final Wanted wanted;
    private final ProjectConfig config;
    private final Targets targets;
    private final CaseSpool spool = new CaseSpool();
    private final List<Fault> faults = new ArrayList<>();
    private final CaseDemands asked = new CaseDemands();
    private final ScriptCheck scripts;
    private final Set<String> agents = new LinkedHashSet<>();
    private final Set<String> connectors = new LinkedHashSet<>();
    private Reading reading = new Reading(0, 0, List.of());

    private Suite(Wanted wanted, ProjectConfig config, Targets targets) {
        this.wanted = wanted;
        this.config = config;
        this.targets = targets;
        this.scripts = new ScriptCheck(new ScriptFolder(config.root().resolve(config.scripts())));
    }

    /**
     * Reads configuration and inputs to their end.
     *
     * @param toBeRun a case without a target is a fault
     */
    public static Suite read(Wanted wanted, Path workingFolder, boolean toBeRun) {
        var project = new ProjectReader(workingFolder).read(wanted.config());
        var targets = new Targets(project.config(), wanted.agent(), wanted.connector());
        var suite = new Suite(wanted, project.config(), targets);
        suite.faults.addAll(project.faults());
        suite.faults.addAll(targets.faults());
        suite.reading = new SuiteReader(project.config(), workingFolder, targets, toBeRun,
                CaseDefaults.NONE, suite.sink())
                .read(wanted.inputs());
        return suite;
    }

    /** In the order of the inputs; a suite with any does not start. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    public int cases() {
        return spool.cases();
    }

    /** Files of folders and globs that are no suites. */
    public List<Path> passedOver() {
        return reading.passedOver();
    }

    public CaseSpool spool() {
        return spool;
    }

    /** The targets, for people. */
    public String agentsShown() {
        return agents.isEmpty() ? "(none)" : String.join(", ", agents);
    }

    /** The files that hooks and scripts of the cases are, or need. */
    public ProjectFiles files() {
        return new ProjectFiles(config.root(), config.scripts(), asked.words(), asked.commands());
    }

    /** @param files where those are for the run */
    public RunRequest request(CaseFiles files) {
        var timeout = wanted.timeout() != null ? wanted.timeout() : config.defaults().timeout();
        return new RunRequest(agentsShown(), spool.cases(),
                new RunSettings(wanted.inputs(), usedAgents(), usedConnectors(), wanted.parallel(),
                        timeout == null ? TIMEOUT : timeout, wanted.failFast(), wanted.retries(), config.retry(),
                        asked.needs(files)));
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }

    private SuiteSink sink() {
        return new SuiteSink() {
            @Override
            public void accept(TestCase testCase) {
                var trouble = scripts.trouble(testCase);
                if (trouble.isPresent()) {
                    var source = testCase.source();
                    fault(new Fault(source.file(), source.line(), 1, "case " + testCase.id() + ": " + trouble.get()));
                    return;
                }
                asked.of(testCase);
                var targeted = withTarget(testCase);
                var target = targeted.agent() == null ? null : config.agents().get(targeted.agent());
                UnseenResults.in(targeted, target).ifPresentOrElse(this::fault, () -> spool(targeted));
            }

            private void spool(TestCase testCase) {
                if (!spool.add(testCase)) {
                    var source = testCase.source();
                    fault(new Fault(source.file(), source.line(), 1, "case " + testCase.id()
                            + " is larger than the 15 MiB that a worker can be sent; attach less, or pass addresses"));
                }
            }

            @Override
            public void fault(Fault fault) {
                faults.add(fault);
            }
        };
    }

    /** From here on a case names its target itself. */
    private TestCase withTarget(TestCase testCase) {
        return switch (targets.choose(testCase.agent(), testCase.options().connector())) {
            case Targets.Choice.None none -> testCase;
            case Targets.Choice.Target(var agent, var connector) -> {
                agents.add(agent);
                if (connector != null) {
                    connectors.add(connector);
                }
                yield testCase.at(agent,
                        connector == null ? testCase.options() : testCase.options().withConnector(connector));
            }
        };
    }

    private Map<String, AgentConfig> usedAgents() {
        var used = new LinkedHashMap<String, AgentConfig>();
        agents.forEach(id -> {
            var agent = config.agents().get(id);
            if (agent != null) {
                used.put(id, agent);
            }
        });
        return used;
    }

    private Map<String, ConnectorConfig> usedConnectors() {
        var used = new LinkedHashMap<String, ConnectorConfig>();
        config.connectors().forEach((name, connector) -> {
            if (connectors.contains(name) || usedAgents().values().stream()
                    .anyMatch(agent -> name.equals(agent.connector()))) {
                used.put(name, connector);
            }
        });
        return used;
    }
}
