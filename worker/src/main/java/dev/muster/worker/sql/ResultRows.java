package dev.muster.worker.sql;

import module java.base;
import dev.muster.common.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Converts the rows of a statement to JSON: numbers, booleans and JSON as such, everything else as text. */
final class ResultRows {

    static final int MOST = 1_000;
    private static final int MOST_CHARACTERS = 1 << 20;
    /** What the driver may read of a result: that many characters of four bytes, and as much for the rest. */
    static final int MOST_BYTES = 8 * MOST_CHARACTERS;
    static final String TOO_MUCH = "gave more than " + MOST + " rows or " + (MOST_CHARACTERS >> 20)
            + " million characters; select less, or count";

    /** @throws SqlFailed when there are too many to compare */
    static List<JsonNode> of(ResultSet results) throws SQLException, SqlFailed {
        var rows = new ArrayList<JsonNode>();
        long characters = 0;
        while (results.next()) {
            var row = JsonNodeFactory.instance.objectNode();
            var columns = results.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                var text = results.getString(i);
                characters += text == null ? 0 : text.length();
                row.set(columns.getColumnLabel(i), value(text, columns.getColumnTypeName(i)));
            }
            rows.add(row);
            if (rows.size() > MOST || characters > MOST_CHARACTERS) {
                throw new SqlFailed(TOO_MUCH);
            }
        }
        return rows;
    }

    private static JsonNode value(@Nullable String text, String type) {
        var make = JsonNodeFactory.instance;
        if (text == null) {
            return make.nullNode();
        }
        return switch (type) {
            case "int2", "int4", "int8", "numeric", "float4", "float8", "oid" -> number(text);
            case "bool" -> make.booleanNode(text.equals("t") || text.equals("true"));
            case "json", "jsonb" -> json(text);
            default -> make.stringNode(text);
        };
    }

    /** JSON has no NaN and no infinities. */
    private static JsonNode number(String text) {
        try {
            return JsonNodeFactory.instance.numberNode(new BigDecimal(text));
        } catch (NumberFormatException noNumber) {
            return JsonNodeFactory.instance.stringNode(text);
        }
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JacksonException noJson) {
            return JsonNodeFactory.instance.stringNode(text);
        }
    }
}
