package dev.muster.coordinator.suite;

import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Then.Person;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.suite.SimulatorReader.Simulated;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what comes after the written turns: {@code interactive} and {@code on_missing_input}. */
final class ThenReader {

    /** How long a person has for an answer. */
    static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final List<String> ANSWERS = Arrays.stream(OnMissingInput.values()).map(ThenReader::text).toList();

    private final CaseDefaults defaults;

    ThenReader(CaseDefaults defaults) {
        this.defaults = defaults;
    }

    static String text(OnMissingInput answer) {
        return answer.name().toLowerCase(Locale.ROOT);
    }

    /** Only a {@code multi_turn} case goes on. */
    Then then(Fields fields, Mode mode, Simulated simulated) {
        var person = person(fields);
        var answer = onMissingInput(fields);
        if (mode != Mode.MULTI_TURN) {
            return new Then.End();
        }
        return new Then.Ask(simulated.simulator(), person, answer, simulated.maxTurns());
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
        var written = fields.text("on_missing_input");
        if (written != null && !ANSWERS.contains(written)) {
            fields.fault("on_missing_input", "'on_missing_input' is skip, fail or end"
                    + Nearest.hint(written, ANSWERS));
            return OnMissingInput.SKIP;
        }
        if (defaults.onMissingInput() != null) {
            return defaults.onMissingInput();
        }
        return written == null ? OnMissingInput.SKIP : OnMissingInput.valueOf(written.toUpperCase(Locale.ROOT));
    }
}
