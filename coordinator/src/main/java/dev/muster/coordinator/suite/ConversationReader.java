package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.common.model.Message;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.MessageReader.Opening;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Reads the conversation of a case and its assertions, according to the mode of the case. */
final class ConversationReader {

    private static final List<String> SCOPES = List.of("last_reply", Mode.WHOLE);

    private final Faults faults;
    private final CaseDefaults defaults;
    private final MessageReader messages;
    private final TurnReader turns;
    private final AssertionReader assertions;
    private final SimulatorReader simulators;
    private final CheckpointReader checkpoints;

    ConversationReader(SuiteScope scope) {
        this.faults = scope.faults();
        var parts = new PartReader(scope.attachments(), faults);
        this.defaults = scope.defaults();
        this.assertions = new AssertionReader(scope);
        this.messages = new MessageReader(parts, faults);
        this.turns = new TurnReader(messages, parts, assertions, new TurnCourseReader(assertions, scope.sound()),
                new ExpectedReader(scope.defaults(), faults), faults);
        this.simulators = new SimulatorReader(new ReferenceReader(scope), scope.defaults(), faults);
        this.checkpoints = new CheckpointReader(assertions, faults);
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
            tellOfSilence(fields);
        }
        var then = simulators.then(fields, mode, simulators.simulator(fields, mode));
        return new Conversation.Scripted(opening.before(), opening.turns(), then, finals(fields, mode));
    }

    /** Reports a case that says nothing and has no one who could: it would fail as soon as it runs. */
    private static void tellOfSilence(Fields fields) {
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
        var wanted = checkpoints.checkpoints(fields);
        var simulator = simulated.simulator();
        if (simulator == null) {
            fields.require("simulator",
                    "a case with 'checkpoints' needs 'simulator', or --simulator, or defaults.simulator");
            // The case has a fault and is dropped.
            return new Conversation.Standard(List.of());
        }
        return new Conversation.Dynamic(opening.before(), opening.turns(), simulator, wanted, simulated.maxTurns());
    }

    /** Reads how the assertions of a whole conversation are judged, where a case deviates from agent-test. */
    private static Finals finals(Fields fields, Mode mode) {
        if (mode != Mode.MULTI_TURN && mode != Mode.SCRIPTED) {
            fields.notYet("goes with 'turns' only", List.of("final_scope", "pass_threshold"));
            return Finals.LAST_REPLY;
        }
        var scope = fields.text("final_scope");
        if (scope != null && !SCOPES.contains(scope)) {
            fields.fault("final_scope", "'final_scope' is last_reply or whole" + Nearest.hint(scope, SCOPES));
        }
        return new Finals(Mode.WHOLE.equals(scope) ? Scope.WHOLE : Scope.LAST_REPLY,
                fields.number("pass_threshold", 0, 1));
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

    /** Reads {@code checkpoints}. */
    private record CheckpointReader(AssertionReader assertions, Faults faults) {

        List<Checkpoint> checkpoints(Fields testCase) {
            var places = new LinkedHashMap<String, Position>();
            var checkpoints = testCase.some("checkpoints", "a checkpoint", "there must be at least one checkpoint",
                    fields -> checkpoint(fields, places));
            new CheckpointOrder(checkpoints, places, faults).check();
            return checkpoints;
        }

        private @Nullable Checkpoint checkpoint(Fields fields, Map<String, Position> places) {
            var id = fields.needed("id", "a checkpoint");
            var description = fields.text("description");
            var checked = assertions.ofCheckpoint(fields);
            var after = fields.texts("after");
            var required = fields.flag("required");
            if (id == null) {
                return null;
            }
            var earlier = places.putIfAbsent(id, fields.at("id"));
            if (earlier != null) {
                fields.fault("id", "checkpoint '" + id + "' is there already, at " + earlier);
                return null;
            }
            return new Checkpoint(id, description, checked, after, required == null || required);
        }

        /** Checks that checkpoints depend only on existing checkpoints, and that there are no cycles. */
        private static final class CheckpointOrder {

            private static final int MOST_SHOWN = 20;

            private final Map<String, Checkpoint> byId = new HashMap<>();
            private final List<Checkpoint> checkpoints;
            private final Map<String, Position> places;
            private final Faults faults;

            /** @param places the position of each id */
            CheckpointOrder(List<Checkpoint> checkpoints, Map<String, Position> places, Faults faults) {
                this.checkpoints = checkpoints;
                this.places = places;
                this.faults = faults;
                checkpoints.forEach(checkpoint -> byId.put(checkpoint.id(), checkpoint));
            }

            void check() {
                checkpoints.forEach(this::checkKnown);
                checkCircles();
            }

            private void checkKnown(Checkpoint checkpoint) {
                for (var after : checkpoint.after()) {
                    if (!byId.containsKey(after)) {
                        tell(checkpoint,
                                "checkpoint '" + checkpoint.id() + "' waits for '" + after + "', which is not there"
                                        + faults.hint(after, byId.keySet()));
                    }
                }
            }

            /** Repeatedly removes checkpoints without remaining dependencies; the rest can never be reached. */
            private void checkCircles() {
                var waiting = new HashMap<String, List<Checkpoint>>();
                var missing = new HashMap<String, Integer>();
                var free = new ArrayDeque<Checkpoint>();
                for (var checkpoint : checkpoints) {
                    var after = Set.copyOf(checkpoint.after()).stream().filter(byId::containsKey).toList();
                    after.forEach(id -> waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(checkpoint));
                    missing.put(checkpoint.id(), after.size());
                    if (after.isEmpty()) {
                        free.add(checkpoint);
                    }
                }
                var reachable = new HashSet<String>();
                while (!free.isEmpty()) {
                    var id = free.remove().id();
                    reachable.add(id);
                    waiting.getOrDefault(id, List.of()).stream()
                            .filter(next -> missing.merge(next.id(), -1, Integer::sum) == 0)
                            .forEach(free::add);
                }
                checkpoints.stream().filter(checkpoint -> !reachable.contains(checkpoint.id())).findFirst()
                        .ifPresent(left -> tellOfCircle(circle(left, reachable)));
            }

            private void tellOfCircle(List<String> ids) {
                var shown = ids.size() <= MOST_SHOWN ? ids
                        : Stream.concat(ids.stream().limit(MOST_SHOWN), Stream.of("…", ids.getLast())).toList();
                tell(Objects.requireNonNull(byId.get(ids.getFirst())),
                        "checkpoints wait for each other in a circle: " + String.join(" → ", shown));
            }

            /** Returns a cycle: every remaining checkpoint depends on another one, so following them leads back. */
            private List<String> circle(Checkpoint start, Set<String> reachable) {
                var way = new LinkedHashSet<String>();
                var at = start;
                while (way.add(at.id())) {
                    at = at.after().stream().filter(after -> byId.containsKey(after) && !reachable.contains(after))
                            .map(byId::get).findFirst().orElseThrow();
                }
                var circle = new ArrayList<>(way);
                circle.add(at.id());
                return circle.subList(circle.indexOf(at.id()), circle.size());
            }

            private void tell(Checkpoint checkpoint, String sentence) {
                faults.add(Objects.requireNonNull(places.get(checkpoint.id())), sentence);
            }
        }
    }
}
