package dev.muster.common.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.muster.common.option.HelperUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said to the target, and who says it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "mode")
@JsonSubTypes({@JsonSubTypes.Type(value = Conversation.Standard.class, name = "standard"),
    @JsonSubTypes.Type(value = Conversation.Scripted.class, name = "scripted"),
    @JsonSubTypes.Type(value = Conversation.Dynamic.class, name = "dynamic"),
    @JsonSubTypes.Type(value = Conversation.ScriptTest.class, name = "script_test")})
public sealed interface Conversation {

    /** What is written down to be said turn by turn. */
    List<Turn> turns();

    /** The same with these turns written down. */
    Conversation with(List<Turn> turns);

    /**
     * One call with the whole history; the reply is what is checked.
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
     * Written turns, one call each, then what {@code then} says.
     *
     * @param opening history that is there before the first turn; it is sent, not answered
     * @param turns in order; empty only when {@code then} can give the first input
     * @param finals what the case's own assertions are checked on
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
     * @param turns said before the simulator begins; may be empty
     * @param checkpoints at least one
     * @param maxTurns most calls to the target
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
     * A function of a script says what is said, and asserts of the answers itself.
     *
     * @param file from the scripts folder, with {@code /}
     * @param function that the file exports
     * @param agents ids of those that it may call or ask
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
     * @param scope what they see
     * @param passThreshold least score (weighted mean over turns and finals, 0 to 1) of a case that passes; null: the
     *            score decides nothing
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
