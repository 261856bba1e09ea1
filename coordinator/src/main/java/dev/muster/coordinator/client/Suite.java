package dev.muster.coordinator.client;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.located.Fault;
import dev.muster.coordinator.project.ProjectReader;
import dev.muster.coordinator.project.Targets;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.suite.CaseDefaults;
import dev.muster.coordinator.suite.Reading;
import dev.muster.coordinator.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run's inputs came to: resolved cases and every fault of all of them. */
public final class Suite implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final Wanted wanted;
    private final ProjectConfig config;
    private final GatheredCases gathered;
    private Reading reading = new Reading(0, 0, List.of());

    private Suite(Wanted wanted, ProjectConfig config, GatheredCases gathered) {
        this.wanted = wanted;
        this.config = config;
        this.gathered = gathered;
    }

    /**
     * Reads configuration and inputs to their end.
     *
     * @param toBeRun a case without a target is a fault
     */
    public static Suite read(Wanted wanted, Path workingFolder, boolean toBeRun) {
        var project = new ProjectReader(workingFolder).read(wanted.config());
        var targets = new Targets(project.config(), wanted.agent(), wanted.connector());
        var suite = new Suite(wanted, project.config(), new GatheredCases(project.config(), targets));
        project.faults().forEach(suite.gathered::fault);
        targets.faults().forEach(suite.gathered::fault);
        suite.read(workingFolder, targets, toBeRun);
        return suite;
    }

    private void read(Path workingFolder, Targets targets, boolean toBeRun) {
        var simulator = wanted.conversing().simulator() == null ? null
                : Reference.of(wanted.conversing().simulator());
        if (simulator != null && (toBeRun || targets.hasAgents())) {
            targets.faults(simulator).forEach(gathered::fault);
        }
        reading = new SuiteReader(config, workingFolder, targets, toBeRun, defaults(simulator), gathered)
                .read(wanted.inputs());
        gathered.end(toBeRun);
    }

    /** @param simulator of the command line; null when it names none */
    private CaseDefaults defaults(@Nullable Reference simulator) {
        var conversing = wanted.conversing();
        return new CaseDefaults(simulator == null ? config.defaults().simulator() : simulator, simulator != null,
                conversing.interactive(), conversing.skipInteractive(), conversing.onMissingInput(),
                config.defaults().maxTurns(), config.defaults().validator());
    }

    /** In the order of the inputs; a suite with any does not start. */
    public List<Fault> faults() {
        return List.copyOf(gathered.faults());
    }

    /** What was read all the same and should be mended. */
    public List<Fault> warnings() {
        return List.copyOf(gathered.warnings());
    }

    public int cases() {
        return spool().cases();
    }

    /** Files of folders and globs that are no suites. */
    public List<Path> passedOver() {
        return reading.passedOver();
    }

    public CaseSpool spool() {
        return gathered.spool();
    }

    /** The targets, for people. */
    public String agentsShown() {
        return gathered.used().targetsShown();
    }

    /** The files that hooks and scripts of the cases are, or need. */
    public ProjectFiles files() {
        return new ProjectFiles(config.root(), config.scripts(), gathered.asked().words(),
                gathered.asked().commands());
    }

    /** @param files where those are for the run */
    public RunRequest request(CaseFiles files) {
        var timeout = wanted.timeout() != null ? wanted.timeout() : config.defaults().timeout();
        var used = gathered.used();
        return new RunRequest(agentsShown(), cases(),
                new RunSettings(wanted.inputs(), used.agents(), used.connectors(), wanted.parallel(),
                        timeout == null ? TIMEOUT : timeout, wanted.failFast(), wanted.retries(), config.retry(),
                        gathered.asked().needs(files)));
    }

    @Override
    public void close() throws IOException {
        gathered.close();
    }
}
