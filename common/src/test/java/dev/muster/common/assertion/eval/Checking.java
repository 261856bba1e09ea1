package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.result.AssertionResult;

/** Compiles a check and evaluates it over one reply. */
final class Checking {

    private Checking() {}

    static AssertionResult evaluate(Check check, boolean negate, Replies reply) throws AssertionFault {
        var assertion = new Assertion(check, negate, null, null, 1);
        return CompiledAssertions.compile(List.of(assertion)).evaluate(reply.reply()).getFirst();
    }

    /** Asserts that the check holds and its negation fails. */
    static void holds(Check check, Replies reply) throws AssertionFault {
        assertThat(evaluate(check, false, reply).reason()).isNull();
        assertThat(evaluate(check, true, reply).passed()).isFalse();
    }

    /** Asserts that the check fails and its negation holds. */
    static void fails(Check check, Replies reply) throws AssertionFault {
        assertThat(evaluate(check, false, reply).passed()).isFalse();
        assertThat(evaluate(check, true, reply).reason()).isNull();
    }

    static String reason(Check check, Replies reply) throws AssertionFault {
        return String.valueOf(evaluate(check, false, reply).reason());
    }

    static String reasonNegated(Check check, Replies reply) throws AssertionFault {
        return String.valueOf(evaluate(check, true, reply).reason());
    }
}
