package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;

/** A compiled check. */
interface CompiledCheck {

    /** Returns what the check expects, for failure messages. */
    Expectation expectation();

    /**
     * Whether it holds, before any {@code negate}.
     *
     * @throws LimitExceeded when a limit is exceeded before that is certain
     */
    Observation look(ResponseDocument reply);

    /** Returns the check as it is for an assertion that it must not hold. */
    default CompiledCheck negated() {
        return this;
    }

    static CompiledCheck of(Supplier<Expectation> expectation, Function<ResponseDocument, Observation> look) {
        return new CompiledCheck() {
            @Override
            public Expectation expectation() {
                return expectation.get();
            }

            @Override
            public Observation look(ResponseDocument reply) {
                return look.apply(reply);
            }
        };
    }

    /** @throws AssertionFault when a pattern, a path or a type name is invalid or not allowed */
    static CompiledCheck of(Check check) throws AssertionFault {
        return switch (check) {
            case TextCheck text -> TextChecks.compile(text);
            case ValueCheck value -> ValueChecks.compile(value);
            case ToolCheck tools -> ToolChecks.compile(tools);
            case LimitCheck limit -> LimitChecks.compile(limit);
            case ForeignCheck.AgUi(var clause) -> AgUiClauses.compile(clause);
            case ForeignCheck.Oracle oracle -> Oracles.compile(oracle);
            case ExternalCheck other -> throw new AssertionFault(other.whyNotCompiled());
        };
    }
}
