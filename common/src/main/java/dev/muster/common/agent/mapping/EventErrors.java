package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.http.OneLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Errors that the data of an event reports, where no mapping says so. */
final class EventErrors {

    private static final String ERROR = "error";
    /** Members that name the kind of an event. */
    private static final List<String> KINDS = List.of("type", "event", "kind");
    /** Members that may have the words of an error, the most particular first. */
    private static final List<String> WORDS = List.of(ERROR, "message", "detail", "errorText", "data");
    /** Parts of the names of events about a call, whose errors the agent reads and answers. */
    private static final List<String> OF_CALLS = List.of("tool", "function", "call");

    private EventErrors() {}

    /** Returns the failure that an event reports; null for none. */
    static @Nullable AgentFailure in(JsonNode event) {
        boolean named = kinds(event).anyMatch(kind -> kind.equalsIgnoreCase(ERROR)
                || (EventNames.isError(kind) && !isOfCall(kind)));
        boolean has = AnswerPaths.isSet(event.get(ERROR)) && kinds(event).noneMatch(EventErrors::isOfCall);
        return named || has
                ? AgentFailure.Agent.declared("agent error: the stream has an error: " + OneLine.of(words(event)))
                : null;
    }

    private static Stream<String> kinds(JsonNode event) {
        return KINDS.stream().map(kind -> event.path(kind).stringValue("")).filter(kind -> !kind.isEmpty());
    }

    private static boolean isOfCall(String kind) {
        var name = kind.toLowerCase(Locale.ROOT);
        return OF_CALLS.stream().anyMatch(name::contains);
    }

    private static String words(JsonNode event) {
        var words = WORDS.stream().filter(event::has).map(event::path).filter(AnswerPaths::isSet).findFirst()
                .orElse(event);
        var inside = words.path("message");
        return inside.isString() ? inside.stringValue() : words.isString() ? words.stringValue() : event.toString();
    }
}
