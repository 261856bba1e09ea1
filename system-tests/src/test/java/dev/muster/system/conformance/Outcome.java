package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * The outcome of a command line.
 *
 * @param console standard output
 * @param asked number of questions to a human user
 * @param project the working folder
 * @param results the results in the result file, in order
 * @param oddities what was odd in the calls
 */
record Outcome(int exit, String console, String errors, int asked, Path project, List<JsonNode> results, Scene scene,
        List<String> oddities) {

    static List<JsonNode> results(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file).stream().map(Json.MAPPER::readTree).toList() : List.of();
    }

    /** The only result. */
    JsonNode result() {
        return results.size() == 1 ? results.getFirst() : Json.MAPPER.missingNode();
    }

    JsonNode result(String id) {
        return results.stream().filter(each -> each.path("id").asString("").equals(id)).findFirst()
                .orElse(Json.MAPPER.missingNode());
    }

    long count(String status) {
        return results.stream().filter(each -> each.path("status").asString("").equals(status)).count();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("exit " + exit + "\n" + console + errors);
        results.forEach(result -> text.append(result.toPrettyString()).append('\n'));
        return text.toString();
    }
}
