package dev.muster.common.agent.yao;

import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;

/** Reads the error that a server sends instead of a stream: {@code {"error": …, "error_description": …}}. */
final class ServerRefusal {

    private ServerRefusal() {}

    /** Returns its message with its code, or the whole body when it has another form. */
    static String in(String body) {
        JsonNode answer;
        try {
            answer = AnswerJson.read(body, "the answer");
        } catch (StreamBroken e) {
            return body;
        }
        String code = answer.path("error").stringValue("");
        String sentence = answer.path("error_description").stringValue("");
        if (sentence.isBlank()) {
            return code.isBlank() ? body : code;
        }
        return code.isBlank() ? sentence : sentence + " (" + code + ")";
    }
}
