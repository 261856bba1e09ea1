package dev.muster.common.check;

import dev.muster.common.model.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool was called.
 *
 * @param names any of them
 * @param arguments as written, for the sentence; null for any arguments
 * @param shape the same, compiled
 */
record ToolCalledCheck(List<String> names, @Nullable JsonNode arguments,
        @Nullable ArgumentShape shape) implements CompiledCheck {

    private static final String ARGUMENTS = "arguments";

    static ToolCalledCheck compile(List<String> names, @Nullable JsonNode arguments) throws AssertionFault {
        if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
            throw new AssertionFault("'tool_called' names no tool; write its name, such as name: create_expense");
        }
        return new ToolCalledCheck(names, arguments, arguments == null ? null : ArgumentShape.compile(arguments));
    }

    @Override
    public Expectation expectation() {
        var subject = names.size() == 1 ? "the tool " + names.getFirst()
                : "one of the tools " + String.join(", ", names);
        return new Expectation(subject, "be called" + (arguments == null ? "" : " with " + Excerpt.of(arguments)));
    }

    @Override
    public Finding look(ResponseDocument reply) {
        var named = reply.toolCalls().stream().filter(this::isNamed).toList();
        var fitting = named.stream().filter(this::fits).toList();
        if (!fitting.isEmpty()) {
            return Finding.holds(() -> "but it was: " + CallWords.listed(fitting));
        }
        return Finding.fails(() -> named.isEmpty() ? CallWords.others(reply.toolCalls()) : misfits(named));
    }

    private boolean isNamed(ToolCall call) {
        return names.stream().anyMatch(name -> new ToolName(name).matches(call.name()));
    }

    private boolean fits(ToolCall call) {
        return shape == null || shape.mismatch(call.arguments(), ARGUMENTS).isEmpty();
    }

    /** The last call is the agent's last word, so it is the one that is explained. */
    private String misfits(List<ToolCall> named) {
        var last = named.getLast();
        var why = shape == null ? "" : shape.mismatch(last.arguments(), ARGUMENTS).map(text -> ": " + text).orElse("");
        return "but it was called as " + CallWords.listed(named) + why;
    }
}
