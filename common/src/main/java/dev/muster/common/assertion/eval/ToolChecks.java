package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compiles checks of the calls of tools. */
final class ToolChecks {

    private static final int MOST_LISTED = 8;
    private static final int MOST_TOLD = 5;
    private static final int MOST_MISSING = 3;

    static CompiledCheck compile(Check.Tools check) throws AssertionFault {
        return switch (check) {
            case Check.ToolCalled called -> new Called(CallShape.compile(called.call(), check.kind()),
                    CallWords.checked(called.count()),
                    called.result() == null ? null : ResultShape.compile(called.result()),
                    called.after() == null ? null : ToolName.of(called.after(), "'after'"), true);
            case Check.ToolNotCalled(var call) -> new Called(CallShape.compile(call, check.kind()),
                    Count.AT_LEAST_ONE, null, null, false);
            case Check.ToolsInOrder(var calls) when calls.isEmpty() ->
                throw new AssertionFault("'" + check.kind() + "' names no tools; write a list of them");
            case Check.ToolsInOrder(var calls) -> new InOrder(shapes(calls, check));
            case Check.ToolsExact(var calls) -> new Exactly(shapes(calls, check));
            case Check.ToolResult(var tools, var _) when tools.isEmpty() || tools.stream().anyMatch(String::isBlank) ->
                throw new AssertionFault(
                        "'" + check.kind() + "' names no tool; write it, such as tool: create_expense");
            case Check.ToolResult(var tools, var result) -> new CameBack(tools.stream().map(ToolName::new).toList(),
                    result == null ? null : ResultShape.compile(result));
        };
    }

    private static List<CallShape> shapes(List<ExpectedCall> calls, Check check) throws AssertionFault {
        var shapes = new ArrayList<CallShape>();
        for (var call : calls) {
            shapes.add(CallShape.compile(call, check.kind()));
        }
        return shapes;
    }

    private static String listed(List<CallShape> shapes) {
        var more = shapes.size() > MOST_LISTED ? " and " + (shapes.size() - MOST_LISTED) + " more" : "";
        return shapes.stream().limit(MOST_LISTED).map(CallShape::words).collect(Collectors.joining(", ")) + more;
    }

    /**
     * A tool is called with a required count, arguments, result and order.
     *
     * @param result null for any result, or none
     * @param after null for none
     * @param whole whether a call whose arguments were cut off does not count
     */
    private record Called(CallShape call, Count count, @Nullable ResultShape result,
            @Nullable ToolName after, boolean whole) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            var names = call.names().stream().map(ToolName::toString).toList();
            var subject = names.size() == 1 ? "the tool " + names.getFirst()
                    : "one of the tools " + String.join(", ", names);
            return new Expectation(subject, "be called" + count.words() + call.withArguments()
                    + (result == null ? "" : " and the result " + result) + (after == null ? "" : ", after " + after));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            return judge(reply).seeing(() -> NearCalls.of(call, reply.toolCalls()).seen());
        }

        private Observation judge(ResponseDocument reply) {
            var named = reply.answeredCalls().stream().filter(each -> call.isNamed(each.call())).toList();
            var fitting = named.stream().filter(each -> !(whole && isCut(each, reply)))
                    .filter(each -> call.takes(each.call().arguments(), reply.budget())).toList();
            var counted = fitting.stream().filter(each -> hasResult(each, reply.budget())).toList();
            if (!count.allows(counted.size())) {
                return Observation.fails(() -> miscounted(named, fitting, counted, reply));
            }
            return Observation.unless(tooEarly(counted, reply), () -> counted.isEmpty() ? "but it was not"
                    : "but it was: " + CallWords.listed(AnsweredCall.calls(counted)));
        }

        /** Whether the answer ended in the middle of the arguments. */
        private static boolean isCut(AnsweredCall each, ResponseDocument reply) {
            return reply.reply().wasCut() && each.call().arguments().isString();
        }

        private boolean hasResult(AnsweredCall each, StepBudget budget) {
            return result == null || result.trouble(each, budget).isEmpty();
        }

        private Optional<String> tooEarly(List<AnsweredCall> counted, ResponseDocument reply) {
            var calls = reply.toolCalls();
            return after == null ? Optional.empty()
                    : after.tooEarly(calls, counted.isEmpty() ? -1 : calls.indexOf(counted.getFirst().call()));
        }

        private String miscounted(List<AnsweredCall> named, List<AnsweredCall> fitting, List<AnsweredCall> counted,
                ResponseDocument reply) {
            if (!counted.isEmpty()) {
                return CallWords.times(AnsweredCall.calls(counted));
            }
            if (named.isEmpty()) {
                return CallWords.others(reply.toolCalls()) + NearCalls.of(call, reply.toolCalls()).words(true);
            }
            var calls = CallWords.listed(AnsweredCall.calls(named));
            if (whole && named.stream().anyMatch(each -> isCut(each, reply))) {
                return "but it was called as " + calls + ", whose arguments were cut off (finish reason: "
                        + reply.reply().finish() + ")";
            }
            if (result != null && !fitting.isEmpty()) {
                return "but it was called as " + calls
                        + result.trouble(fitting.getLast(), reply.budget()).map(why -> ": " + why).orElse("");
            }
            return "but it was called as " + calls
                    + NearCalls.of(call, AnsweredCall.calls(named)).words(named.size() > 1);
        }
    }

    /** Calls were made in an order, whatever came between them. */
    private record InOrder(List<CallShape> wanted) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            return new Expectation("the tools " + listed(wanted), "be called in this order")
                    .of(CallWords.data(wanted));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            var calls = reply.toolCalls();
            int found = found(calls, reply.budget());
            var finding = found == wanted.size() ? Observation.holds(() -> "but they were: " + CallWords.listed(calls))
                    : Observation.fails(() -> missing(found, calls));
            return finding.seeing(() -> CallWords.seen(calls));
        }

        /** Returns how many are found; taking the first matching call leaves the most for the others. */
        private int found(List<ToolCall> calls, StepBudget budget) {
            int found = 0;
            for (int at = 0; at < calls.size() && found < wanted.size(); at++) {
                if (wanted.get(found).fits(calls.get(at), budget)) {
                    found++;
                }
            }
            return found;
        }

        private String missing(int found, List<ToolCall> calls) {
            var absent = wanted.get(found);
            var where = found == 0 ? "" : " after " + wanted.get(found - 1).words();
            return "but " + absent.words() + " was not called" + where + ": "
                    + (calls.isEmpty() ? "no tool was called" : CallWords.listed(calls))
                    + NearCalls.of(absent, calls).words(true);
        }
    }

    /**
     * Exactly these calls, in any order: each expected call has one of its own. Uses a matching that leaves the fewest
     * unmatched.
     */
    private record Exactly(List<CallShape> wanted) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            return new Expectation("the calls of tools", wanted.isEmpty() ? "be none"
                    : "be exactly " + listed(wanted) + " in any order").of(CallWords.data(wanted));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            var calls = reply.toolCalls();
            if ((long) wanted.size() * calls.size() > CallMatching.MOST_STEPS) {
                throw CallMatching.tooMany();
            }
            return judge(calls, CallMatching.of(fits(calls, reply.budget()), calls.size()))
                    .seeing(() -> CallWords.seen(calls));
        }

        private boolean[][] fits(List<ToolCall> calls, StepBudget budget) {
            var fits = new boolean[wanted.size()][calls.size()];
            for (int i = 0; i < fits.length; i++) {
                for (int j = 0; j < calls.size(); j++) {
                    fits[i][j] = wanted.get(i).fits(calls.get(j), budget);
                }
            }
            return fits;
        }

        private Observation judge(List<ToolCall> calls, CallMatching matching) {
            var missing = Arrays.stream(matching.unserved()).mapToObj(wanted::get).toList();
            var tooMany = Arrays.stream(matching.unused()).mapToObj(calls::get).toList();
            if (missing.isEmpty() && tooMany.isEmpty()) {
                return Observation.holds(() -> calls.isEmpty() ? "but there were none"
                        : "but they were: " + CallWords.listed(calls));
            }
            return Observation.fails(() -> words(missing, tooMany));
        }

        /** Explains missing calls by the extra ones, if there are any. */
        private static String words(List<CallShape> missing, List<ToolCall> tooMany) {
            var parts = new ArrayList<String>();
            missing.stream().limit(MOST_MISSING).forEach(shape -> parts.add(shape.words() + " is missing"));
            if (missing.size() > MOST_MISSING) {
                parts.add((missing.size() - MOST_MISSING) + " more are missing");
            }
            if (!tooMany.isEmpty()) {
                parts.add(CallWords.listed(tooMany) + (tooMany.size() == 1 ? " is" : " are") + " too many");
            }
            var near = missing.isEmpty() ? "" : NearCalls.of(missing.getFirst(), tooMany).words(true);
            return "but " + parts.stream().collect(Collectors.joining(", and ")) + near;
        }
    }

    /**
     * A tool call returned without an error and with a required result.
     *
     * @param tools any of them
     * @param result null for any
     */
    private record CameBack(List<ToolName> tools, @Nullable ResultShape result) implements CompiledCheck {

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
            var sound = called.stream().filter(call -> trouble(call, reply.budget()).isEmpty()).findFirst();
            return sound.map(call -> Observation.holds(() -> "but it did: " + words(call)))
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
            called.reversed().stream().limit(MOST_TOLD)
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
}
