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
        return switch (DocumentPath.compile(path).in(new ResponseDocument(reply).places())) {
            case DocumentPath.Lookup.Found(var place, var values) -> values.stream().findFirst();
            case DocumentPath.Lookup.Nowhere() -> Optional.empty();
            case DocumentPath.Lookup.TooCostly() -> throw new AssertionFault("the path " + path
                    + " takes too many steps in this reply; write one without ..");
        };
    }
}
