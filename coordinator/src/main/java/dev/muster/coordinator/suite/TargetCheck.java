package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.project.TargetChoice;
import dev.muster.coordinator.suite.project.TargetFault;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/**
 * Checks that each case has a target and that its helpers exist. Agents that cases use as helpers are not default
 * targets, so cases that name no target are decided after all cases are read.
 */
final class TargetCheck {

    private final Targets targets;
    private final boolean toBeRun;
    private final CallableScripts scripts;
    private final String suite;
    private final Set<String> helpers;
    private final Map<@Nullable String, Fault> undecided;

    /**
     * @param toBeRun whether the cases will run; otherwise they are only checked, and a project is optional
     * @param scripts checks which scripts can be called
     * @param suite the file of the cases, relative to the project root
     * @param undecided connectors of cases without a named target, each with its first position; null: the case names
     *            no
     * connector
     */
    TargetCheck(Targets targets, boolean toBeRun, CallableScripts scripts, String suite, Set<String> helpers,
            Map<@Nullable String, Fault> undecided) {
        this.targets = targets;
        this.toBeRun = toBeRun;
        this.scripts = scripts;
        this.suite = suite;
        this.helpers = helpers;
        this.undecided = undecided;
    }

    TargetCheck(Targets targets, boolean toBeRun, CallableScripts scripts) {
        this(targets, toBeRun, scripts, "", new HashSet<>(), new LinkedHashMap<>());
    }

    /** Returns the same check for the cases of one suite. */
    TargetCheck in(String file) {
        return new TargetCheck(targets, toBeRun, scripts, file, helpers, undecided);
    }

    void check(Fields fields, @Nullable String agent, @Nullable String connector) {
        check(fields, "agent", agent, connector);
    }

    /** @param key the key where the case names its agent */
    void check(Fields fields, String key, @Nullable String agent, @Nullable String connector) {
        if (targets.choose(agent, connector) instanceof TargetChoice.None none) {
            report(none, fields, key, connector);
        }
    }

    /** Checks a turn that names its own connector. */
    void checkTurns(Fields fields, @Nullable String agent, String connector) {
        if (targets.choose(agent, connector) instanceof TargetChoice.None none
                && none.about() == TargetFault.CONNECTOR) {
            fields.fault("turns", "a turn's options: " + none.sentence());
        }
    }

    private void report(TargetChoice.None none, Fields fields, String key, @Nullable String connector) {
        switch (none.about()) {
            case AGENT -> {
                if (looksAtAgents()) {
                    fields.fault(key, none.sentence());
                }
            }
            case CONNECTOR -> fields.faults().add(OptionsReader.connectorAt(fields), none.sentence());
            case NOTHING_NAMED -> later(connector, fields.faults().file(),
                    connector == null ? fields.at() : OptionsReader.connectorAt(fields));
        }
    }

    private void later(@Nullable String connector, String file, Position at) {
        undecided.putIfAbsent(connector, new Fault(file, at.line(), at.column(), ""));
    }

    /** @param option the message, as it was typed */
    void checkMessage(String option) {
        if (targets.choose(null, null) instanceof TargetChoice.None) {
            later(null, option, Position.NOWHERE);
        }
    }

    /** Returns the agent or the connector that a judge's name stands for. */
    Reference judge(String name) {
        return targets.judge(name);
    }

    /** Returns what is wrong with a helper; if it is an agent, it is no longer a default target. */
    Optional<String> helperTrouble(Reference helper) {
        if (helper.kind() == Reference.Kind.SCRIPT) {
            return scripts.trouble(helper.id(), suite);
        }
        if (!looksAtAgents()) {
            return Optional.empty();
        }
        helpers.add(helper.id());
        return targets.judgeTrouble(helper);
    }

    Optional<String> connectorTrouble(Reference helper, String connector) {
        return helper.kind() == Reference.Kind.SCRIPT ? Optional.empty()
                : targets.helperTrouble(helper.id(), connector);
    }

    /** Returns what is wrong with a model called through its connector. */
    Optional<String> modelTrouble(String connector) {
        return looksAtAgents() ? targets.modelTrouble(connector) : Optional.empty();
    }

    /** Whether to look up agents: the cases will run, or the project configures agents. */
    boolean looksAtAgents() {
        return toBeRun || targets.hasAgents();
    }

    /** After all cases are read, reports once, at the first, that cases without a named target have none. */
    void end(Consumer<Fault> faults) {
        if (!toBeRun) {
            return;
        }
        var rest = targets.withHelpers(helpers);
        for (var entry : undecided.entrySet()) {
            if (rest.choose(null, entry.getKey()) instanceof TargetChoice.None none) {
                var at = entry.getValue();
                faults.accept(new Fault(at.file(), at.line(), at.column(), none.sentence()));
                if (none.about() == TargetFault.NOTHING_NAMED) {
                    return;
                }
            }
        }
    }
}
