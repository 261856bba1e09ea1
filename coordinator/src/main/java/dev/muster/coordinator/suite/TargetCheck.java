package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.project.Targets.Choice;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sees that each case has a target, and that who helps is there. Agents that cases use as helpers are no targets by
 * default, so what nobody names is only decided once all cases were read.
 */
final class TargetCheck {

    private final Targets targets;
    private final boolean toBeRun;
    private final CallableScripts scripts;
    private final String suite;
    private final Set<String> helpers;
    /** Connectors of cases that nobody names a target for, and the first place of each; null: the case says none. */
    private final Map<@Nullable String, Fault> undecided;

    /**
     * @param toBeRun the cases are to be run; else they are only looked at, and no project need be there
     * @param scripts say which of them can be called
     */
    TargetCheck(Targets targets, boolean toBeRun, CallableScripts scripts) {
        this(targets, toBeRun, scripts, "", new HashSet<>(), new LinkedHashMap<>());
    }

    private TargetCheck(Targets targets, boolean toBeRun, CallableScripts scripts, String suite, Set<String> helpers,
            Map<@Nullable String, Fault> undecided) {
        this.targets = targets;
        this.scripts = scripts;
        this.toBeRun = toBeRun;
        this.suite = suite;
        this.helpers = helpers;
        this.undecided = undecided;
    }

    /**
     * The same check, for the cases of one suite.
     *
     * @param file from the project root
     */
    TargetCheck in(String file) {
        return new TargetCheck(targets, toBeRun, scripts, file, helpers, undecided);
    }

    void check(Fields fields, @Nullable String agent, @Nullable String connector, Faults faults) {
        check(fields, "agent", agent, connector, faults);
    }

    /** @param key where the case names its agent */
    void check(Fields fields, String key, @Nullable String agent, @Nullable String connector, Faults faults) {
        if (targets.choose(agent, connector) instanceof Choice.None none) {
            tell(none, fields, key, connector, faults);
        }
    }

    /** A turn of the case names a connector of its own. */
    void checkTurns(Fields fields, @Nullable String agent, String connector) {
        if (targets.choose(agent, connector) instanceof Choice.None none
                && none.about() == Targets.About.CONNECTOR) {
            fields.fault("turns", "a turn's options: " + none.sentence());
        }
    }

    private void tell(Choice.None none, Fields fields, String key, @Nullable String connector, Faults faults) {
        switch (none.about()) {
            case AGENT -> {
                if (looksAtAgents()) {
                    fields.fault(key, none.sentence());
                }
            }
            case CONNECTOR -> faults.add(OptionsReader.connectorAt(fields), none.sentence());
            case NOTHING_NAMED -> later(connector, faults.file(),
                    connector == null ? fields.at() : OptionsReader.connectorAt(fields));
        }
    }

    private void later(@Nullable String connector, String file, Position at) {
        undecided.putIfAbsent(connector, new Fault(file, at.line(), at.column(), ""));
    }

    /** A case that names no agent itself. */
    void checkMessage(String input) {
        if (targets.choose(null, null) instanceof Choice.None) {
            later(null, "-i " + input, Position.NOWHERE);
        }
    }

    /** What is wrong with somebody who helps; an agent is none of the targets from here on. */
    Optional<String> helperTrouble(Reference helper) {
        if (helper.kind() == Reference.Kind.SCRIPT) {
            return scripts.trouble(helper.id(), suite);
        }
        if (!looksAtAgents()) {
            return Optional.empty();
        }
        helpers.add(helper.id());
        return targets.helperTrouble(helper.id());
    }

    Optional<String> connectorTrouble(Reference helper, String connector) {
        return helper.kind() == Reference.Kind.SCRIPT ? Optional.empty()
                : targets.helperTrouble(helper.id(), connector);
    }

    /** What is wrong with a model that is asked by its connector. */
    Optional<String> modelTrouble(String connector) {
        return looksAtAgents() ? targets.modelTrouble(connector) : Optional.empty();
    }

    /** Whether there is a project to look things up in. */
    boolean looksAtAgents() {
        return toBeRun || targets.hasAgents();
    }

    /** Once all cases were read: is there a target for those that named none? Told once, at the first. */
    void end(Consumer<Fault> faults) {
        if (!toBeRun) {
            return;
        }
        var rest = targets.besides(helpers);
        for (var entry : undecided.entrySet()) {
            if (rest.choose(null, entry.getKey()) instanceof Choice.None none) {
                var at = entry.getValue();
                faults.accept(new Fault(at.file(), at.line(), at.column(), none.sentence()));
                if (none.about() == Targets.About.NOTHING_NAMED) {
                    return;
                }
            }
        }
    }
}
