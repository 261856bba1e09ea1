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

    private static final String AGENTS = "agents:";
    private static final String SCRIPTS = "scripts:";
    private static final String CONNECTORS = "connectors:";

    public enum Kind {
        AGENT,
        SCRIPT,
        CONNECTOR
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
        if (text.startsWith(SCRIPTS)) {
            return script(text.substring(SCRIPTS.length()));
        }
        if (text.startsWith(CONNECTORS)) {
            return connector(text.substring(CONNECTORS.length()));
        }
        return agent(text.startsWith(AGENTS) ? text.substring(AGENTS.length()) : text);
    }

    @Override
    @JsonValue
    public String toString() {
        return switch (kind) {
            case AGENT -> AGENTS;
            case SCRIPT -> SCRIPTS;
            case CONNECTOR -> CONNECTORS;
        } + id;
    }
}
