package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads the conversation of a case and its assertions, according to the mode of the case. */
final class ConversationReader {

    private static final Map<String, Scope> SCOPES = Map.of("last_reply", Scope.LAST_REPLY, Mode.WHOLE, Scope.WHOLE);

    private final Faults faults;
    private final CaseDefaults defaults;
    private final MessageReader messages;
    private final TurnReader turns;
    private final AssertionReader assertions;
    private final SimulatorReader simulators;
    private final CheckpointReader checkpoints;

    ConversationReader(SuiteScope scope) {
        this.faults = scope.faults();
        this.defaults = scope.defaults();
        this.assertions = new AssertionReader(scope);
        this.messages = new MessageReader(scope);
        this.turns = new TurnReader(scope, assertions);
        this.simulators = new SimulatorReader(scope);
        this.checkpoints = new CheckpointReader(scope, assertions);
    }

    /**
     * @param assertions of the case; checked at the end, except in standard mode
     * @param name of the only turn of a {@code single_turn} case; otherwise null
     * @param timeout of that turn; otherwise null
     */
    record Read(Conversation conversation, List<Assertion> assertions, Options options, @Nullable String name,
            @Nullable Duration timeout) {

        private Read(Conversation conversation, List<Assertion> assertions, Options options) {
            this(conversation, assertions, options, null, null);
        }

        /** Returns the connectors that turns name. */
        List<String> connectors() {
            return conversation.turns().stream().flatMap(turn -> Stream.ofNullable(turn.options().connector()))
                    .toList();
        }
    }

    Read read(Fields fields) {
        var mode = Mode.of(fields, defaults);
        var ofCase = all(assertions.ofCase(fields), assertions.finals(fields));
        var options = OptionsReader.ofCase(fields);
        return switch (mode) {
            case STANDARD -> new Read(standard(fields, mode), ofCase, options);
            case SINGLE_TURN -> single(fields, ofCase, options);
            case MULTI_TURN, SCRIPTED -> new Read(scripted(fields, mode), ofCase, options);
            case SCRIPT_TEST -> new Read(scriptTest(fields), ofCase, options);
            case DYNAMIC -> new Read(dynamic(fields), ofCase, options);
        };
    }

    private Conversation standard(Fields fields, Mode mode) {
        passOver(fields, mode);
        return new Conversation.Standard(messages.standard(fields));
    }

    /** Reads keys that only conversations use, to report their faults; they have no effect. */
    private void passOver(Fields fields, Mode mode) {
        var _ = simulators.then(fields, mode, simulators.simulator(fields, mode));
        var _ = finals(fields, mode);
    }

    private Read single(Fields fields, List<Assertion> ofCase, Options options) {
        if (!fields.has("turns")) {
            return new Read(standard(fields, Mode.SINGLE_TURN), ofCase, options);
        }
        passOver(fields, Mode.SINGLE_TURN);
        var before = messages.beforeTurns(fields);
        var turn = turns.only(fields);
        return turn == null ? new Read(new Conversation.Standard(before), ofCase, options)
                : single(before, turn, ofCase, options);
    }

    /** Reads a {@code single_turn} case; a turn that a one-call case could express becomes a one-call case. */
    private static Read single(List<Message> before, Turn turn, List<Assertion> ofCase, Options options) {
        if (!TurnReader.isPlain(turn)) {
            return new Read(new Conversation.Scripted(before, List.of(turn), new Then.End(), Finals.LAST_REPLY),
                    ofCase, options, turn.name(), null);
        }
        var message = new Message("user", turn.content(), List.of(), null);
        return new Read(new Conversation.Standard(all(before, List.of(message))), all(turn.assertions(), ofCase),
                options.with(turn.options()), turn.name(), turn.pace().timeout());
    }

    private Conversation scripted(Fields fields, Mode mode) {
        int before = faults.pending();
        var opening = opening(fields);
        if (mode == Mode.SCRIPTED && opening.turns().isEmpty() && faults.pending() == before) {
            reportSilence(fields);
        }
        var then = simulators.then(fields, mode, simulators.simulator(fields, mode));
        return new Conversation.Scripted(opening.before(), opening.turns(), then, finals(fields, mode));
    }

    /** Reports a case that says nothing and has no one who could: it would fail as soon as it runs. */
    private static void reportSilence(Fields fields) {
        var history = Stream.of("messages", "input").filter(fields::has).findFirst();
        if (history.isPresent()) {
            fields.fault(history.get(),
                    "the last message of a scripted case must be from user, or 'turns' must follow");
        } else {
            fields.missing("a case of type scripted needs 'turns', 'input' or 'messages'", "turns", "input",
                    "messages");
        }
    }

    private Conversation dynamic(Fields fields) {
        var opening = opening(fields);
        var simulated = simulators.simulator(fields, Mode.DYNAMIC);
        var _ = simulators.then(fields, Mode.DYNAMIC, simulated);
        var _ = finals(fields, Mode.DYNAMIC);
        var required = checkpoints.checkpoints(fields);
        var simulator = simulated.simulator();
        if (simulator == null) {
            fields.require("simulator",
                    "a case with 'checkpoints' needs 'simulator', or --simulator, or defaults.simulator");
            // The case has a fault and is dropped.
            return new Conversation.Standard(List.of());
        }
        return new Conversation.Dynamic(opening.before(), opening.turns(), simulator, required, simulated.maxTurns());
    }

    /** Reads how the assertions of a whole conversation are judged, where a case deviates from agent-test. */
    private static Finals finals(Fields fields, Mode mode) {
        if (mode != Mode.MULTI_TURN && mode != Mode.SCRIPTED) {
            fields.notYet("goes with 'turns' only", List.of("final_scope", "pass_threshold"));
            return Finals.LAST_REPLY;
        }
        var scope = fields.choice("final_scope", SCOPES, "'final_scope' is last_reply or whole");
        return new Finals(scope == null ? Scope.LAST_REPLY : scope, fields.number("pass_threshold", 0, 1));
    }

    /** Reads a script test, as {@code --dry-run} writes one for a script given with {@code -i}. */
    private static Conversation scriptTest(Fields fields) {
        var test = fields.object(Mode.TEST);
        if (test == null) {
            fields.missing(
                    "a case of type " + Mode.SCRIPT_TEST_TYPE + " needs '" + Mode.TEST + "' with 'file' and 'function'",
                    Mode.TEST);
            return new Conversation.ScriptTest("", "", List.of());
        }
        var file = test.needed("file", "a script test");
        var function = test.needed("function", "a script test");
        var agents = test.texts("agents");
        test.done();
        return new Conversation.ScriptTest(file == null ? "" : file, function == null ? "" : function, agents);
    }

    private Opening opening(Fields fields) {
        return fields.has("turns") ? new Opening(messages.beforeTurns(fields), turns.all(fields))
                : messages.conversation(fields);
    }

    private static <T> List<T> all(List<T> first, List<T> second) {
        return second.isEmpty() ? first : Stream.concat(first.stream(), second.stream()).toList();
    }
}
