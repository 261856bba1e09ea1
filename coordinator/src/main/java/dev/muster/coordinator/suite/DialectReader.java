package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Turn;
import dev.muster.common.template.Expansion;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
import dev.muster.coordinator.suite.source.SeenIds;
import dev.muster.coordinator.suite.table.TableCases;
import org.jspecify.annotations.Nullable;

/** Reads the cases of one file in one dialect. */
abstract class DialectReader {

    final SuiteScope scope;
    private final String what;
    private boolean passedOver;

    /** @param what a case in this dialect, for faults */
    DialectReader(SuiteScope scope, String what) {
        this.scope = scope;
        this.what = what;
    }

    /** Returns null for a case that is passed over, and, with a fault, for one that can't have an identity. */
    abstract @Nullable TestCase testCase(Fields fields);

    /** Reads one value as a case; null when it has faults, which are then flushed. */
    final @Nullable TestCase read(Node node) {
        scope.attachments().nextCase();
        int ofText = scope.faults().pending();
        passedOver = false;
        var fields = Fields.of(node, what, scope.faults());
        var testCase = fields == null ? null : testCase(fields);
        if (passedOver) {
            scope.faults().keep(ofText);
        } else if (testCase != null) {
            CapturedNames.check(testCase, node, scope.faults());
        }
        return sound(testCase);
    }

    /** Passes on the faults of a case; returns the case when it has none. */
    private @Nullable TestCase sound(@Nullable TestCase testCase) {
        var row = scope.row().get();
        boolean sound = scope.faults().pending() == 0;
        if (row != null && !sound) {
            row.name(scope.faults());
        }
        scope.faults().flush();
        if (!sound || testCase == null) {
            return null;
        }
        return row == null ? testCase : row.settled(testCase);
    }

    /** Reports keys of tables in a case that can have none, as it was generated, and {@code key} alone. */
    final void checkTable(Fields fields) {
        if (fields.any(TableCases.EACH) != null) {
            fields.fault(TableCases.EACH,
                    "'each' is refused in a generated case, which must read no files; generate one "
                            + "case for each row");
        }
        if (fields.any(TableCases.KEY) != null && !fields.has(TableCases.EACH)) {
            fields.fault(TableCases.KEY, "'key' names a column of the table of 'each', which this case does not have");
        }
    }

    /** Whether the value read last is a case that is not to be run; of its faults, only those of its text count. */
    final boolean hasPassedOver() {
        return passedOver;
    }

    /** Whether the case is not to be run, so that its other members are not read. */
    final boolean passesOver(@Nullable String id, @Nullable String name, Map<String, String> labels,
            @Nullable String agent) {
        var row = scope.row().get();
        passedOver = !scope.picks().test(new Candidate(scope.file().key(), id == null ? "" : id, name, labels, agent,
                row == null ? null : row.table()));
        return passedOver;
    }

    /** Reads all values of a file. */
    void readAll(NodeStream values, Consumer<TestCase> to) throws IOException {
        for (var node = values.next(); node != null; node = values.next()) {
            var testCase = read(node);
            if (testCase != null) {
                to.accept(testCase);
            }
        }
    }

    TestCase.Identity identity(String id, @Nullable String name, Map<String, String> labels, Fields fields) {
        var file = scope.file().key();
        var row = scope.row().get();
        return new TestCase.Identity(file + "#" + id, id, name, labels,
                new Source(file, fields.at().line(), row == null ? null : row.place()));
    }

    /** Reads {@code labels}: free key-value pairs, each on one line. */
    static Map<String, String> labels(Fields fields) {
        var labels = fields.labels("labels");
        if (labels.entrySet().stream().anyMatch(label -> Fields.hasControls(label.getKey() + label.getValue()))) {
            fields.fault("labels", "'labels' must have no control characters");
        }
        return labels;
    }

    /**
     * Checks that an earlier turn captures the name of each {@code ${captured.NAME}}. Where a {@code goto} may change the
     * order, any turn may capture it.
     */
    private static final class CapturedNames {

        private final Node node;
        private final Faults faults;
        private final Set<String> known = new HashSet<>();
        private final Set<String> asked = new LinkedHashSet<>();
        private final Set<String> told = new HashSet<>();
        private final Expansion texts = new Expansion(text -> {
            asked.addAll(TemplateNames.captured(text));
            return text;
        });

        private CapturedNames(Node node, Faults faults) {
            this.node = node;
            this.faults = faults;
        }

        /** @param node the source of the case */
        static void check(TestCase testCase, Node node, Faults faults) {
            if (!testCase.identity().source().wasGenerated()) {
                new CapturedNames(node, faults).check(testCase);
            }
        }

        private void check(TestCase testCase) {
            var turns = testCase.conversation().turns();
            testCase.conversation().opening().forEach(texts::message);
            tell("in what opens the conversation nothing was captured yet");
            if (turns.stream().anyMatch(turn -> turn.path().goTo() != null)) {
                turns.forEach(turn -> known.addAll(turn.path().capture().keySet()));
            }
            turns.forEach(this::check);
            if (testCase.conversation() instanceof Conversation.Dynamic dynamic) {
                dynamic.checkpoints().forEach(each -> texts.assertions(each.assertions()));
            }
            var _ = texts.assertions(testCase.assertions());
            tell("no turn captures it");
        }

        private void check(Turn turn) {
            var _ = texts.turn(turn);
            tell("no turn before this one captures it");
            known.addAll(turn.path().capture().keySet());
        }

        /** Reports each name once, at its first position. */
        private void tell(String why) {
            for (var name : asked) {
                if (!known.contains(name) && told.add(name)) {
                    var words = "${captured." + name + "}";
                    faults.add(first(words).at(), words + " stands for nothing: " + why
                            + "; a turn does with 'capture': {\"" + name + "\": \"$.path\"}"
                            + faults.hint(name, known));
                }
            }
            asked.clear();
        }

        private Node first(String words) {
            var left = new ArrayDeque<Node>(List.of(node));
            while (!left.isEmpty()) {
                switch (left.pop()) {
                    case Node.Scalar scalar when scalar.text().contains(words) -> {
                        return scalar;
                    }
                    case Node.Scalar scalar -> {
                    }
                    case Node.Items(var nodes, var at) -> nodes.reversed().forEach(left::push);
                    case Node.Obj object -> object.members().values().stream().toList().reversed()
                            .forEach(member -> left.push(member.value()));
                }
            }
            return node;
        }
    }

    /** Ids of cases in dialects where ids are optional: the case's name, else the file's name, numbered from the second on. */
    static final class FileIds {

        private final String stem;
        private final SeenIds seen = new SeenIds();
        private int given;

        FileIds(SuiteFile file) {
            this.stem = file.name();
        }

        /**
         * @param key the key of the written id, for a fault when the file already has it
         * @param written null when the case has neither id nor name
         */
        String of(Fields fields, String key, @Nullable String written) {
            int line = Math.max(1, fields.at().line());
            if (written == null || written.isBlank()) {
                return free(line);
            }
            if (!Fields.hasControls(written)) { // which has a fault of its own
                SuiteLimits.troubleOfName(written, SuiteLimits.LONGEST_ID)
                        .ifPresent(trouble -> fields.fault(key, "'" + key + "' " + trouble));
            }
            seen.firstLine(written, line).ifPresent(first -> fields.fault(key,
                    "'" + written + "' is already used in this file, at line " + first
                            + "; each case needs a name of its own"));
            return written;
        }

        /** Returns a free id, continuing after the last number used. */
        private String free(int line) {
            var id = given == 0 ? stem : stem + "-" + (given + 1);
            given++;
            return seen.firstLine(id, line).isPresent() ? free(line) : id;
        }
    }
}
