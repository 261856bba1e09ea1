package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.suite.FinalsReader;
import dev.muster.coordinator.suite.Mode;
import dev.muster.coordinator.suite.ScriptTestReader;
import dev.muster.coordinator.suite.project.ConversingReader;
import tools.jackson.databind.node.ObjectNode;

/** Writes the conversation of a case, in its mode. */
final class ConversationWriter {

    private ConversationWriter() {}

    static void write(ObjectNode testCase, Conversation conversation) {
        switch (conversation) {
            case Conversation.ScriptTest(var file, var function, var agents) -> {
                var test = testCase.put("type", Mode.SCRIPT_TEST_TYPE).putObject(ScriptTestReader.KEY).put("file", file)
                        .put("function", function);
                agents.forEach(test.putArray("agents")::add);
            }
            case Conversation.Standard standard -> messages(testCase, standard.messages());
            case Conversation.Scripted scripted -> {
                testCase.put("type", scripted.then() instanceof Then.End ? "scripted" : "multi_turn");
                said(testCase, scripted.opening(), scripted.turns());
                then(testCase, scripted.then());
                finals(testCase, scripted.finals());
            }
            case Conversation.Dynamic dynamic -> {
                said(testCase, dynamic.opening(), dynamic.turns());
                simulator(testCase, dynamic.simulator(), dynamic.maxTurns());
                var checkpoints = testCase.putArray("checkpoints");
                dynamic.checkpoints().forEach(checkpoint -> checkpoint(checkpoint, checkpoints.addObject()));
            }
        }
    }

    /** Returns the key for the case's own assertions. */
    static String assertions(Conversation conversation) {
        return conversation instanceof Conversation.Standard ? "assertions" : "final_assertions";
    }

    static void assertions(ObjectNode object, String name, List<Assertion> assertions) {
        if (!assertions.isEmpty()) {
            var written = object.putArray(name);
            assertions.stream().map(AssertionWriter::assertion).forEach(written::add);
        }
    }

    private static void said(ObjectNode testCase, List<Message> opening, List<Turn> turns) {
        if (!opening.isEmpty()) {
            messages(testCase, opening);
        }
        if (!turns.isEmpty()) {
            var written = testCase.putArray("turns");
            turns.stream().map(TurnWriter::turn).forEach(written::add);
        }
    }

    private static void messages(ObjectNode testCase, List<Message> messages) {
        var written = testCase.putArray("messages");
        messages.stream().map(MessageWriter::message).forEach(written::add);
    }

    private static void then(ObjectNode testCase, Then then) {
        switch (then) {
            case Then.End _ -> {
            }
            case Then.Ask ask -> {
                if (ask.simulator() != null) {
                    simulator(testCase, ask.simulator(), ask.maxTurns());
                } else {
                    testCase.put("max_turns", ask.maxTurns());
                }
                if (ask.person() != null) {
                    testCase.putObject("interactive").put("enabled", true)
                            .put("timeout", Durations.text(ask.person().timeout()));
                }
                testCase.put("on_missing_input", ConversingReader.text(ask.onMissing()));
                awaiting(testCase, ask.awaiting());
            }
        }
    }

    private static void awaiting(ObjectNode testCase, AwaitingRules rules) {
        if (rules.equals(AwaitingRules.NONE)) {
            return;
        }
        var written = testCase.putObject("awaiting");
        if (!rules.tools().isEmpty()) {
            rules.tools().forEach(written.putArray("tools")::add);
        }
        CaseWriter.put(written, "text", rules.text() == null ? null : rules.text().wire());
        CaseWriter.put(written, "pattern", rules.pattern());
    }

    private static void finals(ObjectNode testCase, Finals finals) {
        switch (finals.scope()) {
            case LAST_REPLY -> {
            }
            case WHOLE -> testCase.put("final_scope", FinalsReader.WHOLE);
        }
        if (finals.passThreshold() != null) {
            testCase.put("pass_threshold", finals.passThreshold());
        }
    }

    private static void simulator(ObjectNode testCase, HelperUse simulator, int maxTurns) {
        var written = testCase.putObject("simulator").put("use", simulator.use().toString());
        CaseWriter.options(written, simulator.options());
        testCase.put("max_turns", maxTurns);
    }

    private static void checkpoint(Checkpoint checkpoint, ObjectNode to) {
        to.put("id", checkpoint.id());
        CaseWriter.put(to, "description", checkpoint.description());
        if (checkpoint.assertions().size() == 1) {
            to.set("assertion", AssertionWriter.assertion(checkpoint.assertions().getFirst()));
        } else {
            assertions(to, "assertion", checkpoint.assertions());
        }
        if (!checkpoint.after().isEmpty()) {
            checkpoint.after().forEach(to.putArray("after")::add);
        }
        if (!checkpoint.required()) {
            to.put("required", false);
        }
    }
}
