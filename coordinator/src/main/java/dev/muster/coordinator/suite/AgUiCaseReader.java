package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads an AG-UI test: hooks, user turns and assertion blocks. */
final class AgUiCaseReader implements DialectReader {

    private final String fileKey;
    private final Faults faults;
    private final CheckCompiler sound;
    private final TargetCheck targets;
    private final FileIds ids;
    private final Attachments attachments;
    private final PartReader parts;
    private final ToolStubReader tools;

    AgUiCaseReader(SuiteScope scope) {
        this.fileKey = scope.file().key();
        this.faults = scope.faults();
        this.sound = scope.sound();
        this.targets = scope.targets();
        this.ids = new FileIds(scope.file());
        this.attachments = scope.attachments();
        this.parts = new PartReader(attachments, faults);
        this.tools = new ToolStubReader(faults);
    }

    @Override
    public @Nullable TestCase read(Node node) {
        attachments.nextCase();
        var fields = Fields.of(node, "an AG-UI test", faults);
        var testCase = fields == null ? null : testCase(fields);
        if (testCase != null) {
            CapturedNames.check(testCase, node, faults);
        }
        return faults.flush() ? testCase : null;
    }

    private TestCase testCase(Fields fields) {
        fields.text("$schema");
        fields.any("version"); // the version of the file format, which its keys already show
        var name = fields.plain("name");
        var id = ids.of(fields, "name", name);
        var hooks = new HookReader(faults).hooks(fields);
        var patterns = new PatternReader(sound, faults, fields.has("hooks"));
        var blocks = new AssertBlockReader(new ClauseReader(patterns, faults), faults);
        var turns = turns(fields, patterns, blocks);
        var assertions = blocks.block(fields);
        var agent = fields.plain("agent");
        targets.check(fields, agent, null, faults);
        var labels = LabelReader.labels(fields);
        var limits = new Limits(fields.duration("timeout"), null, null,
                fields.whole("repeat", 1, CaseReader.MOST_RUNS));
        var setup = new Setup(hooks, null, null, tools.tools(fields), true);
        fields.done();
        return new TestCase(
                new TestCase.Identity(fileKey + "#" + id, id, name, labels, new Source(fileKey, fields.at().line())),
                agent, Options.NONE,
                new Conversation.Scripted(List.of(), turns, new Then.End(), Finals.WHOLE), assertions, limits, setup,
                null);
    }

    private List<Turn> turns(Fields fields, PatternReader patterns, AssertBlockReader blocks) {
        if (!fields.has("turns")) {
            fields.missing("an AG-UI test needs 'turns'", "turns");
        }
        var nodes = fields.list("turns");
        if (nodes.isEmpty() && fields.any("turns") instanceof Node.Items) {
            fields.fault("turns", "'turns' must have at least one turn");
        }
        var turns = new ArrayList<Turn>();
        for (var node : nodes) {
            var turn = Fields.of(node, "a turn", faults);
            if (turn != null) {
                turns.add(turn(turn, patterns, blocks));
            }
        }
        return turns;
    }

    private Turn turn(Fields fields, PatternReader patterns, AssertBlockReader blocks) {
        var user = fields.needed("user", "a turn");
        if (fields.any("user") instanceof Node.Scalar scalar) {
            patterns.text(scalar);
        }
        var content = new ArrayList<ContentPart>(List.of(new ContentPart.Text(user == null ? "" : user)));
        content.addAll(parts.list(fields.list("attachments")));
        var assertions = blocks.block(fields);
        fields.done();
        return Turn.saying(content, assertions);
    }
}
