package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** The rows of an assertion type, one per line of {@code assertions/TYPE.jsonl}. */
final class AssertionTable {

    /** The situations that every type must cover. */
    static final Set<String> SITUATIONS = new TreeSet<>(
            Set.of("true", "false", "missing", "wrong type", "empty", "unicode", "negated"));

    private AssertionTable() {}

    /**
     * @param situation one of {@link #SITUATIONS}
     * @param says part of the reason when it fails; empty for none
     */
    record Row(String situation, JsonNode assertion, JsonNode reply, boolean passes, String says) {
        @Override
        public String toString() {
            return situation + ": " + assertion + " on " + (reply.toString().length() > 80 ? "…" : reply);
        }
    }

    /** Returns the rows of a type; empty without a table. */
    static List<Row> of(String type) {
        try (var table = AssertionTable.class.getResourceAsStream("/assertions/" + type + ".jsonl")) {
            return table == null ? List.of()
                    : new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                            .map(line -> row(type, line)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String type, String line) {
        var json = Json.MAPPER.readTree(line);
        var assertion = Json.MAPPER.createObjectNode().put("type", type);
        json.path("assert").properties().forEach(member -> assertion.set(member.getKey(), member.getValue()));
        return new Row(json.path("row").asString(), assertion, json.path("reply"), !json.has("says"),
                json.path("says").asString(""));
    }
}
