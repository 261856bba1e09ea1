package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check of a value in the reply, found by a path. */
public sealed interface ValueCheck extends Check {

    /** Returns the path of the value; null for the reply itself, parsed, else as a string. */
    @Nullable
    String path();

    @Override
    default Set<Shown> mayNeed() {
        var path = Objects.requireNonNullElse(path(), "");
        return path.startsWith("$.tool_calls") ? EnumSet.of(Shown.TOOLS)
                : path.startsWith("$.tool_results") ? EnumSet.of(Shown.TOOL_RESULTS) : Set.of();
    }

    @Override
    default boolean readsBeyondReply() {
        return path() != null;
    }

    @Override
    default boolean readsText() {
        return path() == null;
    }

    @Override
    default String label() {
        return switch (this) {
            case JsonPath(var path, var value) -> path + (value == null ? " exists" : " = " + Check.json(value));
            case Type(var path, var expected) -> kind() + (path == null ? " " : " " + path + " ") + expected;
            case Schema(var path, var _) -> kind() + (path == null ? "" : " " + path);
            case IsJson _ -> kind();
        };
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case JsonPath(var path, var value) -> to.add("path", path).add("value", value);
            case Type(var path, var expected) -> to.add("path", path).add("value", expected);
            case Schema(var path, var schema) -> to.add("path", path).add("schema", schema);
            case IsJson(var schema) -> to.add("schema", schema);
        }
    }

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise it equals the value, or is one of its elements when only the value
     *            is
     *     a list
     */
    @JsonTypeName("json_path")
    record JsonPath(@AsWritten String path, @Nullable JsonNode value) implements ValueCheck {}

    /**
     * The value at a path has a JSON type.
     *
     * @param path null checks the reply itself (parsed, else a string)
     * @param expected string, number, integer, boolean, array, object or null
     */
    @JsonTypeName("type")
    record Type(@AsWritten @Nullable String path, @AsWritten String expected) implements ValueCheck {}

    /**
     * The value at a path matches a JSON Schema.
     *
     * @param path null checks the reply itself (parsed, else a string)
     */
    @JsonTypeName("schema")
    record Schema(@AsWritten @Nullable String path, @AsWritten JsonNode schema) implements ValueCheck {}

    /**
     * The whole reply is JSON, outside of any fence.
     *
     * @param schema JSON Schema that it matches; null for any JSON
     */
    @JsonTypeName("is_json")
    record IsJson(@AsWritten @Nullable JsonNode schema) implements ValueCheck {

        @Override
        public @Nullable String path() {
            return null;
        }
    }
}
