package dev.muster.common.assertion.eval;

import module java.base;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.Jackson3MappingProvider;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A compiled JSON path; tries the places of a response document until one has it. */
public final class DocumentPath {

    private static final int LONGEST = 1_000;
    /** Visits of values, about a microsecond each: enough for any path without {@code ..} over many megabytes. */
    static final int MOST_STEPS = 1_000_000;

    private final String source;
    private final JsonPath path;

    private DocumentPath(String source, JsonPath path) {
        this.source = source;
        this.path = path;
    }

    public static DocumentPath compile(String source) throws AssertionFault {
        if (source.isBlank()) {
            throw new AssertionFault("the JSON path is empty; write one like $.status");
        }
        if (source.length() > LONGEST) {
            throw new AssertionFault("the JSON path has " + source.length() + " characters; the limit is " + LONGEST);
        }
        if (usesPattern(source)) {
            throw new AssertionFault("the JSON path " + source + " uses =~, whose patterns can take for ever; find the "
                    + "value with a path and check it with ==, or check the reply with a regex assertion");
        }
        return new DocumentPath(source, parse(source));
    }

    private static JsonPath parse(String source) throws AssertionFault {
        JsonPath path;
        try {
            path = JsonPath.compile(source);
        } catch (JsonPathException | IllegalArgumentException wrong) {
            throw new AssertionFault(noPath(source, why(wrong)), wrong);
        }
        var trouble = PathEnd.trouble(source);
        if (trouble.isPresent()) {
            throw new AssertionFault(noPath(source, " (" + trouble.get() + ")"));
        }
        return path;
    }

    private static String noPath(String source, String why) {
        return "'" + source + "' is not a JSON path" + why + "; write one like $.items[0].id";
    }

    private static String why(RuntimeException wrong) {
        var message = wrong.getMessage();
        return message == null || message.contains("java.lang.") ? " (it ends too early)" : " (" + message + ")";
    }

    /** Whether {@code =~} occurs outside quotes. */
    private static boolean usesPattern(String source) {
        char quote = 0;
        for (int at = 0; at < source.length(); at++) {
            char c = source.charAt(at);
            if (quote == 0 && source.startsWith("=~", at)) {
                return true;
            }
            if (c == '\\') {
                at++;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
        }
        return false;
    }

    /**
     * Looks in each place in turn; returns empty when no place has it.
     *
     * @throws LimitExceeded when the bound on steps is exceeded before that is certain
     */
    Optional<FoundValues> in(List<DocumentPlace> places) {
        return in(places, new PathSteps(MOST_STEPS));
    }

    /**
     * Looks in every place.
     *
     * @throws LimitExceeded when the bound on steps is exceeded
     */
    List<FoundValues> everywhere(List<DocumentPlace> places) {
        return found(places, new PathSteps(MOST_STEPS)).toList();
    }

    private Optional<FoundValues> in(List<DocumentPlace> places, PathSteps steps) {
        return found(places, steps).findFirst();
    }

    private Stream<FoundValues> found(List<DocumentPlace> places, PathSteps steps) {
        var configuration = Configuration.builder().jsonProvider(new StepBound(steps))
                .mappingProvider(new Jackson3MappingProvider(Json.MAPPER)).build();
        return places.stream().flatMap(place -> found(place, configuration).stream());
    }

    private Optional<FoundValues> found(DocumentPlace place, Configuration configuration) {
        var values = values(place.root(), configuration);
        return values.isEmpty() ? Optional.empty() : Optional.of(new FoundValues(place.name(), values));
    }

    private List<JsonNode> values(JsonNode root, Configuration configuration) {
        try {
            JsonNode found = node(path.read((Object) root, configuration));
            return path.isDefinite() || !found.isArray() ? List.of(found) : List.copyOf(found.values());
        } catch (LimitExceeded e) {
            throw e;
        } catch (RuntimeException nothing) { // a function on a missing value, or with a parameter that it can't take
            return List.of();
        }
    }

    /** Converts a result to JSON: functions such as {@code length()} return plain Java values. */
    private static JsonNode node(@Nullable Object found) {
        return found instanceof JsonNode node ? node : Json.MAPPER.valueToTree(found);
    }

    /** Returns what it finds in a value; nothing when that takes more steps than there are. */
    public List<JsonNode> in(JsonNode root, PathSteps steps) {
        try {
            return in(List.of(new DocumentPlace("", root)), steps).map(FoundValues::values).orElse(List.of());
        } catch (LimitExceeded e) {
            return List.of();
        }
    }

    @Override
    public String toString() {
        return source;
    }

    /**
     * Jackson's tree for json-path, with a step limit: paths such as {@code $..a..a..a} visit the same value again for
     * each of its ancestors, so visits are counted.
     */
    static final class StepBound extends Jackson3JsonNodeJsonProvider {

        private final PathSteps steps;

        StepBound(PathSteps steps) {
            super(Json.MAPPER);
            this.steps = steps;
        }

        private void step() {
            if (!steps.take()) {
                throw new LimitExceeded("but the path took more than " + DocumentPath.MOST_STEPS
                        + " steps in this reply, which is the limit; use a path with fewer ..");
            }
        }

        /** A missing index must throw, not return null: json-path relies on the exception. */
        @Override
        public Object getArrayIndex(Object array, int index) {
            step();
            if (index < 0 || index >= length(array)) {
                throw new IndexOutOfBoundsException(index);
            }
            return super.getArrayIndex(array, index);
        }

        @Override
        public Object getMapValue(Object object, String key) {
            step();
            return super.getMapValue(object, key);
        }

        @Override
        public Collection<String> getPropertyKeys(Object object) {
            step();
            return super.getPropertyKeys(object);
        }

        @Override
        public Iterable<?> toIterable(Object array) {
            step();
            return super.toIterable(array);
        }

        @Override
        public boolean isMap(Object value) {
            step();
            return super.isMap(value);
        }
    }
}
