package dev.muster.common.agent;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A question that a run ended with; the next call answers each one with a {@link Resume}.
 *
 * @param detail all that the agent sent about it
 * @param legacy it arrived as a custom event from an older LangGraph server, and is answered in that form
 */
public record Interrupt(String id, @Nullable String message, JsonNode detail, boolean legacy) {

    /** Words by which a user approves, whatever the protocol. */
    private static final Set<String> YES = Set.of("yes", "y", "ok", "true", "approve", "approved", "accept");
    /** Words by which a user denies, where another text would be an answer. */
    private static final Set<String> NO = Set.of("no", "n", "false", "deny", "denied", "decline", "reject");

    public static boolean approves(String text) {
        return YES.contains(text.strip().toLowerCase(Locale.ROOT));
    }

    /** Whether an answer approves: {@code {approve: true}}, true, or a word for it. */
    public static boolean approves(JsonNode answer) {
        return answer.isString() ? approves(answer.stringValue())
                : answer.path("approve").asBoolean(answer.asBoolean(false));
    }

    /** Returns why an answer approves or not: its reason, or its text. */
    public static Optional<String> reason(JsonNode answer) {
        return (answer.isString() ? answer : answer.path("reason")).stringValueOpt();
    }

    public static boolean denies(String text) {
        return NO.contains(text.strip().toLowerCase(Locale.ROOT));
    }

    public Resume resolved(JsonNode payload) {
        return new Resume(id, true, payload, legacy);
    }

    /**
     * The answer to an interrupt of the previous run.
     *
     * @param resolved false when the interrupt is cancelled
     * @see Interrupt#resolved
     */
    public record Resume(String interruptId, boolean resolved, @Nullable JsonNode payload, boolean legacy) {}
}
