package dev.muster.cli.discovery;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What speaks at an address.
 *
 * @param name for people: {@code an AG-UI agent}
 * @param agent without the headers
 * @param answer its answer to the message; empty when none could be read; of an MCP server, its tools, one a line
 * @param place where the answer was read, such as {@code $.reply}
 * @param guessed the body of which the server took some members; null where the body is known
 */
public record FoundAgent(String name, Draft agent, String answer, String place, @Nullable RequestBody guessed) {

    FoundAgent(String name, Draft agent, String answer, String place) {
        this(name, agent, answer, place, null);
    }

    /** Returns the agents with a smaller body, the likeliest first; none where the body is known. */
    public List<Draft> smaller() {
        return guessed == null ? List.of()
                : guessed.single().stream().map(body -> agent.withBody(body.written())).toList();
    }

    /** Returns the agent with the body that a refusal of a smaller one asks for; null when it asks for none. */
    public @Nullable Draft corrected(Draft refused, String refusal) {
        return guessed == null ? null : guessed.corrected(refused, refusal);
    }

    /** The place of an answer that needed no message, as the server describes itself. */
    public static final String ITSELF = "its description of itself";
}
