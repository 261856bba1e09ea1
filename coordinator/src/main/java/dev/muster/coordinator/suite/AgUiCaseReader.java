package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads an AG-UI test: hooks, user turns and assertion blocks. */
final class AgUiCaseReader extends DialectReader {

    private final FileIds ids;
    private final PartReader parts;

    AgUiCaseReader(SuiteScope scope) {
        super(scope, "an AG-UI test");
        this.ids = new FileIds(scope.file());
        this.parts = new PartReader(scope);
    }

    @Override
    @Nullable
    TestCase testCase(Fields fields) {
        fields.text("$schema");
        checkTable(fields);
        fields.any("version"); // the version of the file format, which its keys already show
        var name = fields.plain("name");
        var id = ids.of(fields, "name", name);
        var agent = fields.plain("agent");
        var labels = labels(fields);
        if (passesOver(id, name, labels, agent)) {
            return null;
        }
        var hooks = SetupReader.hooks(fields);
        var patterns = new PatternReader(scope, fields.has("hooks"));
        var blocks = new AssertBlockReader(scope, patterns);
        var turns = turns(fields, patterns, blocks);
        var assertions = blocks.block(fields);
        scope.targets().check(fields, agent, null);
        var limits = new Limits(fields.duration("timeout"), null, null,
                fields.whole("repeat", 1, SuiteLimits.MOST_REPEATS));
        var setup = new Setup(hooks, null, null, SetupReader.tools(fields), true);
        fields.done();
        return new TestCase(identity(id, name, labels, fields), agent, Options.NONE,
                new Conversation.Scripted(List.of(), turns, new Then.End(), Finals.WHOLE), assertions, limits, setup,
                null);
    }

    private List<Turn> turns(Fields fields, PatternReader patterns, AssertBlockReader blocks) {
        fields.require("turns", "an AG-UI test needs 'turns'");
        return fields.some("turns", "a turn", "'turns' must have at least one turn",
                turn -> turn(turn, patterns, blocks));
    }

    private Turn turn(Fields fields, PatternReader patterns, AssertBlockReader blocks) {
        var user = fields.needed("user", "a turn");
        if (fields.any("user") instanceof Node.Scalar scalar) {
            patterns.text(scalar);
        }
        var content = new ArrayList<ContentPart>(List.of(new ContentPart.Text(user == null ? "" : user)));
        content.addAll(parts.list(fields.list("attachments")));
        return Turn.saying(content, blocks.block(fields));
    }
}
