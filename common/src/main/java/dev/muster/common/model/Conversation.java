package dev.muster.common.model;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;

/** The input of a case: what to say to the target, and who says it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "mode")
@JsonSubTypes({@JsonSubTypes.Type(value = Conversation.Standard.class, name = "standard"),
    @JsonSubTypes.Type(value = Conversation.Scripted.class, name = "scripted"),
    @JsonSubTypes.Type(value = Conversation.Dynamic.class, name = "dynamic"),
    @JsonSubTypes.Type(value = Conversation.ScriptTest.class, name = "script_test")})
public sealed interface Conversation {

    /** Returns the messages that are sent before any turn. */
    default List<Message> history() {
        return switch (this) {
            case Standard(var messages) -> messages;
            case Scripted scripted -> scripted.opening;
            case Dynamic dynamic -> dynamic.opening;
            case ScriptTest _ -> List.of();
        };
    }

    /** Returns the written turns. */
    List<Turn> turns();

    /** Returns this conversation with these written turns. */
    Conversation with(List<Turn> turns);

    /**
     * One call with the whole history; the reply is checked.
     *
     * @param messages at least one, in order
     */
    record Standard(List<Message> messages) implements Conversation {
        public Standard {
            messages = List.copyOf(messages);
        }

        @Override
        public List<Turn> turns() {
            return List.of();
        }

        @Override
        public Conversation with(List<Turn> others) {
            return this;
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
        public Scripted {
            opening = List.copyOf(opening);
            turns = List.copyOf(turns);
        }

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
        public Dynamic {
            opening = List.copyOf(opening);
            turns = List.copyOf(turns);
            checkpoints = List.copyOf(checkpoints);
        }

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
    record ScriptTest(String file, String function, List<String> agents) implements Conversation {
        public ScriptTest {
            agents = List.copyOf(agents);
        }

        @Override
        public List<Turn> turns() {
            return List.of();
        }

        @Override
        public Conversation with(List<Turn> others) {
            return this;
        }
    }

    /**
     * How the assertions of a whole case are judged.
     *
     * @param scope what the assertions see
     * @param passThreshold minimum score (weighted mean over turns and finals, 0 to 1) to pass; null: the score does not
     *     decide
     */
    record Finals(Scope scope, @Nullable Double passThreshold) {

        public static final Finals LAST_REPLY = new Finals(Scope.LAST_REPLY, null);
        public static final Finals WHOLE = new Finals(Scope.WHOLE, null);
    }

    /** What final assertions see. */
    enum Scope {
        /** The text of the last reply, the state and the tools of the whole conversation. */
        LAST_REPLY,
        /** All texts joined by newlines, and the tools, state and times of the whole conversation. */
        WHOLE
    }
}
