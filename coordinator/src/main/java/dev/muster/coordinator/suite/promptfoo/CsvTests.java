package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads tests from a table: a column for each variable, and columns with two underscores for the rest. */
final class CsvTests {

    private static final String EXPECTED = "__expected";
    private static final List<String> LISTS = List.of("contains-all", "contains-any", "icontains-all",
            "icontains-any");
    /** Prefixes of the short form, and the types that they stand for. */
    private static final Map<String, String> SHORT = Map.of("fn", "javascript", "eval", "javascript", "grade",
            "llm-rubric");

    private record Row(int line, List<String> cells) {}

    private CsvTests() {}

    static List<Located> read(String text, String file) {
        var rows = rows(text.startsWith("\ufeff") ? text.substring(1) : text);
        return rows.stream().skip(1).map(row -> new Located(test(rows.getFirst().cells(), row), file)).toList();
    }

    private static Node test(List<String> columns, Row row) {
        var test = Json.MAPPER.createObjectNode();
        var asserts = test.putArray("assert");
        for (int n = 0; n < Math.min(columns.size(), row.cells().size()); n++) {
            put(columns.get(n).strip(), row.cells().get(n), test, asserts);
        }
        return node(test, new Position(row.line(), 1));
    }

    private static void put(String column, String cell, ObjectNode test, ArrayNode asserts) {
        if (column.startsWith("__metadata:")) {
            test.withObjectProperty("metadata").put(column.substring("__metadata:".length()), cell);
        } else if (column.startsWith("__config:")) {
            var parts = VarTemplate.parts(column, ':');
            var number = parts.get(1).substring(Math.min(EXPECTED.length(), parts.get(1).length()));
            int index = number.isEmpty() ? 0 : Integer.parseInt(number) - 1;
            if (asserts.get(index) instanceof ObjectNode assertion && !cell.isBlank()) {
                assertion.put(parts.getLast(), new BigDecimal(cell.strip()));
            }
        } else if (column.startsWith(EXPECTED)) {
            if (!cell.isBlank()) {
                asserts.add(assertion(cell.strip()));
            }
        } else if (column.equals("__prefix") || column.equals("__suffix")) {
            test.withObjectProperty("options").put(column.substring(2), cell);
        } else if (column.equals("__threshold")) {
            test.put("threshold", new BigDecimal(cell.isBlank() ? "1" : cell.strip()));
        } else if (column.startsWith("__")) {
            test.put(column.substring(2), cell);
        } else {
            test.withObjectProperty("vars").put(column, cell);
        }
    }

    /** Reads {@code type(threshold): value}; any other text is what the reply has to equal. */
    private static ObjectNode assertion(String text) {
        var assertion = Json.MAPPER.createObjectNode();
        int end = 0;
        while (end < text.length() && (Character.isLowerCase(text.charAt(end)) || text.charAt(end) == '-')) {
            end++;
        }
        var type = SHORT.getOrDefault(text.substring(0, end), text.substring(0, end));
        int open = text.startsWith("(", end) ? text.indexOf(')', end) : end - 1;
        int colon = open + 1;
        boolean bare = colon == text.length() && AssertionTypes.isKnown(type);
        if (text.startsWith("file://") || open < end - 1 || !bare && !(text.startsWith(":", colon)
                && AssertionTypes.isKnown(type))) {
            var code = text.startsWith("file://") ? text.contains(".py") ? "python" : "javascript" : "equals";
            return assertion.put("type", code).put("value", text);
        }
        if (open >= end) {
            assertion.put("threshold", new BigDecimal(text.substring(end + 1, open).strip()));
        }
        var value = bare ? "" : text.substring(colon + 1).strip();
        if (LISTS.contains(type.startsWith("not-") ? type.substring("not-".length()) : type)) {
            AssertionTypes.commaSeparated(value).forEach(assertion.putArray("value")::add);
        } else if (!value.isEmpty()) {
            assertion.put("value", value);
        }
        return assertion.put("type", type);
    }

    private static Node node(tools.jackson.databind.JsonNode json, Position at) {
        if (json instanceof ObjectNode object) {
            var members = new LinkedHashMap<String, Node.Member>();
            object.properties()
                    .forEach(each -> members.put(each.getKey(), new Node.Member(at, node(each.getValue(), at))));
            return new Node.Obj(members, at);
        }
        return json instanceof ArrayNode items
                ? new Node.Items(items.valueStream().map(item -> node(item, at)).toList(), at)
                : new Node.Scalar(json.isNumber() ? Node.Scalar.Type.NUMBER : Node.Scalar.Type.STRING, json.asString(),
                        at);
    }

    private static List<Row> rows(String text) {
        var rows = new ArrayList<Row>();
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        int line = 1;
        int began = 1;
        boolean quoted = false;
        for (int at = 0; at <= text.length(); at++) {
            char c = at == text.length() ? '\n' : text.charAt(at);
            line += c == '\n' ? 1 : 0;
            if (c == '"') {
                if (quoted && text.startsWith("\"", at + 1)) {
                    cell.append(c);
                    at++;
                } else {
                    quoted = !quoted;
                }
            } else if (!quoted && (c == ',' || c == '\n') || at == text.length()) {
                cells.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    if (cells.size() > 1 || !cells.getFirst().isBlank()) {
                        rows.add(new Row(began, List.copyOf(cells)));
                    }
                    cells.clear();
                    began = line;
                }
            } else if (c != '\r' || quoted) {
                cell.append(c);
            }
        }
        return rows;
    }
}
