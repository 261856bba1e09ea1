package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * What a judge is told: how to judge, and the texts to be judged, each in a fence that its author can't close, because
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

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 16;

    /** Returns a new token. Its first letter is no hexadecimal digit, so no token overlaps itself. */
    static String token() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return "t" + HexFormat.of().formatHex(bytes);
    }

    /** @param quoted the texts to quote, by name, in order; {@code CRITERIA} is one of them */
    public static RubricPrompt of(SequencedMap<String, String> quoted, String token) {
        return new RubricPrompt(INSTRUCTIONS.replace("{{token}}", token), quoted.entrySet().stream()
                .map(each -> "<<<" + each.getKey() + " " + token + "\n" + escaped(each.getValue(), token) + "\n" + token
                        + " " + each.getKey() + ">>>")
                .collect(Collectors.joining("\n\n")));
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

    /** A token in a quoted text gets a backslash behind its first letter, and is none any more. */
    private static String escaped(String text, String token) {
        return text.replace(token, token.charAt(0) + "\\" + token.substring(1));
    }
}
