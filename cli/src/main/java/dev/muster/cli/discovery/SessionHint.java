package dev.muster.cli.discovery;

import module java.base;
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
}
