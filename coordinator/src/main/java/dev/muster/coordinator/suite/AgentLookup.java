package dev.muster.coordinator.suite;

import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads the agent of an AgentEval test: an id, or {@code @lookup:…Name=X}, which names agent X. */
final class AgentLookup {

    private static final String LOOKUP = "@lookup:";
    private static final String NAME = "Name=";

    private AgentLookup() {}

    @Nullable
    static String agent(Fields fields, String key) {
        var written = fields.plain(key);
        if (written == null || !written.startsWith(LOOKUP)) {
            return written;
        }
        int name = written.lastIndexOf(NAME);
        var agent = name < 0 ? "" : untilNext(written.substring(name + NAME.length())).strip();
        if (agent.isEmpty()) {
            fields.fault(key, "'" + written + "' looks up no agent by name; write the agent's id, or "
                    + "@lookup:Agents.Name= and its name");
            return null;
        }
        return agent;
    }

    /** The name up to the next condition ({@code &}) or option ({@code ?}) of the lookup. */
    private static String untilNext(String name) {
        int end = 0;
        while (end < name.length() && name.charAt(end) != '&' && name.charAt(end) != '?') {
            end++;
        }
        return name.substring(0, end);
    }
}
