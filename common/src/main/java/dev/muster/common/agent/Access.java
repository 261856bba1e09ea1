package dev.muster.common.agent;

import module java.base;
import dev.muster.common.config.HttpMapping;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The way to reach an agent where its protocol alone does not define it. */
public sealed interface Access {

    /**
     * Over HTTP or a WebSocket, by a mapping whose texts still hold the names that only a call knows.
     *
     * @param given the values of the others: of the environment, of hooks and of the case
     */
    record Http(HttpMapping mapping, Map<String, JsonNode> given) implements Access {

        @Override
        public String toString() {
            return "Http[" + given.keySet() + "]";
        }
    }

    /** By OpenAI's Chat Completions, with each answer in one piece. */
    record WholeCompletions() implements Access {}

    /**
     * By OpenAI's Responses API.
     *
     * @param stored whether the server keeps responses
     * @param streamed whether answers are requested as streams
     */
    record Responses(boolean stored, boolean streamed) implements Access {

        public Responses(boolean stored) {
            this(stored, true);
        }
    }

    /**
     * By the Model Context Protocol.
     *
     * @param version the protocol's version; null to find it out
     * @param program the server; null for one with an address
     */
    record Mcp(@Nullable String version, @Nullable DocumentAgent program) implements Access {}

    /** By documents: a program or a function. */
    record Document(DocumentAgent agent) implements Access {}
}
