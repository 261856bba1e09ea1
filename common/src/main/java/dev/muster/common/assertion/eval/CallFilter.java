package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Selects the calls of a tool whose arguments and result match.
 *
 * @param arguments all must be present and match
 * @param result null for any result, or none
 */
record CallFilter(Map<DottedPath, BoundedPattern> arguments, @Nullable BoundedPattern result) {

    /** @throws AssertionFault when a pattern is invalid */
    static CallFilter compile(Map<String, String> argsMatch, @Nullable String resultMatch) throws AssertionFault {
        var arguments = new LinkedHashMap<DottedPath, BoundedPattern>();
        for (var entry : new TreeMap<>(argsMatch).entrySet()) {
            arguments.put(new DottedPath(entry.getKey()), BoundedPattern.compile(entry.getValue()));
        }
        return new CallFilter(arguments, resultMatch == null ? null : BoundedPattern.compile(resultMatch));
    }

    List<AnsweredCall> byArguments(List<AnsweredCall> calls, StepBudget budget) {
        return calls.stream().filter(call -> wrongArgument(call, budget).isEmpty()).toList();
    }

    List<AnsweredCall> byResult(List<AnsweredCall> calls, StepBudget budget) {
        return calls.stream().filter(call -> wrongResult(call, budget).isEmpty()).toList();
    }

    /** Returns why a call does not count, in words. */
    Optional<String> mismatch(AnsweredCall call, StepBudget budget) {
        return wrongArgument(call, budget).or(() -> wrongResult(call, budget));
    }

    private Optional<String> wrongArgument(AnsweredCall call, StepBudget budget) {
        return arguments.entrySet().stream()
                .flatMap(each -> wrongArgument(each.getKey(), each.getValue(), call, budget).stream()).findFirst();
    }

    private static Optional<String> wrongArgument(DottedPath path, BoundedPattern pattern, AnsweredCall call,
            StepBudget budget) {
        var found = path.in(call.call().arguments());
        if (found.isEmpty()) {
            return Optional.of("it has no argument " + path);
        }
        return pattern.isIn(AnsweredCall.text(found.get()), budget) ? Optional.empty()
                : Optional.of("its argument " + path + " is " + Excerpt.of(found.get()) + ", which does not match /"
                        + pattern + "/");
    }

    private Optional<String> wrongResult(AnsweredCall call, StepBudget budget) {
        if (result == null) {
            return Optional.empty();
        }
        var text = call.result();
        if (text == null) {
            return Optional.of("it has no result");
        }
        return result.isIn(text, budget) ? Optional.empty()
                : Optional.of("its result is " + Excerpt.of(text) + ", which does not match /" + result
                        + "/");
    }

    /** {@code " with amount matching /5/ and a result matching /paid/"}; "" when any call counts. */
    String words() {
        var parts = new ArrayList<String>();
        arguments.forEach((path, pattern) -> parts.add(path + " matching /" + pattern + "/"));
        if (result != null) {
            parts.add("a result matching /" + result + "/");
        }
        return parts.isEmpty() ? "" : " with " + String.join(" and ", parts);
    }
}
