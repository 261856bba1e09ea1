package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/**
 * A result file of {@code muster run -o}: JSONL with an object for each result, or one JSON object that has them all.
 */
public record WrittenResults(Path file) {

    /** Takes the results one by one. */
    @FunctionalInterface
    public interface Reader {
        void take(ObjectNode result);
    }

    /** Thrown by a reader for what no run of Muster writes; the message says what it is. */
    public static final class UnusableResult extends IllegalArgumentException {

        public UnusableResult(String message) {
            super(message);
        }
    }

    /**
     * Reads the file from its beginning.
     *
     * @return the member {@code run}, which is before the results of a JSON file; empty for JSONL
     * @throws IOException when it can't be read; the message is a sentence
     */
    public ObjectNode read(Reader reader) throws IOException {
        var run = Json.MAPPER.createObjectNode();
        boolean whole = file.toString().endsWith(".json");
        long results = 0;
        long line = 0;
        try (var json = Json.MAPPER.createParser(Files.newInputStream(file))) {
            boolean inResults = !whole;
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (!inResults) {
                    if (token == JsonToken.START_OBJECT && "run".equals(json.currentName())) {
                        run = json.readValueAsTree();
                    }
                    inResults = token == JsonToken.START_ARRAY && "results".equals(json.currentName());
                } else if (token == JsonToken.START_OBJECT) {
                    line = json.currentTokenLocation().getLineNr();
                    ObjectNode result = json.readValueAsTree();
                    if (result.path("key").asString().isEmpty()) {
                        throw new IllegalArgumentException("a result has no key");
                    }
                    reader.take(result);
                    results++;
                } else if (whole && token == JsonToken.END_ARRAY) {
                    break;
                }
            }
        } catch (UnusableResult e) {
            throw new IOException(file + ":" + line + ": " + e.getMessage(), e);
        } catch (JacksonException | IllegalArgumentException | ClassCastException e) {
            throw new IOException(file + " is not a result file of muster run -o: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e);
        }
        if (results == 0) {
            throw new IOException(file + " has no result; name a .json or .jsonl file that muster run -o wrote");
        }
        return run;
    }

    /** Returns the name of a result's cell: its agent, and the connector that was chosen. */
    public static String cell(ObjectNode result) {
        var cell = result.path("cell");
        return cell.path("agent").asString() + (cell.has("connector") ? " / " + cell.path("connector").asString() : "");
    }
}
