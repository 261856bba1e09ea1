package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The calls nearest to an expected one, by name and arguments, nearest first. */
record NearCalls(List<Near> nearest) {

    /** The number of calls examined, from the last back. */
    private static final int MOST_LOOKED_AT = 200;
    private static final int MOST_SHOWN = 5;
    private static final int OTHER_NAME = 1_000;
    private static final int LIKE_NAME = 2_000;
    private static final int FAR = 3_000;

    /**
     * A call and its distance from the expected one.
     *
     * @param why the reason; null when there is none to give
     */
    record Near(ToolCall call, int distance, @Nullable String why, Differences differences) {

        private JsonNode data() {
            var data = JsonNodeFactory.instance.objectNode().put("name", call.name());
            data.set("args", Excerpt.data(call.arguments()));
            return why == null ? data : data.put("why_not", why);
        }
    }

    /** Of two calls equally near, the later one comes first, because it is the agent's final choice. */
    static NearCalls of(CallShape expected, List<ToolCall> calls) {
        var budget = new StepBudget();
        var looked = calls.subList(Math.max(0, calls.size() - MOST_LOOKED_AT), calls.size()).reversed();
        return new NearCalls(looked.stream().map(call -> near(expected, call, budget))
                .sorted(Comparator.comparingInt(Near::distance)).toList());
    }

    private static Near near(CallShape expected, ToolCall call, StepBudget budget) {
        try {
            if (expected.isNamed(call)) {
                var differences = expected.differences(call, budget);
                return new Near(call, differences.count(), differences.none() ? null : differences.words(),
                        differences);
            }
            if (expected.hasArguments() && expected.takes(call.arguments(), budget)) {
                return new Near(call, OTHER_NAME, "it has these arguments, and is another tool", Differences.any());
            }
        } catch (LimitExceeded bound) {
            return new Near(call, FAR, null, Differences.any());
        }
        boolean alike = expected.names().stream().anyMatch(name -> name.isLike(call.name()));
        return new Near(call, alike ? LIKE_NAME : FAR, alike ? "its name is nearly the same" : null,
                Differences.any());
    }

    /** {@code ": at arguments.id it has 1 instead of 2"}; "" when no call is near. */
    String words(boolean ofSeveral) {
        return first().filter(near -> near.why() != null)
                .map(near -> (ofSeveral ? "; the nearest is " + CallWords.of(near.call()) : "") + ": " + near.why())
                .orElse("");
    }

    private Optional<Near> first() {
        return nearest.stream().filter(near -> near.distance() < FAR).findFirst();
    }

    /** Returns the nearest first, with what is wrong with each. */
    Seen seen() {
        var data = JsonNodeFactory.instance.arrayNode();
        nearest.stream().limit(MOST_SHOWN).map(Near::data).forEach(data::add);
        return Seen.of(data).differing(first().map(Near::differences).filter(Objects::nonNull)
                .orElseGet(Differences::any));
    }
}
