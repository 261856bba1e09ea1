package dev.muster.common.assertion.eval;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.AssertionResult;

/** A reply under examination: parsed once for any number of assertions. Not thread-safe. */
public final class ExaminedReply {

    private final ResponseDocument document;

    public ExaminedReply(AgentReply reply) {
        this.document = new ResponseDocument(reply);
    }

    public AssertionResult by(CompiledAssertion assertion) {
        return assertion.evaluate(document);
    }
}
