package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.AsWritten;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check of the calls of tools. */
public sealed interface ToolCheck extends Check {

    @Override
    default Set<Shown> needs() {
        boolean results = this instanceof ToolResult || (this instanceof ToolCalled called && called.result != null);
        return results ? EnumSet.of(Shown.TOOLS, Shown.TOOL_RESULTS) : EnumSet.of(Shown.TOOLS);
    }

    @Override
    default boolean readsBeyondReply() {
        return this instanceof ToolCalled;
    }

    @Override
    default boolean forbids() {
        return this instanceof ToolNotCalled;
    }

    @Override
    default String label() {
        return kind() + " " + switch (this) {
            case ToolCalled called -> called.call().label();
            case ToolNotCalled(var call) -> call.label();
            case ToolsInOrder(var calls) -> listed(calls);
            case ToolsExact(var calls) -> calls.isEmpty() ? "none" : listed(calls);
            case ToolResult(var tools, var result) ->
                Check.quoted(tools) + (result == null ? "" : " " + Check.json(result));
        };
    }

    private static String listed(List<ExpectedCall> calls) {
        return calls.stream().map(ExpectedCall::label).collect(Collectors.joining(", "));
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case ToolCalled called -> write(called.call(), to, nameOfTool).add("count", called.count.json())
                    .add("result", called.result).add("after", called.after);
            case ToolNotCalled(var call) -> write(call, to, nameOfTool);
            case ToolsInOrder(var calls) -> write(calls, to);
            case ToolsExact(var calls) -> write(calls, to);
            case ToolResult(var tools, var result) -> to.texts("tool", tools).add("result", result);
        }
    }

    private static JsonMembers write(ExpectedCall call, JsonMembers to, String nameOfTool) {
        return call.write(to, call.names().size() == 1 ? nameOfTool : "value");
    }

    private static void write(List<ExpectedCall> calls, JsonMembers to) {
        to.object().putArray("value").addAll(calls.stream().map(ExpectedCall::item).toList());
    }

    /**
     * A tool was called; the number of matching calls is within {@code count}.
     *
     * @param names any of them
     * @param arguments expected arguments of the call (strings {@code regex:…} are patterns); null for any
     * @param result what the call's result must contain; null for any result, or none
     * @param after the first matching call comes after the first call of this tool; null for none
     */
    @JsonTypeName("tool_called")
    record ToolCalled(@AsWritten List<String> names, @Nullable JsonNode arguments, ArgsMatch argsMatch, CallCount count,
            @Nullable JsonNode result, @AsWritten @Nullable String after) implements ToolCheck {

        /** Fills in the defaults of older suites. */
        public ToolCalled {
            names = List.copyOf(names);
            argsMatch = Objects.requireNonNullElse(argsMatch, ArgsMatch.SUBSET);
            count = Objects.requireNonNullElse(count, CallCount.AT_LEAST_ONE);
        }

        /** Requires at least one call, with at least these arguments. */
        public ToolCalled(List<String> names, @Nullable JsonNode arguments) {
            this(names, arguments, ArgsMatch.SUBSET, CallCount.AT_LEAST_ONE, null, null);
        }

        public ExpectedCall call() {
            return new ExpectedCall(names, arguments, argsMatch);
        }
    }

    /** No call matches this one. */
    @JsonTypeName("tool_not_called")
    record ToolNotCalled(ExpectedCall call) implements ToolCheck {}

    /** These calls were made in this order, whatever came between them. */
    @JsonTypeName("tools_in_order")
    record ToolsInOrder(List<ExpectedCall> calls) implements ToolCheck {
        public ToolsInOrder {
            calls = List.copyOf(calls);
        }
    }

    /** Exactly these calls were made, each once, in any order. */
    @JsonTypeName("tools_exact")
    record ToolsExact(List<ExpectedCall> calls) implements ToolCheck {
        public ToolsExact {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A tool call returned without an error.
     *
     * @param tools any of them
     * @param result what the result must contain (strings {@code regex:…} are patterns); null for any
     */
    @JsonTypeName("tool_result")
    record ToolResult(@AsWritten List<String> tools, @Nullable JsonNode result) implements ToolCheck {
        public ToolResult {
            tools = List.copyOf(tools);
        }
    }
}
