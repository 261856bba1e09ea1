package dev.muster.common.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What is said to the target, and who says it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "mode")
@JsonSubTypes(@JsonSubTypes.Type(value = Conversation.Standard.class, name = "standard"))
public sealed interface Conversation {

    /**
     * One call with the whole history; the reply is what is checked.
     *
     * @param messages at least one, in order
     */
    record Standard(List<Message> messages) implements Conversation {
        public Standard {
            messages = List.copyOf(messages);
        }
    }
}
