package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.coordinator.suite.source.Fields;

/** Reads a case that is a script test, as {@code --dry-run} writes one for a script given with {@code -i}. */
public final class ScriptTestReader {

    public static final String KEY = "test";

    private ScriptTestReader() {}

    static Conversation read(Fields fields) {
        var test = fields.object(KEY);
        if (test == null) {
            fields.missing(
                    "a case of type " + Mode.SCRIPT_TEST_TYPE + " needs '" + KEY + "' with 'file' and 'function'",
                    KEY);
            return new Conversation.ScriptTest("", "", List.of());
        }
        var file = test.needed("file", "a script test");
        var function = test.needed("function", "a script test");
        var agents = test.texts("agents");
        test.done();
        return new Conversation.ScriptTest(file == null ? "" : file, function == null ? "" : function, agents);
    }
}
