package dev.muster.common.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a tool count: those whose arguments and result match.
 *
 * @param arguments all of them must be there and match
 * @param result null for any, and for none
 */
record CallFilter(Map<DottedPath, BoundedPattern> arguments, @Nullable BoundedPattern result) {

    /** @throws AssertionFault when a pattern is wrong */
    static CallFilter compile(Map<String, String> argsMatch, @Nullable String resultMatch) throws AssertionFault {
        var arguments = new LinkedHashMap<DottedPath, BoundedPattern>();
        for (var entry : new TreeMap<>(argsMatch).entrySet()) {
            arguments.put(new DottedPath(entry.getKey()), BoundedPattern.compile(entry.getValue()));
        }
        return new CallFilter(arguments, resultMatch == null ? null : BoundedPattern.compile(resultMatch));
    }

    List<AnsweredCall> byArguments(List<AnsweredCall> calls) {
        return calls.stream().filter(call -> wrongArgument(call).isEmpty()).toList();
    }

    List<AnsweredCall> byResult(List<AnsweredCall> calls) {
        return calls.stream().filter(call -> wrongResult(call).isEmpty()).toList();
    }

    /** Why a call does not count, in words. */
    Optional<String> mismatch(AnsweredCall call) {
        return wrongArgument(call).or(() -> wrongResult(call));
    }

    private Optional<String> wrongArgument(AnsweredCall call) {
        return arguments.entrySet().stream()
                .flatMap(each -> wrongArgument(each.getKey(), each.getValue(), call).stream()).findFirst();
    }

    private static Optional<String> wrongArgument(DottedPath path, BoundedPattern pattern, AnsweredCall call) {
        var found = path.in(call.call().arguments());
        if (found.isEmpty()) {
            return Optional.of("it has no argument " + path);
        }
        return pattern.isIn(AnsweredCall.text(found.get())) ? Optional.empty()
                : Optional.of("its argument " + path + " is " + Excerpt.of(found.get()) + ", which does not match /"
                        + pattern + "/");
    }

    private Optional<String> wrongResult(AnsweredCall call) {
        if (result == null) {
            return Optional.empty();
        }
        if (call.result() == null) {
            return Optional.of("it has no result");
        }
        return result.isIn(call.result()) ? Optional.empty()
                : Optional.of("its result is " + Excerpt.of(call.result()) + ", which does not match /" + result
                        + "/");
    }

    /** {@code " with amount matching /5/ and a result matching /paid/"}; nothing when any call counts. */
    String words() {
        var parts = new ArrayList<String>();
        arguments.forEach((path, pattern) -> parts.add(path + " matching /" + pattern + "/"));
        if (result != null) {
            parts.add("a result matching /" + result + "/");
        }
        return parts.isEmpty() ? "" : " with " + String.join(" and ", parts);
    }
}
