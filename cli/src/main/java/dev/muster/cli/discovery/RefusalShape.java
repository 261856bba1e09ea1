package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.RefusalEntries;
import tools.jackson.databind.JsonNode;

/**
 * What a refusal with an entry for each fault, or with an example of a body, says of the body that a server takes.
 *
 * @param forbidden members that it does not take
 * @param missing paths that it requires
 * @param objects paths of texts where it wants an object
 * @param values JSON of another type, by the path where it wants one
 */
record RefusalShape(Set<String> forbidden, Set<String> missing, Set<String> objects, Map<String, String> values) {

    /** How servers name the place of a fault. */
    private static final List<String> PLACES = List.of("loc", "path", "field", "param", "property", "instancePath",
            "propertyPath");
    private static final List<String> EXAMPLES = List.of("example", "expected", "sample", "usage", "template");
    /** What stands for a type, by how a fault names it; the first match counts. */
    private static final Map<Pattern, String> TYPES = types("int_|integer|number|float|decimal", "1", "bool", "false",
            "list|array|tuple|set_type|sequence", "[]");
    private static final int MOST_DETAILS = 50;
    private static final int DEEPEST = 4;

    /** Returns what the entries of a refusal say; nothing when it has none. */
    static RefusalShape of(JsonNode refusal) {
        var shape = new RefusalShape(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>(),
                new LinkedHashMap<>());
        RefusalEntries.of(refusal).forEach(shape::add);
        return shape;
    }

    private static Map<Pattern, String> types(String... pairs) {
        var types = new LinkedHashMap<Pattern, String>();
        for (int at = 0; at < pairs.length; at += 2) {
            types.put(Pattern.compile(pairs[at]), pairs[at + 1]);
        }
        return types;
    }

    boolean isEmpty() {
        return forbidden.isEmpty() && missing.isEmpty() && objects.isEmpty() && values.isEmpty();
    }

    private void add(JsonNode entry) {
        var path = path(entry);
        var why = RefusalEntries.why(entry);
        entry.path("keys").valueStream().map(key -> key.asString("")).filter(RequestBody::isPath)
                .forEach(forbidden::add);
        if (!RequestBody.isPath(path)) {
            return;
        }
        if (why.contains("extra") || why.contains("additional")) {
            forbidden.add(RequestBody.parts(path).getFirst());
        } else if (Stream.of("missing", "required", "undefined", "blank").anyMatch(why::contains)) {
            missing.add(path);
        } else if (Stream.of("dict", "object", "model_attributes").anyMatch(why::contains)) {
            objects.add(path);
        } else {
            TYPES.entrySet().stream().filter(type -> type.getKey().matcher(why).find()).findFirst()
                    .ifPresent(type -> values.put(path, type.getValue()));
        }
    }

    /** Returns the place of a fault in the body, {@code input.text}; empty where the entry names none. */
    private static String path(JsonNode entry) {
        var place = PLACES.stream().map(entry::path).filter(each -> each.isArray() || each.isString()).findFirst()
                .orElse(entry.path("loc"));
        var names = place.isArray() ? place.valueStream().takeWhile(JsonNode::isString).map(JsonNode::stringValue)
                : Stream.of(place.asString("").replace('/', '.'));
        var named = Stream.concat(names, Stream.of(entry.path("params").path("missingProperty").asString("")))
                .filter(part -> !part.isBlank() && !part.equals("body")).collect(Collectors.joining("."));
        return named.replaceFirst("^\\.", "").replaceFirst("^body\\.", "");
    }

    /** Returns the example of a body that a refusal has; missing when it has none. */
    static JsonNode example(JsonNode refusal) {
        return example(refusal, DEEPEST);
    }

    private static JsonNode example(JsonNode value, int depthLeft) {
        if (depthLeft > 0 && value.isContainer()) {
            for (var member : value.isObject() ? value.properties() : Set.<Map.Entry<String, JsonNode>>of()) {
                var name = member.getKey().toLowerCase(Locale.ROOT);
                var body = body(member.getValue());
                if (EXAMPLES.stream().anyMatch(name::contains) && body.isObject() && !body.isEmpty()) {
                    return body.path("body").isObject() ? body.path("body") : body;
                }
            }
            return value.valueStream().limit(MOST_DETAILS).map(each -> example(each, depthLeft - 1))
                    .filter(JsonNode::isObject).findFirst().orElse(AnswerJson.orMissing(""));
        }
        return AnswerJson.orMissing("");
    }

    /** Returns an object, or the one that a text is or ends with. */
    private static JsonNode body(JsonNode value) {
        var text = value.asString("");
        int begin = text.indexOf('{');
        int end = text.lastIndexOf('}');
        return value.isObject() || begin < 0 || end < begin ? value
                : AnswerJson.orMissing(text.substring(begin, end + 1));
    }
}
