package dev.muster.common.assertion.eval;

import module java.base;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.result.AssertionResult;

/** All assertions of a case, compiled. Every one is evaluated and reported, in the order of the suite. */
public final class CompiledAssertions {

    private final List<CompiledAssertion> all;

    private CompiledAssertions(List<CompiledAssertion> all) {
        this.all = List.copyOf(all);
    }

    /** @throws AssertionFault for the first invalid one; to get every fault, compile one by one */
    public static CompiledAssertions compile(List<Assertion> assertions) throws AssertionFault {
        var compiled = new ArrayList<CompiledAssertion>();
        for (var assertion : assertions) {
            compiled.add(CompiledAssertion.compile(assertion));
        }
        return new CompiledAssertions(compiled);
    }

    /** Evaluates all of them; parses the reply once. */
    public List<AssertionResult> evaluate(AgentReply reply) {
        var examined = new ExaminedReply(reply);
        return all.stream().map(examined::by).toList();
    }
}
