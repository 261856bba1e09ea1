package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that the caller provides and answers itself.
 *
 * @param description for the model; null when there is none
 * @param parameters JSON Schema of the arguments, an object; null for any
 */
public record ToolOffer(String name, @Nullable String description, @Nullable JsonNode parameters) {

    /** Returns the parameters, or a schema that accepts any object. */
    public JsonNode schema() {
        if (parameters != null) {
            return parameters;
        }
        ObjectNode any = JsonNodeFactory.instance.objectNode().put("type", "object");
        any.putObject("properties");
        return any;
    }
}
