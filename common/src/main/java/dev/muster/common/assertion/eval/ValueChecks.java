package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.ValueCheck;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compiles checks of a value in the reply. */
final class ValueChecks {

    private static final int MOST = 5;
    private static final Map<String, String> MEANT = Map.ofEntries(Map.entry("int", "integer"),
            Map.entry("float", "number"), Map.entry("double", "number"), Map.entry("bool", "boolean"),
            Map.entry("str", "string"), Map.entry("text", "string"), Map.entry("list", "array"),
            Map.entry("map", "object"), Map.entry("dict", "object"), Map.entry("nil", "null"),
            Map.entry("none", "null"));

    static CompiledCheck compile(ValueCheck check) throws AssertionFault {
        return switch (check) {
            case ValueCheck.JsonPath(var path, var value) -> path(DocumentPath.compile(path), value);
            case ValueCheck.Type(var path, var expected) -> type(compiled(path), named(expected));
            case ValueCheck.Schema(var path, var schema) -> schema(compiled(path), JsonSchema.compile(schema));
            case ValueCheck.IsJson(var schema) ->
                json(schema == null ? null : schema(null, JsonSchema.compile(schema)));
        };
    }

    private static @Nullable DocumentPath compiled(@Nullable String path) throws AssertionFault {
        return path == null ? null : DocumentPath.compile(path);
    }

    /**
     * The value at a path; if the path finds many, all of them.
     *
     * @param path null checks the reply
     * @param look takes the values, and " in " and their place
     */
    private static CompiledCheck at(@Nullable DocumentPath path, String verb,
            BiFunction<List<JsonNode>, String, Observation> look) {
        return path == null
                ? CompiledCheck.of(() -> new Expectation("the reply", verb),
                        reply -> look.apply(List.of(reply.value()), ""))
                : new AtPath(path, new Expectation(path.toString(), verb), true,
                        found -> look.apply(found.values(), " in " + found.place()).at(found.place()));
    }

    /**
     * A check of what is at a path: in the first place that has it; if it must not hold, in every place.
     *
     * @param ofValue whether the value matters, not only that there is one
     */
    private record AtPath(DocumentPath path, Expectation expectation, boolean ofValue,
            Function<FoundValues, Observation> look) implements CompiledCheck {

        @Override
        public Observation look(ResponseDocument reply) {
            return path.in(reply.places()).map(look).orElseGet(() -> nowhere(reply));
        }

        @Override
        public CompiledCheck negated() {
            return CompiledCheck.of(() -> expectation, reply -> {
                var all = path.everywhere(reply.places()).stream().map(look).toList();
                return all.stream().filter(each -> each.outcome() != CheckOutcome.FAILS).findFirst()
                        .or(() -> all.stream().findFirst()).orElseGet(() -> absent(reply));
            });
        }

        private Observation absent(ResponseDocument reply) {
            if (ofValue) {
                return nowhere(reply).unchecked("nothing is at " + path + ", so the assertion that it must not "
                        + expectation.verb() + " passed without a value");
            }
            return reply.isOnlyText() && !ResponseDocument.isItsMember(path.toString())
                    ? nowhere(reply).unchecked("the reply is not JSON, so the assertion that " + path + " must not "
                            + expectation.verb() + " passed unchecked; add is_json where the reply is to be JSON")
                    : nowhere(reply);
        }
    }

    private static CompiledCheck schema(@Nullable DocumentPath path, JsonSchema schema) {
        return at(path, "fit the schema", (values, where) -> {
            try {
                for (var value : values) {
                    var trouble = schema.trouble(value);
                    if (!trouble.none()) {
                        return Observation.fails(() -> "found " + Excerpt.of(value) + where + trouble.behindColon())
                                .seeing(() -> Seen.of(value).differing(trouble));
                    }
                    if (!schema.concerns(value)) {
                        return Observation.undecided(() -> "found " + described(value) + where + ", of which the schema"
                                + " says nothing; write its 'type'").seeing(() -> Seen.of(value));
                    }
                }
                return Observation.holds(() -> "but it does").seeing(() -> Seen.of(values.getFirst()));
            } catch (LimitExceeded bound) { // which has a place all the same
                return Observation.undecided(bound::sentence);
            }
        });
    }

    /** @param then what else the JSON has to be; null for any */
    private static CompiledCheck json(@Nullable CompiledCheck then) {
        return CompiledCheck.of(
                () -> Expectation.ofReply("be JSON" + (then == null ? "" : " and " + then.expectation().verb())),
                reply -> ReplyJson.whole(reply.text()).isEmpty()
                        ? Observation.fails(() -> "found " + Excerpt.of(reply.text()))
                                .seeing(() -> Seen.of(reply.text()))
                        : then == null ? Observation.holds(() -> "but it is").seeing(() -> Seen.of(reply.text()))
                                : then.look(reply));
    }

    private static CompiledCheck type(@Nullable DocumentPath path, JsonType type) {
        return at(path, "be " + type.words, (values, where) -> {
            var other = values.stream().filter(value -> !type.matches(value)).findFirst();
            var seen = other.orElseGet(values::getFirst);
            return Observation.of(other.isEmpty(), () -> "found " + described(seen) + where)
                    .seeing(() -> Seen.of(seen));
        });
    }

    private static String described(JsonNode value) {
        return value.isNull() ? "null" : JsonType.of(value).words + " (" + Excerpt.of(value) + ")";
    }

    private static JsonType named(String name) throws AssertionFault {
        var lower = name.strip().toLowerCase(Locale.ROOT);
        var meant = MEANT.getOrDefault(lower, lower);
        var type = List.of(JsonType.values()).stream().filter(one -> one.wire().equals(meant)).findFirst();
        if (type.isEmpty() || !meant.equals(name)) {
            throw new AssertionFault("'" + name + "' is not a type; write "
                    + (type.isPresent() ? meant : "string, number, integer, boolean, array, object or null"));
        }
        return type.get();
    }

    /** @param value null: the path only has to exist */
    private static CompiledCheck path(DocumentPath path, @Nullable JsonNode value) {
        var expectation = value == null ? new Expectation(path.toString(), "exist")
                : new Expectation(path.toString(), (value.isArray() ? "be or be one of " : "be ") + Excerpt.of(value))
                        .of(value);
        return new AtPath(path, expectation, value != null, found -> judge(path, value, found));
    }

    private static Observation judge(DocumentPath path, @Nullable JsonNode value, FoundValues found) {
        var finding = value == null || found.values().stream().anyMatch(one -> accepts(value, one))
                ? Observation.holds(() -> "found " + words(found))
                : Observation.fails(() -> "found " + words(found) + differences(path, value, found).behindColon());
        return finding.seeing(() -> seen(found).differing(differences(path, value, found)));
    }

    /** Returns the differences of objects and lists; for other types the value is enough. */
    private static Differences differences(DocumentPath path, @Nullable JsonNode value, FoundValues found) {
        var one = found.values().getFirst();
        boolean alike = value != null && found.values().size() == 1
                && ((value.isObject() && one.isObject()) || (value.isArray() && one.isArray()));
        return alike ? JsonEquality.differences(Objects.requireNonNull(value), one, path.toString())
                : Differences.any();
    }

    private static boolean accepts(JsonNode value, JsonNode found) {
        return JsonEquality.equal(value, found) || (value.isArray() && !found.isArray()
                && value.valueStream().anyMatch(allowed -> JsonEquality.equal(allowed, found)));
    }

    /** Returns the first few values, and where they were. */
    private static String words(FoundValues found) {
        var more = found.values().size() > MOST ? " and " + (found.values().size() - MOST) + " more" : "";
        return found.values().stream().limit(MOST).map(Excerpt::of).collect(Collectors.joining(", ")) + more + " in "
                + found.place();
    }

    /** Returns the same as data. */
    private static Seen seen(FoundValues found) {
        var values = found.values();
        return Seen.of(values.size() == 1 ? values.getFirst()
                : JsonNodeFactory.instance.arrayNode().addAll(values.subList(0, Math.min(MOST, values.size()))))
                .at(found.place());
    }

    private static Observation nowhere(ResponseDocument reply) {
        return Observation.fails(() -> "but nothing is there: looked in " + places(reply));
    }

    private static String places(ResponseDocument reply) {
        var names = reply.places().stream().map(ValueChecks::described).toList();
        var listed = names.size() == 1 ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
        return listed + (reply.json().isEmpty() ? " (the reply is not JSON: " + Excerpt.of(reply.text()) + ")" : "");
    }

    private static String described(DocumentPlace place) {
        boolean ours = "the response document".equals(place.name());
        return ours || !place.root().isObject() ? place.name() : place.name() + " (" + keys(place.root()) + ")";
    }

    private static String keys(JsonNode object) {
        var names = object.propertyNames().stream().limit(MOST).collect(Collectors.joining(", "));
        return object.isEmpty() ? "an empty object" : "which has " + names + (object.size() > MOST ? ", …" : "");
    }

    /** The types by their names in suites. */
    private enum JsonType {
        STRING("a string"),
        NUMBER("a number"),
        INTEGER("an integer"),
        BOOLEAN("a boolean"),
        ARRAY("an array"),
        OBJECT("an object"),
        NULL("null");

        private final String words;

        JsonType(String words) {
            this.words = words;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** 1.0 is an integer, as in JSON Schema. */
        boolean matches(JsonNode node) {
            return switch (this) {
                case STRING -> node.isString();
                case NUMBER -> node.isNumber();
                case INTEGER -> node.isNumber() && node.canConvertToExactIntegral();
                case BOOLEAN -> node.isBoolean();
                case ARRAY -> node.isArray();
                case OBJECT -> node.isObject();
                case NULL -> node.isNull();
            };
        }

        static JsonType of(JsonNode node) {
            return List.of(values()).stream().filter(type -> type.matches(node)).findFirst().orElse(STRING);
        }
    }
}
