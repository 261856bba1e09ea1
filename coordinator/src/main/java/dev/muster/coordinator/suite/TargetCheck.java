package dev.muster.coordinator.suite;

import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.project.Targets;

import org.jspecify.annotations.Nullable;

/** Sees that each case has a target; that nobody named one is told once, not for each case. */
final class TargetCheck {

    private final Targets targets;
    private final boolean needed;
    private boolean toldOfNone;

    /** @param needed the cases are to be run, not only looked at */
    TargetCheck(Targets targets, boolean needed) {
        this.targets = targets;
        this.needed = needed;
    }

    void check(Fields fields, @Nullable String agent, @Nullable String connector, Faults faults) {
        if (!(targets.choose(agent, connector) instanceof Targets.Choice.None none)) {
            return;
        }
        switch (none.about()) {
            case AGENT -> fields.fault("agent", none.sentence());
            case CONNECTOR -> faults.add(OptionsReader.connectorAt(fields), none.sentence());
            case NOTHING_NAMED -> {
                if (needed && !toldOfNone) {
                    toldOfNone = true;
                    faults.add(fields.at(), none.sentence());
                }
            }
        }
    }
}
