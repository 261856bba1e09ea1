package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.AgUiClause;

/** Compiles the clauses of AG-UI tests. */
final class AgUiClauses {

    private AgUiClauses() {}

    static CompiledCheck compile(AgUiClause clause) throws AssertionFault {
        return switch (clause) {
            case AgUiClause.Forbid(var tool) -> new ForbidCallCheck(ToolName.of(tool, "'forbid'"),
                    CallFilter.compile(Map.of(), null));
            case AgUiClause.Require require -> RequireCheck.compile(require);
            case AgUiClause.ForbidCall(var tool, var args, var result) ->
                new ForbidCallCheck(ToolName.of(tool, "'forbid_calls'"), CallFilter.compile(args, result));
            case AgUiClause.MaxDuration(var ms) -> new DurationCheck(ms);
            case AgUiClause.MaxGap(var ms) -> new GapCheck(ms);
            case AgUiClause.MaxIdle(var ms) -> new IdleCheck(ms);
            case AgUiClause.MustMatch(var pattern) -> new RegexCheck(BoundedPattern.compile(pattern));
            case AgUiClause.MustNotMatch(var pattern) -> new RegexCheck(BoundedPattern.compile(pattern));
        };
    }

    /** Whether the assertion holds when the compiled check does not. */
    static boolean forbids(AgUiClause clause) {
        return switch (clause) {
            case AgUiClause.Forbid _,AgUiClause.ForbidCall _,AgUiClause.MustNotMatch _ -> true;
            case AgUiClause.Require _,AgUiClause.MaxDuration _,AgUiClause.MaxGap _,AgUiClause.MaxIdle _,AgUiClause.MustMatch _ ->
                false;
        };
    }
}
