package dev.muster.common.template;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/**
 * Rewrites the texts of a case that may contain names: user input, structured input, patterns and values of assertions,
 * and the input of validators. Keys, paths and tool names stay.
 */
public record Expansion(UnaryOperator<String> rewrite) {

    /** Returns the turn with its assertions expanded. */
    public Turn turn(Turn turn) {
        var path = turn.path();
        return new Turn(turn.name(), turn.content().stream().map(this::part).toList(), assertions(turn.assertions()),
                turn.options(), turn.tools(), turn.payload() == null ? null : node(turn.payload()), turn.expected(),
                turn.pace(), new Turn.Path(path.capture(), path.when() == null ? null : assertion(path.when()),
                        path.goTo()));
    }

    public Message message(Message message) {
        return new Message(message.role(), message.content().stream().map(this::part).toList(), message.toolCalls(),
                message.toolCallId());
    }

    public List<Assertion> assertions(List<Assertion> assertions) {
        return assertions.stream().map(this::assertion).toList();
    }

    /** Returns the same object when nothing is expanded, so that it is compiled once. */
    public Assertion assertion(Assertion assertion) {
        var filled = check(assertion.check());
        return filled.equals(assertion.check()) ? assertion
                : new Assertion(filled, assertion.negate(), assertion.message(), assertion.name(),
                        assertion.weight());
    }

    public Check check(Check check) {
        return switch (check) {
            case Check.Equals(var value) -> new Check.Equals(node(value));
            case Check.Contains(var values, var ignoreCase) -> new Check.Contains(all(values), ignoreCase);
            case Check.NotContains(var values, var ignoreCase) -> new Check.NotContains(all(values), ignoreCase);
            case Check.Regex(var pattern) -> new Check.Regex(rewrite.apply(pattern));
            case Check.JsonPath(var path, var value) -> new Check.JsonPath(path, orNull(value));
            case Check.Type type -> type;
            case Check.InTest test -> test;
            case Check.ToolCalled called -> new Check.ToolCalled(called.names(), orNull(called.arguments()),
                    called.argsMatch(), called.count(), orNull(called.result()), called.after());
            case Check.ToolNotCalled(var call) -> new Check.ToolNotCalled(call(call));
            case Check.ToolsInOrder(var calls) -> new Check.ToolsInOrder(calls.stream().map(this::call).toList());
            case Check.ToolsExact(var calls) -> new Check.ToolsExact(calls.stream().map(this::call).toList());
            case Check.ToolResult(var tools, var result) -> new Check.ToolResult(tools, orNull(result));
            case Check.MaxDuration limit -> limit;
            case Check.MaxGap limit -> limit;
            case Check.MaxTokens limit -> limit;
            case Check.MaxCost limit -> limit;
            case Check.Schema schema -> schema;
            case Check.AgUi(var clause) -> new Check.AgUi(clause(clause));
            case Check.Oracle(var oracle, var config, var expected) ->
                new Check.Oracle(oracle, node(config), node(expected));
            case Check.Snapshot snapshot -> snapshot;
            case Check.LlmJudge(var ask, var config, var expected) ->
                new Check.LlmJudge(use(ask), node(config), node(expected));
            case Check.SqlValidate(var config, var expected) -> new Check.SqlValidate(node(config), node(expected));
            case Check.Agent(var ask, var threshold, var samples) -> new Check.Agent(use(ask), threshold, samples);
            case Check.Script(var ask, var value) -> new Check.Script(use(ask), orNull(value));
        };
    }

    private ExpectedCall call(ExpectedCall call) {
        return new ExpectedCall(call.names(), orNull(call.arguments()), call.argsMatch());
    }

    private AgUiClause clause(AgUiClause clause) {
        return switch (clause) {
            case AgUiClause.Require require -> new AgUiClause.Require(require.tool(), require.count(),
                    values(require.argsMatch()), text(require.resultMatch()), text(require.resultNotMatch()),
                    require.after());
            case AgUiClause.ForbidCall(var tool, var argsMatch, var resultMatch) ->
                new AgUiClause.ForbidCall(tool, values(argsMatch), text(resultMatch));
            case AgUiClause.MustMatch(var pattern) -> new AgUiClause.MustMatch(rewrite.apply(pattern));
            case AgUiClause.MustNotMatch(var pattern) -> new AgUiClause.MustNotMatch(rewrite.apply(pattern));
            case AgUiClause.Forbid forbid -> forbid;
            case AgUiClause.MaxDuration limit -> limit;
            case AgUiClause.MaxGap limit -> limit;
            case AgUiClause.MaxIdle limit -> limit;
        };
    }

    private HelperUse use(HelperUse use) {
        var told = use.options();
        var metadata = new LinkedHashMap<String, JsonNode>();
        told.metadata().forEach((name, value) -> metadata.put(name, node(value)));
        return new HelperUse(use.use(),
                new Options(told.connector(), told.skip(), told.search(), told.mode(), metadata));
    }

    private ContentPart part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> new ContentPart.Text(rewrite.apply(text));
            case ContentPart.Media media -> media;
        };
    }

    private List<String> all(List<String> texts) {
        return texts.stream().map(rewrite).toList();
    }

    private Map<String, String> values(Map<String, String> texts) {
        var rewritten = new LinkedHashMap<String, String>();
        texts.forEach((key, value) -> rewritten.put(key, rewrite.apply(value)));
        return rewritten;
    }

    private @Nullable String text(@Nullable String text) {
        return text == null ? null : rewrite.apply(text);
    }

    private @Nullable JsonNode orNull(@Nullable JsonNode node) {
        return node == null ? null : node(node);
    }

    /** Expands strings at any depth; member names stay. */
    public JsonNode node(JsonNode node) {
        if (node.isString()) {
            return StringNode.valueOf(rewrite.apply(node.stringValue()));
        }
        if (node.isObject()) {
            var object = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(member -> object.set(member.getKey(), node(member.getValue())));
            return object;
        }
        if (node.isArray()) {
            var array = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> array.add(node(element)));
            return array;
        }
        return node;
    }
}
