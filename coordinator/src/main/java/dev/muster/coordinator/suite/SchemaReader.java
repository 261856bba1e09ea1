package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.CheckReader.Kind;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the assertion {@code schema}: the schema itself, or a file whose content becomes part of the case. */
record SchemaReader(Attachments attachments, CheckCompiler sound, Faults faults) {

    Map<String, Kind> kinds() {
        return Map.of("schema", this::schema, "is_json", this::json);
    }

    private @Nullable Check schema(Fields fields) {
        var path = fields.text("path");
        var spelling = fields.oneOf("schema", "value");
        var node = fields.any(spelling);
        if (node == null) {
            fields.missing("schema needs 'schema', a JSON Schema or the file:// that has it", "schema", "value");
            return null;
        }
        var schema = given(node);
        return schema == null ? null : compiled(path, schema, spelling, fields);
    }

    private @Nullable Check json(Fields fields) {
        var spelling = fields.oneOf("schema", "value");
        var node = fields.any(spelling);
        var schema = node == null ? null : given(node);
        return node == null ? new Check.IsJson(null)
                : schema == null ? null : sound.compiled(new Check.IsJson(schema), spelling, fields);
    }

    private @Nullable JsonNode given(Node node) {
        return node instanceof Node.Scalar scalar && node.string() != null ? fetched(scalar) : node.json();
    }

    private @Nullable JsonNode fetched(Node.Scalar source) {
        if (!source.text().startsWith(Attachments.SCHEME)) {
            faults.add(source.at(), "a schema is an object, or a string such as \"file://order.schema.json\"");
            return null;
        }
        var content = attachments.fetch(source);
        if (content == null) {
            return null;
        }
        try {
            return Json.MAPPER.readTree(Base64.getDecoder().decode(content.base64()));
        } catch (JacksonException noJson) {
            faults.add(source.at(), "'" + source.text() + "' is not JSON: " + noJson.getOriginalMessage());
            return null;
        }
    }

    private @Nullable Check compiled(@Nullable String path, JsonNode schema, String spelling, Fields fields) {
        var alone = sound.compiled(new Check.Schema(null, schema), spelling, fields);
        return alone == null || path == null ? alone : sound.compiled(new Check.Schema(path, schema), "path", fields);
    }
}
