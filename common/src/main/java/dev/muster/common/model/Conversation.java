package dev.muster.common.model;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;

/** The input of a case: what to say to the target, and who says it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "mode")
@JsonSubTypes({@JsonSubTypes.Type(value = Conversation.Standard.class, name = "standard"),
    @JsonSubTypes.Type(value = Conversation.Scripted.class, name = "scripted"),
    @JsonSubTypes.Type(value = Conversation.Dynamic.class, name = "dynamic"),
    @JsonSubTypes.Type(value = Conversation.ScriptTest.class, name = "script_test")})
public sealed interface Conversation {

    default List<Turn> turns() {
        return List.of();
    }

    /** Returns the history that is there before the first answer. */
    default List<Message> opening() {
        return List.of();
    }

    default List<Checkpoint> checkpoints() {
        return List.of();
    }

    /** Returns this conversation with these turns, if its kind has any. */
    default Conversation with(List<Turn> turns) {
        return this;
    }

    /** One call with the whole history, at least one message; the reply is checked. */
    record Standard(List<Message> messages) implements Conversation {

        @Override
        public List<Message> opening() {
            return messages;
        }
    }

    /**
     * Written turns, one call each, then {@code then}.
     *
     * @param opening history that is there before the first turn; it is sent, not answered
     * @param turns in order; empty only when {@code then} can give the first input
     * @param finals how the case's own assertions are judged
     */
    record Scripted(List<Message> opening, List<Turn> turns, Then then, Finals finals) implements Conversation {

        @Override
        public Conversation with(List<Turn> others) {
            return new Scripted(opening, others, then, finals);
        }
    }

    /**
     * A simulated user until all required checkpoints are reached.
     *
     * @param opening history that is there before the first turn; it is sent, not answered
     * @param turns turns before the simulator begins; may be empty
     * @param checkpoints at least one
     * @param maxTurns maximum number of calls to the target
     */
    record Dynamic(List<Message> opening, List<Turn> turns, HelperUse simulator, List<Checkpoint> checkpoints,
            int maxTurns) implements Conversation {

        @Override
        public Conversation with(List<Turn> others) {
            return new Dynamic(opening, others, simulator, checkpoints, maxTurns);
        }
    }

    /**
     * A script function that drives the conversation and makes its own assertions.
     *
     * @param file path in the scripts folder, with {@code /}
     * @param function a function that the file exports
     * @param agents ids of the agents that it may call
     */
    record ScriptTest(String file, String function, List<String> agents) implements Conversation {}

    /**
     * The rules for the assertions of a whole case.
     *
     * @param scope what the assertions see
     * @param passThreshold minimum score (weighted mean over turns and finals, 0 to 1) to pass; null: the score does
     *            not
     *     decide
     */
    record Finals(Scope scope, @Nullable Double passThreshold) {

        public static final Finals LAST_REPLY = new Finals(Scope.LAST_REPLY, null);
        public static final Finals WHOLE = new Finals(Scope.WHOLE, null);
    }

    /** The part of a conversation that final assertions see. */
    enum Scope {
        /** The text of the last reply, the state and the tools of the whole conversation. */
        LAST_REPLY,
        /** All texts joined by newlines, and the tools, state and times of the whole conversation. */
        WHOLE
    }

    /**
     * An expectation that must be met at some point of a dynamic conversation.
     *
     * @param id unique in its case
     * @param description for users; null for none
     * @param assertions evaluated on each reply until all hold for one
     * @param after checkpoints that must be reached first, possibly in the same turn
     * @param required whether the case fails without it
     */
    record Checkpoint(String id, @Nullable String description, List<Assertion> assertions, List<String> after,
            boolean required) {}
}
