package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
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
            SentTexts.check(testCase, node, scope.faults());
        }
        return valid(testCase);
    }

    /** Passes on the faults of a case; returns the case when it has none. */
    private @Nullable TestCase valid(@Nullable TestCase testCase) {
        var row = scope.row().get();
        boolean valid = scope.faults().pending() == 0;
        if (row != null && !valid) {
            row.name(scope.faults());
        }
        scope.faults().flush();
        if (!valid || testCase == null) {
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
}
