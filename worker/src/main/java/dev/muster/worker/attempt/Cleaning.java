package dev.muster.worker.attempt;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.party.Secrets;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Makes a result fit to leave the worker: secrets are masked, and characters that PostgreSQL and JSON do not take
 * (U+0000, lone surrogates) become U+FFFD, with a warning that says so.
 */
final class Cleaning {

    private static final char REPLACEMENT = '\uFFFD';

    private final Secrets secrets;
    private boolean replaced;

    Cleaning(List<String> secrets) {
        this.secrets = new Secrets(secrets);
    }

    CaseResult clean(CaseResult result) {
        var response = text(result.response());
        var calls = result.toolCalls().stream()
                .map(call -> new ToolCall(must(call.id()), must(call.name()), node(call.arguments()))).toList();
        var results = result.toolResults().stream().map(
                each -> new ToolResult(must(each.toolCallId()), text(each.name()), node(each.content()), each.error()))
                .toList();
        var state = result.state() == null ? null : node(result.state());
        // what was captured of an answer may stand in what was asserted
        var assertions = result.assertions().stream().map(each -> clean(each, AssertionResult.class)).toList();
        var error = text(result.error());
        var skipReason = text(result.skipReason());
        var traceId = text(result.traceId());
        var dialogue = result.dialogue() == null ? null : clean(result.dialogue(), Dialogue.class);
        var judged = result.judged() == null ? null : clean(result.judged(), AgentReply.class);
        return new CaseResult(result.key(), result.id(), result.name(), result.source(), result.labels(),
                result.agent(), result.connector(), result.status(), result.cause(), error, skipReason,
                result.messagesCount(), response, calls, results, state, assertions, result.usage(),
                result.durationMs(), result.workingMs(), result.firstEventMs(), result.startedAt(),
                warnings(result.warnings()), traceId, dialogue, judged, result.helped());
    }

    private List<String> warnings(List<String> found) {
        var warnings = new ArrayList<>(found.stream().map(this::must).toList());
        if (replaced) {
            warnings.add("characters that can't be stored (U+0000 or half a surrogate pair) are shown as U+FFFD");
        }
        return warnings;
    }

    private <T> T clean(T value, Class<T> type) {
        return Json.MAPPER.treeToValue(node(Json.MAPPER.valueToTree(value)), type);
    }

    private @Nullable String text(@Nullable String text) {
        return text == null ? null : must(text);
    }

    private String must(String text) {
        return secrets.mask(withoutBadCharacters(text));
    }

    private JsonNode node(JsonNode node) {
        return switch (node) {
            case StringNode string -> StringNode.valueOf(must(string.stringValue()));
            case ObjectNode object -> {
                var clean = Json.MAPPER.createObjectNode();
                object.properties().forEach(each -> clean.set(must(each.getKey()), node(each.getValue())));
                yield clean;
            }
            case ArrayNode array -> {
                var clean = Json.MAPPER.createArrayNode();
                array.forEach(each -> clean.add(node(each)));
                yield clean;
            }
            default -> node;
        };
    }

    private String withoutBadCharacters(String text) {
        int bad = firstBad(text);
        if (bad < 0) {
            return text;
        }
        replaced = true;
        var clean = new StringBuilder(text);
        for (int i = bad; i < clean.length(); i++) {
            if (isBad(clean, i)) {
                clean.setCharAt(i, REPLACEMENT);
            } else if (Character.isHighSurrogate(clean.charAt(i))) {
                i++;
            }
        }
        return clean.toString();
    }

    private static int firstBad(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isBad(text, i)) {
                return i;
            }
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
            }
        }
        return -1;
    }

    private static boolean isBad(CharSequence text, int i) {
        char c = text.charAt(i);
        boolean half = Character.isHighSurrogate(c)
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : Character.isLowSurrogate(c);
        return c == 0 || half;
    }
}
