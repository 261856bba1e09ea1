package dev.muster.coordinator.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What came of asking. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({@JsonSubTypes.Type(value = HelperReply.Said.class, name = "said"),
    @JsonSubTypes.Type(value = HelperReply.Failed.class, name = "failed")})
public sealed interface HelperReply {

    /** Without what a model thought aloud. */
    record Said(String text) implements HelperReply {}

    /** No answer, or none that was complete; the failure table's words. */
    record Failed(String why) implements HelperReply {}
}
