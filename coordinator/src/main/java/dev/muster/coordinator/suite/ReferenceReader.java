package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads who helps a case: {@code agents:ID}, {@code scripts:ID}, or a bare id, which is an agent's. */
final class ReferenceReader {

    static final String AGENTS = "agents:";
    static final String SCRIPTS = "scripts:";

    private final TargetCheck targets;
    private final Faults faults;

    ReferenceReader(SuiteScope scope) {
        this.targets = scope.targets();
        this.faults = scope.faults();
    }

    /** An agent of the configuration, or a script; null, with a fault, when it is neither. */
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

    /** The same without options. */
    @Nullable
    Reference helper(Node.Scalar scalar) {
        var text = scalar.text();
        if (isOfAnotherKind(text)) {
            faults.add(scalar.at(), "unknown kind of reference in '" + text + "'; there are agents: and scripts:"
                    + Nearest.hint(text.substring(0, text.indexOf(':') + 1), List.of(AGENTS, SCRIPTS)));
            return null;
        }
        var reference = Reference.of(text);
        if (reference.id().isBlank()) {
            faults.add(scalar.at(), "'" + text + "' names nobody");
            return null;
        }
        targets.helperTrouble(reference).ifPresent(sentence -> faults.add(scalar.at(), sentence));
        return reference;
    }

    /** Tells what is wrong with somebody who helps, at the place of the name. */
    void lookAt(Reference helper, String key, Fields fields) {
        targets.helperTrouble(helper).ifPresent(sentence -> fields.fault(key, sentence));
    }

    /** A colon behind a word that is no prefix; an agent may be called so all the same. */
    private boolean isOfAnotherKind(String text) {
        return text.indexOf(':') >= 0 && !text.startsWith(AGENTS) && !text.startsWith(SCRIPTS)
                && targets.helperTrouble(Reference.agent(text)).isPresent();
    }

    /** Told where a bare id stands in for a reference with its prefix. */
    void warnOfBare(Fields fields, String key, String prefix) {
        if (fields.any(key) instanceof Node.Scalar scalar && scalar.text().indexOf(':') < 0) {
            faults.warn(scalar.at(), "'" + scalar.text() + "' is read as '" + prefix + scalar.text()
                    + "'; write the prefix");
        }
    }
}
