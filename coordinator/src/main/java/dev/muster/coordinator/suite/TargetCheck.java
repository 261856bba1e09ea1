package dev.muster.coordinator.suite;

import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.project.Targets;
import dev.muster.coordinator.project.Targets.Choice;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sees that each case has a target; that nobody named one is told once, not for each case. */
final class TargetCheck {

    private final Targets targets;
    private final boolean toBeRun;
    private boolean toldOfNone;

    /** @param toBeRun the cases are to be run; else they are only looked at, and no project need be there */
    TargetCheck(Targets targets, boolean toBeRun) {
        this.targets = targets;
        this.toBeRun = toBeRun;
    }

    void check(Fields fields, @Nullable String agent, @Nullable String connector, Faults faults) {
        check(fields, "agent", agent, connector, faults);
    }

    /** @param key where the case names its agent */
    void check(Fields fields, String key, @Nullable String agent, @Nullable String connector, Faults faults) {
        if (targets.choose(agent, connector) instanceof Choice.None none) {
            tell(none, fields, key, faults);
        }
    }

    private void tell(Choice.None none, Fields fields, String key, Faults faults) {
        switch (none.about()) {
            case AGENT -> {
                if (toBeRun || targets.hasAgents()) {
                    fields.fault(key, none.sentence());
                }
            }
            case CONNECTOR -> faults.add(OptionsReader.connectorAt(fields), none.sentence());
            case NOTHING_NAMED -> once(none).ifPresent(sentence -> faults.add(fields.at(), sentence));
        }
    }

    /** What is wrong when a case names no agent itself; told once. */
    Optional<String> withoutOwnAgent() {
        return targets.choose(null, null) instanceof Choice.None none ? once(none) : Optional.empty();
    }

    private Optional<String> once(Choice.None none) {
        boolean tell = toBeRun && !toldOfNone;
        toldOfNone = true;
        return tell ? Optional.of(none.sentence()) : Optional.empty();
    }
}
