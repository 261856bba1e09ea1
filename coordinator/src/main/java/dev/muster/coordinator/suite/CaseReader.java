package dev.muster.coordinator.suite;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Limits;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Options;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Nearest;
import dev.muster.coordinator.located.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one case of the agent-test dialect in standard mode. */
final class CaseReader implements DialectReader {

    private static final List<String> TYPES = List.of("single_turn", "multi_turn");

    private final String fileKey;
    private final Faults faults;
    private final Attachments attachments;
    private final MessageReader messages;
    private final TurnReader turns;
    private final AssertionReader assertions;
    private final TargetCheck targets;
    private final SeenIds seen = new SeenIds();

    CaseReader(SuiteScope scope) {
        this.fileKey = scope.file().key();
        this.faults = scope.faults();
        this.attachments = scope.attachments();
        var parts = new PartReader(attachments, faults);
        this.messages = new MessageReader(parts, faults);
        this.assertions = new AssertionReader(new CheckReader(scope.sound(), faults), faults);
        this.turns = new TurnReader(messages, parts, assertions, faults);
        this.targets = scope.targets();
    }

    @Override
    public @Nullable TestCase read(Node node) {
        attachments.nextCase();
        var fields = Fields.of(node, "a case", faults);
        var testCase = fields == null ? null : testCase(fields);
        return faults.flush() ? testCase : null;
    }

    private @Nullable TestCase testCase(Fields fields) {
        var id = id(fields);
        var name = fields.plain("name");
        var turn = turn(fields);
        var said = said(fields, turn);
        var checked = checked(fields, turn);
        var options = options(fields, turn);
        var agent = fields.plain("agent");
        targets.check(fields, agent, options.connector(), faults);
        var labels = labels(fields);
        var timeout = least(fields.duration("timeout"), turn == null ? null : turn.timeout());
        var retries = fields.whole("retries", 0, 100);
        var skip = skip(fields);
        fields.notYet(NotYet.SENTENCE, NotYet.CASE);
        fields.done();
        return id == null ? null
                : new TestCase(fileKey + "#" + id, id, name == null && turn != null ? turn.name() : name, agent,
                        options, labels, new Source(fileKey, fields.at().line()), new Conversation.Standard(said),
                        checked, new Limits(timeout, null, retries, null), Setup.NONE, skip);
    }

    private @Nullable String id(Fields fields) {
        var id = fields.needed("id", "a case");
        if (id != null && Fields.hasControls(id)) {
            fields.fault("id", "'id' must be one line without control characters");
        }
        if (id != null && !id.isBlank()) {
            seen.firstLine(id, fields.at().line()).ifPresent(
                    line -> fields.fault("id", "id '" + id + "' is in this file already, at line " + line));
        }
        return id;
    }

    /** The one turn of a {@code single_turn} case; null when the case has no such turn. */
    private @Nullable Turn turn(Fields fields) {
        var type = fields.text("type");
        boolean single = "single_turn".equals(type);
        boolean multi = "multi_turn".equals(type);
        if (multi) {
            fields.fault("type", "type 'multi_turn' " + NotYet.SENTENCE);
        } else if (type != null && !single) {
            fields.fault("type", "unknown type '" + type + "'" + Nearest.hint(type, TYPES));
        }
        simulator(fields, single);
        var node = fields.any("turns");
        if (node != null && type == null) {
            fields.notYet("without \"type\": \"single_turn\" " + NotYet.SENTENCE, List.of("turns"));
        }
        return node == null || !single ? null : turns.only(node, fields);
    }

    private static void simulator(Fields fields, boolean single) {
        fields.notYet(single ? "does not go with single_turn" : NotYet.SENTENCE, List.of("simulator"));
    }

    /** What {@code input} says gives way to a turn and to {@code messages}. */
    private List<Message> said(Fields fields, @Nullable Turn turn) {
        var history = fields.any("messages");
        var input = fields.any("input");
        if (turn != null) {
            if (history != null) {
                fields.fault("messages", "a case has 'messages' or 'turns', not both");
            }
            return turn.messages();
        }
        if (history != null) {
            return messages.messages(history);
        }
        if (input != null) {
            return messages.input(input);
        }
        if (!isOfAnotherMode(fields)) {
            fields.missing("a case needs 'input' or 'messages'", "input", "messages");
        }
        return List.of();
    }

    private static boolean isOfAnotherMode(Fields fields) {
        return NotYet.OPENINGS.stream().anyMatch(fields::has) || "multi_turn".equals(fields.text("type"));
    }

    private List<Assertion> checked(Fields fields, @Nullable Turn turn) {
        var ofCase = assertions.ofCase(fields);
        if (turn == null) {
            return ofCase;
        }
        var all = new ArrayList<>(turn.assertions());
        all.addAll(ofCase);
        return all;
    }

    private static Options options(Fields fields, @Nullable Turn turn) {
        var ofCase = OptionsReader.ofCase(fields);
        return turn == null ? ofCase : OptionsReader.merge(ofCase, turn.options());
    }

    /** {@code team} and {@code user} are labels; one of that name in {@code labels} beats them. */
    private static Map<String, String> labels(Fields fields) {
        var labels = new LinkedHashMap<String, String>();
        for (var name : List.of("team", "user")) {
            var value = fields.plain(name);
            if (value != null) {
                labels.put(name, value);
            }
        }
        fields.labels("labels").forEach((name, value) -> {
            labels.put(name, value);
            if (Fields.hasControls(name + value)) {
                fields.fault("labels", "'labels' must have no control characters");
            }
        });
        return labels;
    }

    /** {@code true}, or the reason as a string. */
    private @Nullable String skip(Fields fields) {
        return switch (fields.any("skip")) {
            case null -> null;
            case Node.Scalar scalar when scalar.type() == Node.Scalar.Type.STRING -> scalar.text();
            case Node.Scalar scalar when scalar.type() == Node.Scalar.Type.BOOLEAN ->
                Boolean.parseBoolean(scalar.text()) ? SKIPPED : null;
            case Node other -> {
                faults.add(other.at(), "'skip' must be true, false or the reason as a string, not " + other.kind());
                yield null;
            }
        };
    }

    /** The reason of a case that says {@code "skip": true}. */
    static final String SKIPPED = "the suite says so";

    private static @Nullable Duration least(@Nullable Duration first, @Nullable Duration second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.compareTo(second) <= 0 ? first : second;
    }
}
