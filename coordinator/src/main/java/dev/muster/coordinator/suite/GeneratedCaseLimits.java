package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Asked;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;

/** What agent-generated cases may not contain: they must not make a worker run commands or query databases. */
record GeneratedCaseLimits(CaseDefaults defaults, Faults faults) {

    private static final String WHY = ": an agent's cases must not make a worker run commands or ask databases; write such "
            + "a case into a suite file, or let a script generate it";

    /** Whether the case contains nothing forbidden; each violation is a fault. */
    boolean accept(Node.Obj node, TestCase testCase) {
        var setup = testCase.setup();
        tell(!setup.hooks().isEmpty(), at(node, "hooks"), "'hooks' are");
        tell(setup.before() != null, at(node, "before"), "'before' is");
        tell(setup.after() != null, at(node, "after"), "'after' is");
        tell(testCase.conversation() instanceof Conversation.ScriptTest, at(node, Mode.TEST),
                "a script test is");
        Asked.by(testCase).stream().map(asked -> asked.use()).filter(this::isOwnScript)
                .forEach(use -> tell(true, node.at(), use + " is"));
        tell(!Asked.databasesBy(testCase).isEmpty(), node.at(), "the oracle sql-validate is");
        return faults.flush();
    }

    /** Whether the run itself names the script, so that it is the user's. */
    private boolean isOwnScript(Reference use) {
        return use.kind() == Reference.Kind.SCRIPT && !use.equals(defaults.simulator())
                && !use.equals(defaults.validator());
    }

    private void tell(boolean there, Position at, String what) {
        if (there) {
            faults.add(at, what + " refused" + WHY);
        }
    }

    private static Position at(Node.Obj node, String key) {
        return node.members().containsKey(key) ? Objects.requireNonNull(node.members().get(key)).at() : node.at();
    }
}
