package dev.muster.worker.conversation;

import dev.muster.common.model.TestCase;
import dev.muster.common.model.ToolStub;
import dev.muster.common.option.Options;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What goes for every turn of a case that says nothing else.
 *
 * @param turnTimeout null: only the case's time counts
 */
record CaseOptions(Options options, Map<String, ToolStub> tools, @Nullable Duration turnTimeout) {

    static CaseOptions of(TestCase testCase) {
        return new CaseOptions(testCase.options(), testCase.setup().tools(), testCase.limits().turnTimeout());
    }
}
