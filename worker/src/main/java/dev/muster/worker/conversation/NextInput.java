package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.target.HelperDocument;
import dev.muster.worker.conversation.SimulatedUser.Next;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks the simulated user of a conversation for the next input, and builds the document for it. */
final class NextInput {

    private final SimulatedUser user;
    private final ConversationRun talk;
    private final int maxTurns;
    private final ObjectNode role;

    NextInput(HelperUse use, HelperSession line, ConversationRun talk, int maxTurns, String testId, String sessionId) {
        this.user = new SimulatedUser(use, line);
        this.talk = talk;
        this.maxTurns = maxTurns;
        this.role = HelperDocument.of("simulator", testId, sessionId);
    }

    /** Asks with the ids of reached and pending checkpoints; null for a conversation without any. */
    Next next(@Nullable List<String> reached, @Nullable List<String> pending) throws InterruptedException {
        var document = role.deepCopy();
        document.set("conversation", TranscriptJson.conversation(talk.line().history()));
        var last = talk.lastReply();
        document.put("last_response", last == null ? "" : last.content().text());
        int turn = talk.log().said() + 1;
        document.put("turn_number", turn).put("turn_count", turn);
        // the suite's opening is not one of the simulator's turns: turn never exceeds max_turns
        document.put("max_turns", Math.max(maxTurns, turn));
        var whole = talk.whole();
        document.set("tool_results", TranscriptJson.results(whole == null ? List.of() : whole.content().toolResults()));
        if (reached != null && pending != null) {
            document.set("checkpoints_reached", ids(reached));
            document.set("checkpoints_pending", ids(pending));
        }
        return user.next(document);
    }

    private static ArrayNode ids(List<String> ids) {
        var all = Json.MAPPER.createArrayNode();
        ids.forEach(all::add);
        return all;
    }
}
