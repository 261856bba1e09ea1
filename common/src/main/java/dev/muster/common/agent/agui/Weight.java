package dev.muster.common.agent.agui;

import dev.muster.common.agent.http.AnswerJson;
import tools.jackson.databind.JsonNode;

/** How much a document weighs, roughly in bytes: a patch that copies can double it with each operation. */
final class Weight {

    private static final long MOST = 64L << 20;
    private static final int NODE = 8;

    private long sum;

    /** @throws PatchFailed when all that was added is too heavy, or this nests too deep to be stored */
    void add(JsonNode document) throws PatchFailed {
        add(document, 1);
    }

    private void add(JsonNode node, int depth) throws PatchFailed {
        sum += NODE + (node.isString() ? node.stringValue().length() : 0);
        if (sum > MOST) {
            throw new PatchFailed("the state would grow past 64 MiB");
        }
        if (depth > AnswerJson.DEEPEST) {
            throw new PatchFailed("the state would nest deeper than " + AnswerJson.DEEPEST);
        }
        for (JsonNode child : node) {
            add(child, depth + 1);
        }
    }
}
