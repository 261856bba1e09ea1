package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.ScalarType;
import dev.muster.coordinator.suite.source.SeenIds;
import org.jspecify.annotations.Nullable;

/** Reads the cases of a file in the agent-test dialect. */
final class CaseReader extends DialectReader {

    private static final Set<String> NO_REASONS = Set.of("false", "no", "off", "0", "null", "none");
    /** The reason for {@code "skip": true}. */
    static final String SKIPPED = "the suite says so";

    private final CaseIds ids;
    private final ConversationReader conversations;

    CaseReader(SuiteScope scope) {
        this(scope, new UniqueIds(scope.file(), scope.faults()));
    }

    /** Creates a reader with its own source of ids. */
    CaseReader(SuiteScope scope, CaseIds ids) {
        super(scope, "a case");
        this.ids = ids;
        this.conversations = new ConversationReader(scope);
    }

    @Override
    void readAll(NodeStream values, Consumer<TestCase> to) throws IOException {
        TestCase alone = null;
        int count = 0;
        boolean firstTaken = false;
        for (var node = values.next(); node != null; node = values.next()) {
            if (++count == 2 && firstTaken && ids.refuseNameless()) {
                alone = null;
            }
            var testCase = read(node);
            firstTaken |= count == 1 && !hasPassedOver();
            if (count == 1 && ids.isNameless()) {
                alone = testCase;
            } else if (testCase != null) {
                to.accept(testCase);
            }
        }
        if (alone != null) {
            to.accept(alone);
        }
    }

    @Override
    @Nullable
    TestCase testCase(Fields fields) {
        var targets = scope.targets();
        fields.any("$schema");
        checkTable(fields);
        var id = ids.id(fields);
        var name = fields.plain("name");
        var agent = fields.plain("agent");
        var labels = allLabels(fields);
        if (passesOver(id, name, labels, agent)) {
            return null;
        }
        var read = conversations.read(fields);
        targets.check(fields, agent, read.options().connector());
        read.connectors().forEach(connector -> targets.checkTurns(fields, agent, connector));
        var limits = limits(fields, read.timeout());
        var setup = SetupReader.setup(fields, targets);
        var skip = skip(fields);
        fields.done();
        return id == null ? null
                : new TestCase(identity(id, name == null ? read.name() : name, labels, fields), agent, read.options(),
                        read.conversation(), read.assertions(),
                        limits, setup, skip);
    }

    /** @param ofTurn timeout of the only turn, which then applies to the case; null when it has none */
    private static Limits limits(Fields fields, @Nullable Duration ofTurn) {
        return new Limits(shorter(fields.duration("timeout"), ofTurn), fields.duration("turn_timeout"),
                fields.whole("retries", 0, 100), fields.whole("repeat", 1, SuiteLimits.MOST_REPEATS));
    }

    private static @Nullable Duration shorter(@Nullable Duration first, @Nullable Duration second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.compareTo(second) <= 0 ? first : second;
    }

    /** Returns the labels. {@code team} and {@code user} are labels too, unless {@code labels} has the same name. */
    private static Map<String, String> allLabels(Fields fields) {
        var labels = new LinkedHashMap<String, String>();
        for (var name : List.of("team", "user")) {
            var value = fields.plain(name);
            if (value != null) {
                labels.put(name, value);
            }
        }
        labels.putAll(labels(fields));
        return labels;
    }

    /** Returns the reason to skip: {@code true}, or a string. */
    private @Nullable String skip(Fields fields) {
        return switch (fields.any("skip")) {
            case null -> null;
            case Node.Scalar scalar when scalar.string() != null -> reason(scalar);
            case Node.Scalar scalar when scalar.type() == ScalarType.BOOLEAN ->
                Boolean.parseBoolean(scalar.text()) ? SKIPPED : null;
            case Node other -> {
                scope.faults().add(other.at(),
                        "'skip' must be true, false or the reason as a string, not " + other.kind());
                yield null;
            }
        };
    }

    private String reason(Node.Scalar reason) {
        var text = reason.text().strip().toLowerCase(Locale.ROOT);
        if (text.isEmpty() || NO_REASONS.contains(text)) {
            scope.faults().add(reason.at(), "'skip' is the text '" + reason.text() + "', which skips the case; write "
                    + "true or false without quotes, or the reason");
        }
        return reason.text();
    }

    /** The ids of a file's cases. Each is unique; only the sole case of a file may omit it. */
    private static final class UniqueIds implements CaseIds {

        private final SuiteFile file;
        private final Faults faults;
        private final SeenIds seen = new SeenIds();
        private @Nullable Position nameless;
        private boolean first = true;

        UniqueIds(SuiteFile file, Faults faults) {
            this.file = file;
            this.faults = faults;
        }

        /** Returns the id; a first case without one gets the file's name. */
        @Override
        public @Nullable String id(Fields fields) {
            boolean mayBeAlone = first;
            first = false;
            if (mayBeAlone && !fields.has("id")) {
                fields.any("id");
                nameless = fields.at();
                return file.name();
            }
            return checked(fields.needed("id", "a case"), fields);
        }

        private @Nullable String checked(@Nullable String id, Fields fields) {
            if (id != null) {
                SuiteLimits.troubleOfName(id, SuiteLimits.LONGEST_ID)
                        .ifPresent(trouble -> fields.fault("id", "'id' " + trouble));
            }
            if (id != null && !id.isBlank()) {
                seen.firstLine(id, fields.at().line()).ifPresent(
                        line -> fields.fault("id", "id '" + id + "' is already used in this file, at line " + line));
            }
            return id;
        }

        @Override
        public boolean isNameless() {
            return nameless != null;
        }

        @Override
        public boolean refuseNameless() {
            if (nameless == null) {
                return false;
            }
            faults.add(nameless, "a case needs 'id'");
            nameless = null;
            return true;
        }
    }
}
