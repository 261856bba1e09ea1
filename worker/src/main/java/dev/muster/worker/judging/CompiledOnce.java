package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;

/** Compiles each assertion of a case once, because checkpoints are tried on one reply after the other. */
public final class CompiledOnce {

    private final IdentityHashMap<Assertion, CompiledAssertion> compiled = new IdentityHashMap<>();

    public CompiledAssertion of(Assertion assertion) throws AssertionFault {
        var known = compiled.get(assertion);
        if (known != null) {
            return known;
        }
        var fresh = CompiledAssertion.compile(assertion);
        compiled.put(assertion, fresh);
        return fresh;
    }
}
