package dev.muster.mock;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The parts of a request body that a mock agent needs, read without building a tree; empty when missing. */
record Call(String threadId, String runId, String lastUserMessage) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Reads AG-UI and OpenAI bodies alike; a body that is not JSON gives an empty call. */
    static Call read(byte[] bytes, int from, int length) {
        String threadId = "";
        String runId = "";
        String message = "";
        try (var json = JSON.createParser(ObjectReadContext.empty(), bytes, from, length)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    var name = json.currentName();
                    json.nextToken();
                    switch (name) {
                        case "threadId" -> threadId = text(json);
                        case "runId" -> runId = text(json);
                        case "messages" -> message = lastUserMessage(json);
                        default -> json.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            return new Call("", "", "");
        }
        return new Call(threadId, runId, message);
    }

    private static String lastUserMessage(JsonParser json) {
        var last = "";
        while (json.nextToken() == JsonToken.START_OBJECT) {
            var role = "";
            var content = "";
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "role" -> role = text(json);
                    case "content" -> content = content(json);
                    default -> json.skipChildren();
                }
            }
            last = role.equals("user") ? content : last;
        }
        return last;
    }

    /** Returns a string, or the joined text parts of an array. */
    private static String content(JsonParser json) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return text(json);
        }
        var joined = new StringBuilder();
        for (int depth = 1; depth > 0;) {
            var token = json.nextToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.VALUE_STRING && "text".equals(json.currentName())) {
                joined.append(json.getString());
            }
        }
        return joined.toString();
    }

    private static String text(JsonParser json) {
        json.skipChildren();
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : "";
    }
}
