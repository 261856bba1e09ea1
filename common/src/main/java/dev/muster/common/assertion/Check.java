package dev.muster.common.assertion;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.option.HelperUse;
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
    @JsonSubTypes.Type(value = Check.ToolCalled.class, name = "tool_called"),
    @JsonSubTypes.Type(value = Check.AgUi.class, name = "ag_ui"),
    @JsonSubTypes.Type(value = Check.Oracle.class, name = "oracle"),
    @JsonSubTypes.Type(value = Check.LlmJudge.class, name = "llm_judge"),
    @JsonSubTypes.Type(value = Check.SqlValidate.class, name = "sql_validate"),
    @JsonSubTypes.Type(value = Check.Agent.class, name = "agent"),
    @JsonSubTypes.Type(value = Check.Script.class, name = "script")})
public sealed interface Check {

    /** Whether it looks at what tools gave back, which not every protocol shows. */
    default boolean readsToolResults() {
        return false;
    }

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

    /** One clause of an AG-UI test's assert block. */
    record AgUi(AgUiClause clause) implements Check {

        @Override
        public boolean readsToolResults() {
            return clause.readsToolResults();
        }
    }

    /**
     * An oracle of AgentEval.
     *
     * @param oracle its kebab-case name
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    record Oracle(String oracle, JsonNode config, JsonNode expected) implements Check {}

    /** Checks that ask somebody: they cost a call, may take long, and may fail without a verdict. */
    sealed interface Asking extends Check permits Agent, Script, LlmJudge {

        /** Who is asked. */
        HelperUse ask();
    }

    /**
     * The oracle {@code llm-judge} of AgentEval: a model judges by weighted criteria.
     *
     * @param ask a validator agent, or a model by its connector
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    record LlmJudge(HelperUse ask, JsonNode config, JsonNode expected) implements Asking {}

    /**
     * The oracle {@code sql-validate} of AgentEval: a database, asked from the worker, shows what the agent has done.
     *
     * @param config the oracle's own settings; an object that names the database
     * @param expected {@code expectedOutcomes}; an object
     */
    record SqlValidate(JsonNode config, JsonNode expected) implements Check {}

    /**
     * A validator agent judges.
     *
     * @param threshold least score that passes; null leaves it to the validator
     * @param samples how often it is asked; the majority decides
     */
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements Asking {}

    /**
     * A script judges.
     *
     * @param value given to the script; null when the suite says none
     */
    record Script(HelperUse ask, @Nullable JsonNode value) implements Asking {}
}
