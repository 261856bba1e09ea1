package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Keeping;
import dev.muster.common.config.Notice;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.json.Json;
import dev.muster.common.option.Reference;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.report.json.ReportDocument;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.DefinitionHash;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.HelperRole;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.suite.SuiteReading;
import dev.muster.coordinator.suite.input.InputResolver;
import dev.muster.coordinator.suite.snapshot.Snapshots;
import dev.muster.coordinator.suite.source.Fault;
import org.jspecify.annotations.Nullable;

/** The resolved cases and all faults of a run's inputs. */
public final class Suite implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final RunOptions options;
    private final ProjectConfig config;
    private final CaseCollector collector;
    private final Snapshots snapshots;
    private final String inputs;
    private final SuiteReading reading;
    private boolean narrowed;

    /** @param inputs the hash of what was read */
    Suite(RunOptions options, ProjectConfig config, CaseCollector collector, Snapshots snapshots, String inputs,
            SuiteReading reading) {
        this.options = options;
        this.config = config;
        this.collector = collector;
        this.snapshots = snapshots;
        this.inputs = inputs;
        this.reading = reading;
    }

    /** Generates nothing. A case without a target is a fault if it is to be run. */
    public static Suite read(RunOptions options, Path workingFolder, boolean toBeRun) {
        return new SuiteLoader(options, workingFolder, null, null).load(toBeRun);
    }

    /** Checks a suite without running it: loads scripts and reports their errors as faults. */
    public static Suite check(RunOptions options, Path workingFolder, ScriptHost scripts) {
        return new SuiteLoader(options, workingFolder, null, scripts).load(false);
    }

    /** @throws IOException when the fleet that calls a generator is unreachable */
    public static Suite generate(RunOptions options, Path workingFolder, boolean toBeRun, Helpers helpers)
            throws IOException {
        try {
            return new SuiteLoader(options, workingFolder, helpers, helpers.scripts()).load(toBeRun);
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /** @throws IOException when the fleet that calls the reporter is unreachable */
    public HelperReply report(ReportDocument results, String run, Duration took, HelperAgents agents)
            throws IOException, InterruptedException {
        var reporter = Reference.of(Objects.requireNonNull(options.extras().reporter(), "a reporter"));
        return new HelperCalls(config, agents, timeout()).ask(HelperRole.REPORTER, reporter.id(),
                results.of(run, agentsShown(), options.named(), took));
    }

    /** Returns the faults in the order of the inputs; a suite with any does not start. */
    public List<Fault> faults() {
        return List.copyOf(collector.faults());
    }

    /** Returns what the user should fix but does not stop the suite. */
    public List<Fault> warnings() {
        return List.copyOf(collector.warnings());
    }

    public int cases() {
        return spool().cases();
    }

    /** Names files of folders and globs that are not read as suites. */
    public Optional<String> passedOver(boolean all) {
        return InputResolver.describe(reading.passedOver(), all);
    }

    /** Returns what is wrong with files of folders and globs that are not read as suites and may have been meant so. */
    public List<Fault> passedOver() {
        return InputResolver.faults(reading.passedOver());
    }

    /** Returns who is notified of the end of a run. */
    public List<Notice> notices() {
        return config.notices();
    }

    /** Returns which cases of the inputs these are, as the user wrote it; null for all of them. */
    public @Nullable String part() {
        var picked = options.picking().isAll() && !reading.single() ? "" : options.picking().written(options.inputs());
        return narrowed ? (picked + " --watch").strip() : picked.isEmpty() ? null : picked;
    }

    /** Returns, by key, a value that changes with the case, its agents, and the programs and scripts that it calls. */
    public Map<String, Long> fingerprints() throws IOException {
        long agents = Json.MAPPER.writeValueAsString(request(new CaseFiles.None()).settings().targets()).hashCode();
        long called = files().needed() ? Packer.hash(files()) : 0;
        var all = new LinkedHashMap<String, Long>();
        try (var cases = spool().read()) {
            cases.forEachRemaining(each -> all.put(each.key(), 31 * (DefinitionHash.of(each.json()) + 31 * agents)
                    + (called != 0 && collector.callsFiles(each) ? called : 0)));
        }
        return all;
    }

    /** Keeps the cases with these keys, in the order of the groups. */
    public void keep(List<Set<String>> groups) {
        int all = cases();
        collector.keep(groups);
        narrowed = cases() < all;
    }

    /** Explains why nothing of the inputs was selected; empty when nothing was there to be selected. */
    public Optional<String> nothingSelected() {
        return part() == null ? Optional.empty() : Optional.of(collector.selection().nothing());
    }

    /** @param failed what is known of the runs of before, too */
    public Optional<String> nothingSelected(FailedBefore failed) {
        return part() == null ? Optional.empty() : Optional.of(failed.nothing());
    }

    /** @param past where the runs of before are; null where none are known */
    public FailedBefore failedBefore(@Nullable PastRuns past) throws IOException {
        return FailedBefore.of(collector.selection(), past, inputs, project());
    }

    /** Returns the name of the project; null where neither the configuration, a label nor a folder says one. */
    public @Nullable String project() {
        return options.project(config);
    }

    public Snapshots snapshots() {
        return snapshots;
    }

    public Keeping keeping() {
        return config.keeping();
    }

    public CaseSpool spool() {
        return collector.spool();
    }

    public String agentsShown() {
        return collector.demands().targetsShown();
    }

    public Packer.ProjectFiles files() {
        return new Packer.ProjectFiles(config.root(), config.scripts(), collector.demands().folders(),
                collector.demands().words(), collector.demands().files());
    }

    /** @param files the uploaded files of the run */
    public RunRequest request(CaseFiles files) {
        var used = collector.demands();
        return new RunRequest(agentsShown(), cases(),
                new RunSettings(options.named(),
                        new ProjectConfig.Targets(used.agents(), used.connectors(),
                                collector.demands().databases(config.targets().databases())),
                        new Pacing(options.running().parallel(), timeout(), options.within().limits(),
                                options.within().priority()),
                        new Policies(options.running().failFast(), options.running().retries(),
                                options.running().soon() ? config.retry().soon() : config.retry(),
                                new FailedAgain(options.within().retryFailed()),
                                config.gate().with(options.within().strict()),
                                new Quarantine(config.quarantine().stream()
                                        .filter(entry -> entry.holdsOn(today())).toList(), List.of())),
                        collector.demands().needs(files), matrix(),
                        options.about().ofProject(project()).ofSuite(inputs).of(part()),
                        config.keeping()));
    }

    static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    /** Returns the matrix; a single agent is left to the cases, a connector is part of the name in histories. */
    private Matrix matrix() {
        var cells = collector.cells();
        return new Matrix(cells.size() > 1 || cells.getFirst().connector() != null ? cells : List.of(Cell.OWN),
                options.across().repeat(),
                options.across().stopRepeats());
    }

    public long results() {
        return spool().runs(options.across().repeat()) * collector.cells().size();
    }

    public Collection<ConnectorConfig> connectors() {
        return collector.demands().connectors().values();
    }

    public WorkerNeeds needs() {
        return request(new CaseFiles.None()).settings().needs();
    }

    private Duration timeout() {
        return timeout(options, config);
    }

    /** Returns the timeout of a case that names none, and of complete answers by generators and reporters. */
    static Duration timeout(RunOptions options, ProjectConfig config) {
        var timeout = options.running().timeout() != null ? options.running().timeout() : config.defaults().timeout();
        return timeout == null ? TIMEOUT : timeout;
    }

    @Override
    public void close() throws IOException {
        collector.close();
    }

    /**
     * What generates and selects the cases of a run and reports its results; programs run here, with this environment.
     *
     * @param commands null where no programs run
     */
    public record Helpers(HelperAgents agents, Map<String, String> environment, @Nullable Commands commands,
            ScriptHost scripts, PastRuns past) {}
}
