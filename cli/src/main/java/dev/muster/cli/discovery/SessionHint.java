package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** What an answer shows of a session: an id that the next turn has to send back, or that the call only opens one. */
final class SessionHint {

    private static final List<String> IDS = List.of("session_id", "sessionId", "conversation_id", "conversationId",
            "thread_id", "threadId", "chat_id", "chatId");
    /** An address that makes things, and the members of an answer that has the agent's words all the same. */
    private static final Pattern OPENS = Pattern.compile("(?i).*/(?:sessions|conversations|threads|chats)/?(?:\\?.*)?");
    private static final List<String> ANSWERS = List.of("reply", "response", "answer", "output");

    private SessionHint() {}

    /** Returns the member with an id that was not sent. */
    static Optional<String> id(List<JsonNode> frames, String sent) {
        return frames.stream().flatMap(frame -> IDS.stream().filter(name -> frame.path(name).isString()
                && !frame.path(name).stringValue().isBlank() && !sent.contains(frame.path(name).stringValue())))
                .findFirst();
    }

    /** Whether the call opens a session, and says nothing to the agent. */
    static boolean opens(String url, List<JsonNode> frames) {
        return OPENS.matcher(url).matches() && frames.size() == 1
                && (frames.getFirst().has("id") || IDS.stream().anyMatch(frames.getFirst()::has))
                && ANSWERS.stream().noneMatch(frames.getFirst()::has);
    }

    /** Returns the comment that proposes to send an id back. */
    static String proposal(String name) {
        return "To send " + name + " back in the next turn, write " + name + ": \"${carry." + name
                + "}\" into the body, and carry: { " + name + ": $." + name + " } under response.";
    }

    /** Returns the path of the id in the answer of a call that opens a session. */
    static String path(JsonNode opened) {
        return "$." + IDS.stream().filter(opened::has).findFirst().orElse("id");
    }

    /**
     * Returns an agent to start from, whose messages go to a session.
     *
     * @param messages takes the messages
     * @param opens opens the session
     * @param id the path of its id in the answer
     */
    static Draft draft(String messages, String opens, String id) {
        var session = Json.MAPPER.createObjectNode();
        session.putObject("request").put("url", opens);
        session.put("id", id);
        return Draft.of(messages, "protocol", "http").with("session", session)
                .guess("body", Json.MAPPER.createObjectNode().put("message", "${input}"))
                .guess("response", Json.MAPPER.createObjectNode().put("text", "$.reply"));
    }

    /** Returns where the messages of a session may go, by the address that opens it. */
    static String messages(String opens) {
        int query = opens.indexOf('?');
        var path = query < 0 ? opens : opens.substring(0, query);
        return path + (path.endsWith("/") ? "" : "/") + "${session.id}/messages"
                + (query < 0 ? "" : opens.substring(query));
    }

    /** Says that an address with a value of a session is none that can be called, and how to describe its agent. */
    static NotFound templated(String url) {
        int template = url.indexOf("${");
        int query = url.indexOf('?');
        int end = query >= 0 && query < template ? query : url.lastIndexOf('/', template);
        boolean isInHost = end < url.indexOf("://") + "://".length();
        return new NotFound("'" + url + "' has '" + url.substring(template, url.indexOf('}', template) + 1)
                + "', which has a value only in a run, so init can't send its message there",
                draft(url, isInHost ? url : url.substring(0, end), "$.id")
                        .remark("change this: session, the call that opens a conversation, and the path of its id"));
    }
}
