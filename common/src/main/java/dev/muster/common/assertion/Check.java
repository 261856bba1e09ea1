package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.Shown;
import tools.jackson.databind.JsonNode;

/** A check; each kind has the name that suites use. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface Check permits TextCheck, ValueCheck, ToolCheck, LimitCheck, ExternalCheck, ForeignCheck {

    /** Every kind of check, by the name that stands at its record. */
    static Map<String, Class<?>> kinds() {
        var kinds = new LinkedHashMap<String, Class<?>>();
        kinds(Check.class).forEach(kind -> kinds.put(kind.getAnnotation(JsonTypeName.class).value(), kind));
        return Collections.unmodifiableMap(kinds);
    }

    private static Stream<Class<?>> kinds(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(kind -> kind.isSealed() ? kinds(kind) : Stream.of(kind));
    }

    /** Returns the name that suites use for this kind. */
    default String kind() {
        return getClass().getAnnotation(JsonTypeName.class).value();
    }

    /** Returns what the agent must be able to show: without it, the check says nothing about the agent. */
    default Set<Shown> needs() {
        return Set.of();
    }

    /** Returns what it looks at unless the reply itself is JSON that has its path. */
    default Set<Shown> mayNeed() {
        return Set.of();
    }

    /** Whether it looks beyond a reply's text, tool calls and results: at times, tokens, state or events. */
    default boolean readsBeyondReply() {
        return false;
    }

    /** Whether it looks at the text of the last reply, and so has nothing to look at where there is none. */
    default boolean readsText() {
        return false;
    }

    /** Whether its texts are searched for, so that an empty one is found in anything. */
    default boolean searches() {
        return false;
    }

    /** Whether it describes what must not happen. */
    default boolean forbids() {
        return false;
    }

    /** Whether a reason says nothing without the label, since another one writes it. */
    default boolean judgedByOthers() {
        return false;
    }

    /** Returns a few words for people: {@code contains "submitted"}. */
    String label();

    /**
     * Writes the members in the agent-test dialect, in the seeds' spelling where there are several.
     *
     * @param to has the kind as its {@code type}
     * @param nameOfTool the key of a sole tool: {@code name}, unless the assertion has a name itself
     */
    void write(JsonMembers to, String nameOfTool);

    static String json(JsonNode value) {
        return Json.MAPPER.writeValueAsString(value);
    }

    static String quoted(List<String> values) {
        return values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(", "));
    }
}
