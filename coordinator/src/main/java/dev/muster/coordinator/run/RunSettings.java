package dev.muster.coordinator.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.config.Gate;
import dev.muster.common.config.Keeping;
import dev.muster.common.config.ProjectConfig.Targets;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run, without its cases.
 *
 * @param inputs as the user named them
 * @param cases what the cases need in addition to their agents
 */
@JsonPropertyOrder({"inputs", "agents", "connectors", "parallel", "timeout", "fail_fast", "retries", "retry", "cases",
    "databases", "limits", "priority", "failed_again", "matrix", "gate", "quarantine", "about", "keeping"})
public record RunSettings(List<String> inputs, Targets targets, Pacing pacing, Policies policies, CaseNeeds cases,
        Matrix matrix, About about, Keeping keeping) {

    /**
     * The speed and the limits of a run.
     *
     * @param parallel cases in flight at once over the whole fleet; 0 for as many as there are slots
     * @param timeout for cases that do not set their own
     * @param priority relative to other runs of the fleet; 0 is normal, more is sooner
     */
    @Flat
    public record Pacing(int parallel, Duration timeout, RunLimits limits, int priority) {

        public Pacing {
            limits = Objects.requireNonNullElse(limits, RunLimits.NONE);
        }

        /** Returns pacing without limits. */
        public static Pacing of(int parallel, Duration timeout) {
            return new Pacing(parallel, timeout, RunLimits.NONE, 0);
        }
    }

    /**
     * How cases that did not pass are handled.
     *
     * @param retries how often a case may be retried for the causes that allow it
     */
    @Flat
    public record Policies(boolean failFast, int retries, RetryPolicy retry, FailedAgain failedAgain, Gate gate,
            Quarantine quarantine) {

        public static final Policies USUAL = new Policies(false, 0, RetryPolicy.DEFAULT, FailedAgain.NEVER, Gate.NONE,
                Quarantine.NONE);

        public Policies {
            failedAgain = Objects.requireNonNullElse(failedAgain, FailedAgain.NEVER);
            gate = Objects.requireNonNullElse(gate, Gate.NONE);
            quarantine = Objects.requireNonNullElse(quarantine, Quarantine.NONE);
        }
    }

    public RunSettings {
        inputs = List.copyOf(inputs);
        cases = Objects.requireNonNullElse(cases, CaseNeeds.NONE);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
        about = Objects.requireNonNullElse(about, About.NOTHING);
        keeping = Objects.requireNonNullElse(keeping, Keeping.ALL);
    }

    /** Whether something may wait for a result of the run: a permit that it frees, or what its verdict decides. */
    public boolean wantsReportsAtOnce() {
        return pacing.parallel() > 0 || pacing.limits().maxCostUsd() != null || policies.failFast()
                || matrix.stopRepeats() || targets.agents().values().stream().map(agent -> agent.limits())
                        .anyMatch(limits -> limits.concurrency() > 0 || limits.requestsPerMinute() > 0);
    }

    /** A whole suite without labels. */
    public RunSettings(List<String> inputs, Targets targets, Pacing pacing, Policies policies, CaseNeeds cases,
            Matrix matrix) {
        this(inputs, targets, pacing, policies, cases, matrix, About.NOTHING, Keeping.ALL);
    }

    public RunSettings with(Pacing other) {
        return new RunSettings(inputs, targets, other, policies, cases, matrix, about, keeping);
    }

    public RunSettings with(Policies other) {
        return new RunSettings(inputs, targets, pacing, other, cases, matrix, about, keeping);
    }

    public RunSettings with(Matrix other) {
        return new RunSettings(inputs, targets, pacing, policies, cases, other, about, keeping);
    }

    public RunSettings with(About other) {
        return new RunSettings(inputs, targets, pacing, policies, cases, matrix, other, keeping);
    }

    /** Returns the same settings without fail-fast. */
    public RunSettings toTheEnd() {
        return with(new Policies(false, policies.retries(), policies.retry(), policies.failedAgain(), policies.gate(),
                policies.quarantine()));
    }

    public RunSettings with(Quarantine other) {
        return with(new Policies(policies.failFast(), policies.retries(), policies.retry(), policies.failedAgain(),
                policies.gate(), other));
    }

    /** Returns the instructions that the run's agents have, by agent, masked. */
    public Map<String, String> instructions() {
        var redaction = Redaction.ofChecked(keeping.redact());
        var found = new LinkedHashMap<String, String>();
        targets.agents().forEach((agent, described) -> {
            if (described.prompt().instructions() != null) {
                found.put(agent, redaction.mask(described.prompt().instructions()));
            }
        });
        return found;
    }

    /** Returns what a worker must have to run any case of the run. */
    public WorkerNeeds needs() {
        return new WorkerNeeds(env(), cases.switches());
    }

    private Set<String> env() {
        var texts = new ArrayList<@Nullable String>();
        targets.connectors().values().forEach(connector -> {
            texts.add(connector.url());
            texts.addAll(connector.headers().values());
        });
        targets.databases().values().forEach(
                database -> Collections.addAll(texts, database.url(), database.user(), database.password()));
        var names = new TreeSet<>(cases.env());
        targets.agents().values().forEach(agent -> names.addAll(agent.endpoint().environment()));
        texts.forEach(text -> names.addAll(EnvReferences.in(text)));
        return names;
    }
}
