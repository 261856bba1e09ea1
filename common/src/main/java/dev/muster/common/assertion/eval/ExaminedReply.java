package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.result.AssertionResult;

/** A reply under examination: parsed once for any number of assertions. Not thread-safe. */
public final class ExaminedReply {

    private final ResponseDocument document;
    private final List<String> warnings = new ArrayList<>();

    public ExaminedReply(AgentReply reply) {
        this.document = new ResponseDocument(reply);
    }

    public AssertionResult by(CompiledAssertion assertion) {
        return assertion.evaluate(document, warnings::add);
    }

    /** Returns what the suite's author should know of the assertions that passed so far. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
