package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.ToolCheck;

/** Compiles checks of the calls of tools. */
final class ToolChecks {

    static CompiledCheck compile(ToolCheck check) throws AssertionFault {
        return switch (check) {
            case ToolCheck.ToolCalled called -> new CalledCheck(CallShape.compile(called.call(), check.kind()),
                    CallWords.checked(called.count()),
                    called.result() == null ? null : ResultShape.compile(called.result()),
                    called.after() == null ? null : ToolName.of(called.after(), "'after'"), true);
            case ToolCheck.ToolNotCalled(var call) -> new CalledCheck(CallShape.compile(call, check.kind()),
                    CallCount.AT_LEAST_ONE, null, null, false);
            case ToolCheck.ToolsInOrder(var calls) when calls.isEmpty() ->
                throw new AssertionFault("'" + check.kind() + "' names no tools; write a list of them");
            case ToolCheck.ToolsInOrder(var calls) -> new InOrderCheck(shapes(calls, check));
            case ToolCheck.ToolsExact(var calls) -> new ExactCallsCheck(shapes(calls, check));
            case ToolCheck.ToolResult(var tools, var _) when tools.isEmpty()
                    || tools.stream().anyMatch(String::isBlank) ->
                throw new AssertionFault(
                        "'" + check.kind() + "' names no tool; write it, such as tool: create_expense");
            case ToolCheck.ToolResult(var tools, var result) ->
                new ResultCheck(tools.stream().map(ToolName::new).toList(),
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
}
