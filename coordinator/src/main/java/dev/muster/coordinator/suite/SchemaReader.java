package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.assertion.eval.AlwaysHolds;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the assertion {@code schema}: the schema itself, or a file whose content becomes part of the case. */
final class SchemaReader {

    private final Attachments attachments;
    private final CheckCompiler compiler;
    private final Faults faults;

    SchemaReader(SuiteScope scope) {
        this.attachments = scope.attachments();
        this.compiler = scope.compiler();
        this.faults = scope.faults();
    }

    Map<String, CheckKind> kinds() {
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
        if (schema == null) {
            return null;
        }
        var check = compiled(path, schema, spelling, fields);
        if (check != null && path == null && SchemaKeywords.trouble(schema).isEmpty()
                && AlwaysHolds.fitsAll(schema)) {
            fields.fault(spelling, "every value fits this schema; write what it must be, such as 'type: object', or"
                    + " use is_json");
        }
        return check;
    }

    private @Nullable Check json(Fields fields) {
        var spelling = fields.oneOf("schema", "value");
        var node = fields.any(spelling);
        var schema = node == null ? null : given(node);
        return node == null ? new ValueCheck.IsJson(null)
                : schema == null ? null : compiler.compiled(new ValueCheck.IsJson(schema), spelling, fields);
    }

    private @Nullable JsonNode given(Node node) {
        var schema = node instanceof Node.Scalar scalar && node.string() != null ? fetched(scalar) : node.json();
        if (schema != null) {
            SchemaKeywords.trouble(schema).ifPresent(sentence -> faults.add(node.at(), sentence));
        }
        return schema;
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
        var alone = compiler.compiled(new ValueCheck.Schema(null, schema), spelling, fields);
        return alone == null || path == null ? alone
                : compiler.compiled(new ValueCheck.Schema(path, schema), "path", fields);
    }
}
