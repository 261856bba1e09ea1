package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Then.Person;
import dev.muster.coordinator.suite.SimulatorReader.Simulated;
import dev.muster.coordinator.suite.project.ConversingReader;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads what follows the written turns: {@code interactive}, {@code on_missing_input}, {@code awaiting}. */
record ThenReader(CaseDefaults defaults) {

    /** How long a human user may take to answer. */
    static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Reads what follows; only a {@code multi_turn} case continues. */
    Then then(Fields fields, Mode mode, Simulated simulated) {
        var person = person(fields);
        var answer = onMissingInput(fields);
        var awaiting = ConversingReader.awaiting(fields);
        if (mode != Mode.MULTI_TURN) {
            return new Then.End();
        }
        return new Then.Ask(simulated.simulator(), person, answer, simulated.maxTurns(), awaiting);
    }

    private @Nullable Person person(Fields fields) {
        var interactive = fields.object("interactive");
        Boolean enabled = null;
        Duration timeout = null;
        if (interactive != null) {
            enabled = interactive.flag("enabled");
            timeout = interactive.duration("timeout");
            interactive.done();
        }
        boolean asked = defaults.interactive() || (enabled != null && enabled);
        return asked && !defaults.skipInteractive() ? new Person(timeout == null ? TIMEOUT : timeout) : null;
    }

    private OnMissingInput onMissingInput(Fields fields) {
        var written = ConversingReader.onMissingInput(fields);
        return defaults.onMissingInput() == null && written != null ? written : defaults.onMissing();
    }
}
