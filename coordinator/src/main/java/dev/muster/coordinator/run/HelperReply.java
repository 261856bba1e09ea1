package dev.muster.coordinator.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The reply of a helper agent, or why there is none. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({@JsonSubTypes.Type(value = HelperReply.Text.class, name = "said"),
    @JsonSubTypes.Type(value = HelperReply.Failed.class, name = "failed")})
public sealed interface HelperReply {

    /** The answer, without a model's reasoning. */
    record Text(String text) implements HelperReply {}

    /** No answer, or an incomplete one; in the words of the failure table. */
    record Failed(String why) implements HelperReply {}
}
