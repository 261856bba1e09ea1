package dev.muster.common.check;

import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.stream.Collectors;
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

    private static final int MOST = 5;
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
            return Finding.holds(() -> "but it was: " + listed(fitting));
        }
        return Finding.fails(() -> named.isEmpty() ? others(reply.toolCalls()) : misfits(named));
    }

    private boolean isNamed(ToolCall call) {
        return names.stream().anyMatch(name -> name.equals(call.name()) || name.equals(lastPart(call.name())));
    }

    /** {@code server__name} and {@code server.name} are also known as {@code name}. */
    private static String lastPart(String called) {
        int underscores = called.lastIndexOf("__");
        int from = Math.max(underscores < 0 ? 0 : underscores + 2, called.lastIndexOf('.') + 1);
        return called.substring(from);
    }

    private boolean fits(ToolCall call) {
        return shape == null || shape.mismatch(call.arguments(), ARGUMENTS).isEmpty();
    }

    private static String others(List<ToolCall> calls) {
        return calls.isEmpty() ? "but no tool was called" : "but what was called is " + listed(calls);
    }

    /** The last call is the agent's last word, so it is the one that is explained. */
    private String misfits(List<ToolCall> named) {
        var last = named.getLast();
        var why = shape == null ? "" : shape.mismatch(last.arguments(), ARGUMENTS).map(text -> ": " + text).orElse("");
        return "but it was called as " + listed(named) + why;
    }

    private static String listed(List<ToolCall> calls) {
        var more = calls.size() > MOST ? " and " + (calls.size() - MOST) + " more" : "";
        return calls.stream().limit(MOST).map(call -> call.name() + "(" + arguments(call) + ")")
                .collect(Collectors.joining(", ")) + more;
    }

    private static String arguments(ToolCall call) {
        return call.arguments().isEmpty() && call.arguments().isObject() ? "" : Excerpt.of(call.arguments());
    }
}
