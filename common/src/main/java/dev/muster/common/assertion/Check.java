package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The kinds of check, by the names that suites use. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({@JsonSubTypes.Type(value = Check.Equals.class, name = "equals"),
    @JsonSubTypes.Type(value = Check.Contains.class, name = "contains"),
    @JsonSubTypes.Type(value = Check.NotContains.class, name = "not_contains"),
    @JsonSubTypes.Type(value = Check.Regex.class, name = "regex"),
    @JsonSubTypes.Type(value = Check.JsonPath.class, name = "json_path"),
    @JsonSubTypes.Type(value = Check.Type.class, name = "type"),
    @JsonSubTypes.Type(value = Check.ToolCalled.class, name = "tool_called")})
public sealed interface Check {

    /** The reply equals a string; or, for any other JSON value, the reply parsed as JSON equals it (1 = 1.0). */
    record Equals(JsonNode value) implements Check {}

    /** Every one of the values is a substring of the reply. */
    record Contains(List<String> values, boolean ignoreCase) implements Check {
        public Contains {
            values = List.copyOf(values);
        }
    }

    /** None of the values is a substring of the reply. */
    record NotContains(List<String> values, boolean ignoreCase) implements Check {
        public NotContains {
            values = List.copyOf(values);
        }
    }

    /** An RE2 pattern is found somewhere in the reply. */
    record Regex(String pattern) implements Check {}

    /**
     * A path over the response document.
     *
     * @param value null: the path exists; otherwise equality, or membership when the value is a list and the found
     *            one is not
     */
    record JsonPath(String path, @Nullable JsonNode value) implements Check {}

    /**
     * The JSON type of what a path finds.
     *
     * @param path null judges the reply itself (parsed, else a string)
     * @param expected string, number, integer, boolean, array, object or null
     */
    record Type(@Nullable String path, String expected) implements Check {}

    /**
     * A tool was called.
     *
     * @param names any of them
     * @param arguments a subset that the call's arguments must have (strings {@code regex:…} match); null for any
     */
    record ToolCalled(List<String> names, @Nullable JsonNode arguments) implements Check {
        public ToolCalled {
            names = List.copyOf(names);
        }
    }
}
