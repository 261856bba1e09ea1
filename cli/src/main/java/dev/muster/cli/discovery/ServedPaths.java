package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The addresses that take a JSON body by POST, as an OpenAPI document has them.
 *
 * @param bodies by path
 */
record ServedPaths(Map<String, JsonNode> bodies) {

    private static final Pattern PATH = Pattern.compile("/[\\w/.~:@,=+{}-]*");

    static ServedPaths of(JsonNode document) {
        var bodies = new LinkedHashMap<String, JsonNode>();
        // anything else would make another host of the address, or another command of a line that is shown
        document.path("paths").propertyStream().filter(path -> PATH.matches(path.getKey())).forEach(path -> {
            var schema = path.getValue().at("/post/requestBody/content/application~1json/schema");
            var reference = schema.path("$ref").asString("");
            var properties = (reference.startsWith("#/") ? document.at(reference.substring(1)) : schema)
                    .path("properties");
            if (properties.isObject() && !properties.isEmpty()) {
                bodies.put(path.getKey(), properties);
            }
        });
        return new ServedPaths(bodies);
    }

    /** Returns the paths that take a question under one of its usual names. */
    List<String> talking() {
        return bodies.entrySet().stream().filter(each -> each.getKey().indexOf('{') < 0
                && (each.getValue().has("messages") || RequestBody.WORDS.stream().anyMatch(each.getValue()::has)))
                .map(Map.Entry::getKey).toList();
    }

    /** Returns the body for a path; null when it is not known. */
    @Nullable
    RequestBody body(String path) {
        var properties = bodies.getOrDefault(path.isEmpty() ? "/" : path, bodies.get(path + "/"));
        return properties == null ? null : RequestBody.of(properties);
    }
}
