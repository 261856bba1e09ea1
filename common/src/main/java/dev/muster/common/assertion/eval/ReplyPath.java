package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.AgentReply;
import tools.jackson.databind.JsonNode;

/** Evaluates a JSON path on a reply, like a {@code json_path} assertion, for values that a case stores. */
public final class ReplyPath {

    private ReplyPath() {}

    /**
     * Returns the first value.
     *
     * @throws AssertionFault when the path is invalid or not allowed
     */
    public static Optional<JsonNode> find(String path, AgentReply reply) throws AssertionFault {
        var compiled = DocumentPath.compile(path);
        try {
            return compiled.in(new ResponseDocument(reply).places()).map(found -> found.values().getFirst());
        } catch (LimitExceeded bound) {
            throw new AssertionFault("the path " + path + " takes too many steps in this reply; write one without ..");
        }
    }
}
