package dev.muster.worker.conversation;

import module java.base;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolStub;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The next message to the target, with the case's options and tools, overridden by the turn's.
 *
 * @param payload structured input; null for none
 * @param answer a structured answer to what the agent waits for; null for a text
 * @param timeout of the turn; null: only the case's timeout applies
 */
record TurnInput(List<ContentPart> content, Options options, Map<String, ToolStub> tools, @Nullable JsonNode payload,
        @Nullable Duration timeout, @Nullable JsonNode answer) {

    String text() {
        return new Message("user", content, List.of(), null).text();
    }
}
