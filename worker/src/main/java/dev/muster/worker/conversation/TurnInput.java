package dev.muster.worker.conversation;

import module java.base;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
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

    /** The case's defaults for its turns; without a timeout of turns only the case's applies. */
    record CaseOptions(Options options, Map<String, ToolStub> tools, @Nullable Duration turnTimeout) {

        static CaseOptions of(TestCase testCase) {
            return new CaseOptions(testCase.options(), testCase.setup().tools(), testCase.limits().turnTimeout());
        }

        /** Returns a message that the suite did not write. */
        TurnInput input(String text) {
            return input(text, null);
        }

        TurnInput input(String text, @Nullable JsonNode answer) {
            return new TurnInput(List.of(new ContentPart.Text(text)), options, tools, null, turnTimeout, answer);
        }
    }
}
