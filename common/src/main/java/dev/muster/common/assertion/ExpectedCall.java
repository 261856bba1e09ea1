package dev.muster.common.assertion;

import module java.base;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonMembers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A tool call as a suite describes it.
 *
 * @param names any of them
 * @param arguments an object (strings {@code regex:…} are patterns); null for any arguments
 * @param argsMatch how to compare the call's arguments with these
 */
public record ExpectedCall(@AsWritten List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch) {

    public ExpectedCall {
        names = List.copyOf(names);
    }

    String label() {
        return Check.quoted(names) + (arguments == null ? "" : " " + Json.MAPPER.writeValueAsString(arguments));
    }

    /** @param key of the names */
    JsonMembers write(JsonMembers to, String key) {
        return to.texts(key, names).add("arguments", arguments)
                .add("args_match", argsMatch == ArgsMatch.SUBSET ? null : argsMatch.wire());
    }

    /** Returns the call as an item of a list: a name alone, or an object. */
    JsonNode item() {
        boolean bare = names.size() == 1 && arguments == null && argsMatch == ArgsMatch.SUBSET;
        return bare ? StringNode.valueOf(names.getFirst())
                : write(new JsonMembers(Json.MAPPER.createObjectNode()), "name").object();
    }
}
