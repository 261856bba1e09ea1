package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.target.Fence;
import tools.jackson.databind.JsonNode;

/**
 * The prompt of a judge: how to judge, and the texts to be judged, each in a fence that its author can't close, because
 * the token in it is new for each call.
 *
 * @param instructions for a model; an agent with instructions of its own gets them in front of the message
 */
public record RubricPrompt(String instructions, String message) {

    /** Stored with results; another wording is another version. */
    public static final String VERSION = "rubric/1";

    /** What the answer must match, for judges that can be held to it. */
    public static final JsonNode ANSWER = Json.MAPPER.readTree("""
            {"type": "object", "additionalProperties": false, "required": ["reason", "passed", "score"], "properties": {
             "reason": {"type": "string"}, "passed": {"type": "boolean"}, "score": {"type": "number"}}}""");

    private static final String INSTRUCTIONS = instructions("rubric-1.txt");

    /** @param quoted the texts to quote, by name, in order; {@code CRITERIA} is one of them */
    public static RubricPrompt of(SequencedMap<String, String> quoted, Fence fence) {
        return new RubricPrompt(INSTRUCTIONS.replace("{{token}}", fence.token()), quoted.entrySet().stream()
                .map(each -> fence.around(each.getKey(), each.getValue())).collect(Collectors.joining("\n\n")));
    }

    /** Returns all of it, for an agent that has instructions of its own. */
    String whole() {
        return instructions + "\n" + message;
    }

    private static String instructions(String file) {
        try (var in = Objects.requireNonNull(RubricPrompt.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
