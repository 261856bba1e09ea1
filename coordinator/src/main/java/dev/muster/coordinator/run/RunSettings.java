package dev.muster.coordinator.run;

import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.common.config.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run is to do beside its cases.
 *
 * @param inputs as a person named them
 * @param agents every agent that a case of the run talks to, by id
 * @param connectors by name
 * @param parallel cases in flight at once over the whole fleet; 0 for as many as there are slots
 * @param timeout of a case that names none
 * @param failFast stop at the first case that did not pass
 * @param retries how often a case may go round again for the causes that allow it
 * @param cases what the cases need beside their agents
 * @param databases that assertions ask, by name
 * @param limits what it may take
 * @param priority beside other runs of the fleet; 0 is usual, more is sooner
 * @param failedAgain what becomes of cases that failed
 * @param matrix in which cells the cases are run, and how often
 * @param gate when it is good enough
 * @param quarantine cases that may not decide over it
 */
public record RunSettings(List<String> inputs, Map<String, AgentConfig> agents,
        Map<String, ConnectorConfig> connectors, int parallel, Duration timeout, boolean failFast, int retries,
        RetryPolicy retry, CaseNeeds cases, Map<String, DatabaseConfig> databases, RunLimits limits, int priority,
        FailedAgain failedAgain, Matrix matrix, Gate gate,
        Quarantine quarantine) {

    public RunSettings {
        inputs = List.copyOf(inputs);
        agents = Map.copyOf(agents);
        connectors = Map.copyOf(connectors);
        cases = Objects.requireNonNullElse(cases, CaseNeeds.NONE);
        databases = Map.copyOf(Objects.requireNonNullElse(databases, Map.of()));
        limits = Objects.requireNonNullElse(limits, RunLimits.NONE);
        failedAgain = Objects.requireNonNullElse(failedAgain, FailedAgain.NEVER);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
        gate = Objects.requireNonNullElse(gate, Gate.NONE);
        quarantine = Objects.requireNonNullElse(quarantine, Quarantine.NONE);
    }

    /** Of cases that ask no database, without limits. */
    public RunSettings(List<String> inputs, Map<String, AgentConfig> agents, Map<String, ConnectorConfig> connectors,
            int parallel, Duration timeout, boolean failFast, int retries, RetryPolicy retry, CaseNeeds cases) {
        this(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases, Map.of(), RunLimits.NONE,
                0, FailedAgain.NEVER, Matrix.ONCE, Gate.NONE, Quarantine.NONE);
    }

    /** The same, which no failure stops. */
    public RunSettings toTheEnd() {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, false, retries, retry, cases, databases,
                limits, priority, failedAgain, matrix, gate, quarantine);
    }

    /** The same within limits. */
    public RunSettings within(RunLimits other) {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases,
                databases,
                other, priority, failedAgain, matrix, gate, quarantine);
    }

    /** The same, where cases that failed go round again. */
    public RunSettings tryingAgain(FailedAgain other) {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases,
                databases,
                limits, priority, other, matrix, gate, quarantine);
    }

    /** The same in these cells, so often. */
    public RunSettings in(Matrix other) {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases,
                databases, limits, priority, failedAgain, other, gate, quarantine);
    }

    /** The same with another gate. */
    public RunSettings through(Gate other) {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases,
                databases, limits, priority, failedAgain, matrix, other, quarantine);
    }

    /** The same with these cases in quarantine. */
    public RunSettings with(Quarantine other) {
        return new RunSettings(inputs, agents, connectors, parallel, timeout, failFast, retries, retry, cases,
                databases, limits, priority, failedAgain, matrix, gate, other);
    }

    /** What a worker must have to run any case of the run. */
    public WorkerNeeds needs() {
        return new WorkerNeeds(env(), cases.switches());
    }

    private Set<String> env() {
        var names = new TreeSet<>(cases.env());
        agents.values().forEach(agent -> {
            names.addAll(EnvReferences.in(agent.url()));
            agent.headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        });
        connectors.values().forEach(connector -> {
            names.addAll(EnvReferences.in(connector.url()));
            connector.headers().values().forEach(value -> names.addAll(EnvReferences.in(value)));
        });
        databases.values().forEach(database -> {
            names.addAll(EnvReferences.in(database.url()));
            names.addAll(EnvReferences.in(database.user()));
            names.addAll(EnvReferences.in(database.password()));
        });
        return names;
    }
}
