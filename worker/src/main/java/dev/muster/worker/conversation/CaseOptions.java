package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.ToolStub;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
