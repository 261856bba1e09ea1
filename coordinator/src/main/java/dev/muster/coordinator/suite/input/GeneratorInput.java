package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.common.option.Reference;

/**
 * An {@code -i} that names an agent or a script that generates cases: {@code agents:ID?name=value&…}.
 *
 * @param use the generator; its id is any text
 * @param query what follows the {@code ?}; empty when there is none
 */
public record GeneratorInput(Reference use, String query) {

    private static final String ESCAPED = "%3F";

    /** Parses inputs that begin with {@code agents:} or {@code scripts:}; a {@code ?} in an id is written {@code %3F}. */
    public static Optional<GeneratorInput> of(String input) {
        if (!input.startsWith("agents:") && !input.startsWith("scripts:")) {
            return Optional.empty();
        }
        int at = input.indexOf('?');
        var id = at < 0 ? input : input.substring(0, at);
        return Optional.of(new GeneratorInput(Reference.of(id.replace(ESCAPED, "?")),
                at < 0 ? "" : input.substring(at + 1)));
    }
}
