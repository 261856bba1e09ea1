package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import tools.jackson.databind.JsonNode;

/** The amount that the patches of one stream copied and moved, roughly in bytes: a short one can double a document. */
final class PatchWeight {

    private static final long MOST = 64L << 20;
    /** A node takes about this much, whatever it holds. */
    private static final int NODE = 64;
    /** So many elements are moved in the time in which a byte is copied into a new node. */
    private static final int SHIFTED = 64;

    private long sum;

    /** Counts the elements behind a place in a list that one is put into or taken from. */
    void shift(int elements) throws PatchedDocument.PatchFailed {
        sum += elements / SHIFTED;
        check();
    }

    /**
     * @param depth depth of the node at its destination
     * @throws PatchedDocument.PatchFailed when the total is too large, or this nests too deep to be stored
     */
    void add(JsonNode node, int depth) throws PatchedDocument.PatchFailed {
        sum += NODE + (node.isString() ? node.stringValue().length() : 0);
        check();
        if (depth > AnswerJson.DEEPEST) {
            throw new PatchedDocument.PatchFailed("the state would nest deeper than " + AnswerJson.DEEPEST);
        }
        for (JsonNode child : node) {
            add(child, depth + 1);
        }
    }

    private void check() throws PatchedDocument.PatchFailed {
        if (sum > MOST) {
            throw new PatchedDocument.PatchFailed("the patches of this run would copy more than 64 MiB");
        }
    }
}
