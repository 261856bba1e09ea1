package dev.muster.common.option;

import module java.base;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Options sent to a target beside the conversation (the seeds' {@code context.Options}).
 *
 * @param connector the model endpoint to use; null leaves it to the agent
 * @param skip what the agent should leave out (history, trace, …)
 * @param search how the agent should search; any JSON; null when not set
 */
public record Options(@AsWritten @Nullable String connector, @AsWritten Map<String, Boolean> skip,
        @AsWritten @Nullable JsonNode search, @AsWritten @Nullable String mode, Map<String, JsonNode> metadata) {

    public static final Options NONE = new Options(null, Map.of(), null, null, Map.of());

    public Options withConnector(@Nullable String other) {
        return new Options(other, skip, search, mode, metadata);
    }

    /** Returns the other's values where set, else these. */
    public Options with(Options other) {
        return other.equals(NONE) ? this
                : new Options(either(other.connector, connector), both(skip, other.skip), either(other.search, search),
                        either(other.mode, mode), both(metadata, other.metadata));
    }

    /** Writes the options into an object, in the agent-test dialect; default options are left out. */
    public void write(JsonMembers to) {
        if (!equals(NONE)) {
            to.add("options", JsonMembers.of("connector", connector).add("skip", skip).add("search", search)
                    .add("mode", mode).add("metadata", metadata).object());
        }
    }

    private static <T> @Nullable T either(@Nullable T first, @Nullable T second) {
        return first == null ? second : first;
    }

    private static <T> Map<String, T> both(Map<String, T> first, Map<String, T> second) {
        var both = new LinkedHashMap<>(first);
        both.putAll(second);
        return both;
    }
}
