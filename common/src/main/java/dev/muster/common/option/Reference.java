package dev.muster.common.option;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * An agent or a script, as suites name it: {@code agents:ID} or {@code scripts:a.b.c}.
 *
 * @param id without the prefix
 */
public record Reference(Kind kind, String id) {

    private static final String AGENTS = "agents:";
    private static final String SCRIPTS = "scripts:";

    /** Who answers. */
    public enum Kind {
        AGENT,
        SCRIPT
    }

    public static Reference agent(String id) {
        return new Reference(Kind.AGENT, id);
    }

    public static Reference script(String id) {
        return new Reference(Kind.SCRIPT, id);
    }

    /** Reads what {@link #toString} writes; a text without prefix names an agent. */
    @JsonCreator
    public static Reference of(String text) {
        if (text.startsWith(SCRIPTS)) {
            return script(text.substring(SCRIPTS.length()));
        }
        return agent(text.startsWith(AGENTS) ? text.substring(AGENTS.length()) : text);
    }

    @Override
    @JsonValue
    public String toString() {
        return (kind == Kind.AGENT ? AGENTS : SCRIPTS) + id;
    }
}
