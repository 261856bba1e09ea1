package dev.muster.common.option;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A reference to a helper: an agent or a script, as suites name them ({@code agents:ID}, {@code scripts:a.b.c}), or a
 * model ({@code connectors:ID}), which only an oracle names.
 *
 * @param id without the prefix
 */
public record Reference(Kind kind, String id) {

    public enum Kind {
        AGENT("agents:"),
        SCRIPT("scripts:"),
        CONNECTOR("connectors:");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    public static Reference agent(String id) {
        return new Reference(Kind.AGENT, id);
    }

    public static Reference script(String id) {
        return new Reference(Kind.SCRIPT, id);
    }

    public static Reference connector(String id) {
        return new Reference(Kind.CONNECTOR, id);
    }

    /** Parses what {@link #toString} writes; a text without a prefix names an agent. */
    @JsonCreator
    public static Reference of(String text) {
        for (var kind : Kind.values()) {
            if (text.startsWith(kind.prefix)) {
                return new Reference(kind, text.substring(kind.prefix.length()));
            }
        }
        return agent(text);
    }

    @Override
    @JsonValue
    public String toString() {
        return kind.prefix + id;
    }
}
