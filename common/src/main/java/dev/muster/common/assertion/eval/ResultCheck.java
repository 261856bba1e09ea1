package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A tool call returned without an error and with a required result.
 *
 * @param tools any of them
 * @param result null for any
 */
record ResultCheck(List<ToolName> tools, @Nullable ResultShape result) implements CompiledCheck {

    private static final int MOST_SHOWN = 5;

    @Override
    public Expectation expectation() {
        var names = String.join(" or ", tools.stream().map(ToolName::toString).toList());
        var expectation = new Expectation("the tool " + names,
                "come back without an error" + (result == null ? "" : ", with " + result));
        return result == null ? expectation : expectation.of(result.written());
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var called = reply.answeredCalls().stream()
                .filter(call -> tools.stream().anyMatch(tool -> tool.matches(call.call().name()))).toList();
        var passed = called.stream().filter(call -> trouble(call, reply.budget()).isEmpty()).findFirst();
        return passed.map(call -> Observation.holds(() -> "but it did: " + words(call)))
                .orElseGet(() -> Observation.fails(() -> none(called, reply))).seeing(() -> seen(called));
    }

    private Optional<String> trouble(AnsweredCall call, StepBudget budget) {
        var answer = call.answer();
        if (answer != null && answer.error()) {
            return Optional.of(CallWords.of(call.call()) + " failed with " + Excerpt.of(answer.content()));
        }
        if (answer == null) {
            return Optional.of(CallWords.of(call.call()) + " has no result");
        }
        return result == null ? Optional.empty() : result.trouble(call, budget);
    }

    /** Explains the last call, because it is the agent's final choice. */
    private String none(List<AnsweredCall> called, ResponseDocument reply) {
        return called.isEmpty() ? CallWords.others(reply.toolCalls())
                : "but " + trouble(called.getLast(), reply.budget()).orElse("it did not");
    }

    private static String words(AnsweredCall call) {
        return CallWords.of(call.call())
                + (call.answer() == null ? "" : " gave " + Excerpt.of(call.answer().content()));
    }

    private static Seen seen(List<AnsweredCall> called) {
        var data = JsonNodeFactory.instance.arrayNode();
        called.reversed().stream().limit(MOST_SHOWN)
                .forEach(call -> data.add(data(call.call().name(), call.answer())));
        return Seen.of(data);
    }

    private static JsonNode data(String name, @Nullable ToolResult answer) {
        var data = JsonNodeFactory.instance.objectNode().put("name", name);
        if (answer == null) {
            return data;
        }
        data.set("result", Excerpt.data(answer.content()));
        return answer.error() ? data.put("error", true) : data;
    }
}
