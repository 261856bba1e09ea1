package dev.muster.system.view;

import module java.base;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import tools.jackson.databind.JsonNode;

/** What {@code openapi.yaml} says of the answers of the HTTP API: finds what an answer has otherwise. */
public final class ApiDescription {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "head");

    private final JsonNode all = YamlText.read(Assets.text("/openapi.yaml"), new Faults("openapi.yaml", _ -> {}))
            .getFirst().json();

    /** @param name method and path, such as {@code GET /api/v1/runs/{run}} */
    public record Operation(String name, JsonNode said) {}

    /** Returns every operation. */
    public List<Operation> operations() {
        return all.path("paths").properties().stream().flatMap(path -> path.getValue().properties().stream()
                .filter(each -> METHODS.contains(each.getKey()))
                .map(each -> new Operation(each.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        each.getValue())))
                .toList();
    }

    /** Returns the top of the description. */
    public JsonNode top() {
        return all;
    }

    /** Returns where an answer is not what the schema of an operation's success says; a member without a schema counts. */
    public List<String> differences(String operation, JsonNode answer) {
        var found = new ArrayList<String>();
        var said = operations().stream().filter(each -> each.name().equals(operation)).findFirst().orElseThrow().said();
        var success = said.path("responses").properties().stream().filter(each -> each.getKey().startsWith("2"))
                .findFirst().orElseThrow().getValue();
        check(success.path("content").path("application/json").path("schema"), answer, operation, found);
        return found;
    }

    private void check(JsonNode written, JsonNode value, String at, List<String> found) {
        var schema = resolved(written);
        if (schema.isMissingNode()) {
            found.add(at + " has no schema");
            return;
        }
        var type = schema.path("type").asString("");
        if (!is(type, value)) {
            found.add(at + " is no " + type + ": " + value);
        }
        if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
            found.add(at + " is none of " + schema.path("enum") + ": " + value);
        }
        var properties = properties(schema);
        if (value.isObject() && !properties.isEmpty()) {
            required(schema).filter(name -> !value.has(name)).forEach(name -> found.add(at + " has no " + name));
            value.properties().stream()
                    .filter(member -> properties.containsKey(member.getKey()) || !schema.has("additionalProperties"))
                    .forEach(member -> check(properties.getOrDefault(member.getKey(), all.path("missing")),
                            member.getValue(), at + "." + member.getKey(), found));
        }
        if (value.isArray() && schema.has("items")) {
            value.forEach(item -> check(schema.path("items"), item, at + "[]", found));
        }
    }

    private JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? all.at(schema.path("$ref").asString().substring(1)) : schema;
    }

    private Map<String, JsonNode> properties(JsonNode schema) {
        var properties = new HashMap<String, JsonNode>();
        schema.path("properties").properties().forEach(each -> properties.put(each.getKey(), each.getValue()));
        schema.path("allOf").forEach(part -> properties.putAll(properties(resolved(part))));
        return properties;
    }

    private Stream<String> required(JsonNode schema) {
        return Stream.concat(schema.path("required").valueStream().map(JsonNode::asString),
                schema.path("allOf").valueStream().flatMap(part -> required(resolved(part))));
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> type.isEmpty();
        };
    }
}
