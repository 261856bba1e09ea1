package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads a reference to a helper: {@code agents:ID}, {@code scripts:ID}, or a bare agent id. */
final class ReferenceReader {

    static final String AGENTS = "agents:";
    static final String SCRIPTS = "scripts:";

    private final TargetCheck targets;
    private final Faults faults;

    ReferenceReader(SuiteScope scope) {
        this.targets = scope.targets();
        this.faults = scope.faults();
    }

    /** Reads a configured agent or a script; null, with a fault, when it is neither. */
    @Nullable
    Reference helper(Fields fields, String key, String what, @Nullable String connector) {
        var text = fields.needed(key, what);
        var scalar = text == null || text.isBlank() ? null : (Node.Scalar) fields.any(key);
        var reference = scalar == null ? null : helper(scalar);
        if (reference != null && connector != null) {
            targets.connectorTrouble(reference, connector)
                    .ifPresent(sentence -> faults.add(OptionsReader.connectorAt(fields), sentence));
        }
        return reference;
    }

    /** Reads a helper without options. */
    @Nullable
    Reference helper(Node.Scalar scalar) {
        var text = scalar.text();
        if (isOfAnotherKind(text)) {
            faults.add(scalar.at(), "unknown kind of reference in '" + text + "'; use agents: or scripts:"
                    + Nearest.hint(text.substring(0, text.indexOf(':') + 1), List.of(AGENTS, SCRIPTS)));
            return null;
        }
        var reference = Reference.of(text);
        if (reference.id().isBlank()) {
            faults.add(scalar.at(),
                    "unknown " + (reference.kind() == Reference.Kind.SCRIPT ? "script" : "agent") + " '" + text + "'");
            return null;
        }
        targets.helperTrouble(reference).ifPresent(sentence -> faults.add(scalar.at(), sentence));
        return reference;
    }

    /** Reports what is wrong with a helper, at the position of its name. */
    void lookAt(Reference helper, String key, Fields fields) {
        targets.helperTrouble(helper).ifPresent(sentence -> fields.fault(key, sentence));
    }

    /** Whether the text has an unknown prefix and a colon; an agent's id may still look like that. */
    private boolean isOfAnotherKind(String text) {
        return text.indexOf(':') >= 0 && !text.startsWith(AGENTS) && !text.startsWith(SCRIPTS)
                && targets.helperTrouble(Reference.agent(text)).isPresent();
    }

    /** Warns of a bare id where a reference with a prefix belongs. */
    void warnOfBare(Fields fields, String key, String prefix) {
        if (fields.any(key) instanceof Node.Scalar scalar && scalar.text().indexOf(':') < 0) {
            faults.warn(scalar.at(), "'" + scalar.text() + "' is read as '" + prefix + scalar.text()
                    + "'; write the prefix");
        }
    }
}
