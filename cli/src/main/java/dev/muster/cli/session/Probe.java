package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Recording.Exchanged;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.target.Secrets;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one call showed, in lines for people; secrets are masked.
 *
 * @param mapping null for an agent without one
 * @param width of the lines, where a sentence can be wrapped
 */
public record Probe(List<Exchanged> exchanges, AgentOutcome outcome, @Nullable HttpMapping mapping, Secrets secrets,
        int width) {

    private static final int MOST_LINES = 40;
    private static final String INDENT = "  ";
    /** Paths that take a value with all that is in it. */
    private static final Set<String> WHOLE = Set.of("state", "tool_calls.arguments", "tool_calls.result");
    private static final Set<String> HIDDEN = Set.of("authorization", "cookie", "set-cookie", "x-api-key",
            "proxy-authorization", "api-key");

    public List<String> lines() {
        var lines = new ArrayList<String>();
        exchanges.forEach(each -> exchange(each, lines));
        if (mapping != null && !exchanges.isEmpty()) {
            mapped(mapping, lines);
        }
        lines.add("Muster reads");
        switch (outcome) {
            case AgentReply reply -> reply(reply, lines);
            case AgentFailure failure ->
                Columns.wrap(secrets.mask(failure.text()), width - INDENT.length())
                        .forEach(line -> lines.add(INDENT + line));
        }
        return lines.stream().map(secrets::mask).map(Printable::line).toList();
    }

    private static void exchange(Exchanged exchanged, List<String> lines) {
        lines.add(exchanged.method() + " " + exchanged.url());
        headers(exchanged.requestHeaders(), lines);
        body(exchanged.sent(), lines);
        lines.add("");
        lines.add(exchanged.status().isEmpty() ? "(no answer)" : exchanged.status());
        headers(exchanged.headers(), lines);
        body(exchanged.answer().toString(), lines);
        lines.add("");
    }

    private static void headers(Map<String, String> headers, List<String> lines) {
        // standard error is a header of many lines
        headers.forEach((name, value) -> (value.isEmpty() ? Stream.of("") : value.lines().limit(MOST_LINES))
                .forEach(line -> lines.add("  " + name + ": "
                        + (HIDDEN.contains(name.toLowerCase(Locale.ROOT)) ? "***" : line))));
    }

    private static void body(String body, List<String> lines) {
        var all = body.lines().filter(line -> !line.isBlank()).toList();
        all.stream().limit(MOST_LINES).forEach(line -> lines.add("  " + OneLine.ofMessage(line)));
        if (all.size() > MOST_LINES) {
            lines.add("  … " + (all.size() - MOST_LINES) + " more lines");
        }
    }

    /** What each path finds in the answer that it is for, and what else is there to find. */
    private void mapped(HttpMapping mapping, List<String> lines) {
        var calls = exchanges.stream().filter(each -> !each.sent().contains("grant_type=")).toList();
        var session = mapping.session();
        int opened = session == null ? -1 : IntStream.range(0, calls.size())
                .filter(at -> calls.get(at).status().startsWith("2")).findFirst().orElse(calls.size());
        var turn = opened + 1 < calls.size() ? calls.getLast() : null;
        var found = new ArrayList<AnswerMap.Found>();
        var frames = new ArrayList<JsonNode>();
        if (session != null && !calls.isEmpty()) {
            var opening = AnswerMap.frames(calls.get(Math.min(opened, calls.size() - 1)).answer().toString());
            var id = session.id() == null ? "$.id" : session.id();
            found.add(new AnswerMap.Found("session.id", id, AnswerMap.found(id, opening)));
            frames.addAll(turn == null ? opening : List.of());
        }
        if (turn != null) {
            frames.addAll(AnswerMap.frames(turn.answer().toString()));
            found.addAll(AnswerMap.found(mapping.answer(), frames));
        }
        if (!found.isEmpty()) {
            found(found, lines);
            others(found, frames, lines);
        }
        if (turn == null) {
            lines.add("The turn itself was not sent.");
        }
        lines.add("");
    }

    private static void found(List<AnswerMap.Found> found, List<String> lines) {
        int width = found.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        int paths = found.stream().mapToInt(each -> each.path().length()).max().orElse(0);
        lines.add("The mapping finds");
        found.forEach(
                each -> lines.add(INDENT + padded(each.name(), width) + INDENT + padded(each.path(), paths) + INDENT
                        + (each.found().isEmpty() ? "nothing" : values(each.found()))
                        + (each.name().equals("text") && each.found().stream().anyMatch(JsonNode::isObject)
                                ? "  (an object: it becomes JSON text; name the member that has the words)" : "")));
    }

    private static void others(List<AnswerMap.Found> found, List<JsonNode> frames, List<String> lines) {
        var named = Collections.newSetFromMap(new IdentityHashMap<JsonNode, Boolean>());
        found.forEach(each -> named.addAll(WHOLE.contains(each.name())
                ? AnswerMap.leaves(each.found()).stream().flatMap(leaf -> leaf.values().stream()).toList()
                : each.found()));
        var others = AnswerMap.leaves(frames).stream().filter(leaf -> !named.containsAll(leaf.values())).toList();
        if (others.isEmpty()) {
            return;
        }
        var shown = others.stream().sorted(Comparator.comparing(leaf -> !isSentence(leaf))).limit(MOST_LINES).toList();
        int longest = shown.stream().mapToInt(leaf -> leaf.path().length()).max().orElse(0);
        lines.add("Also in the answer");
        others.stream().filter(shown::contains).forEach(leaf -> lines.add(INDENT + padded(leaf.path(), longest) + INDENT
                + values(leaf.values())));
        if (others.size() > shown.size()) {
            lines.add("  … and " + (others.size() - shown.size()) + " more");
        }
    }

    private static boolean isSentence(AnswerMap.Leaf leaf) {
        return leaf.values().stream().anyMatch(value -> value.asString("").strip().indexOf(' ') > 0);
    }

    private static String values(List<JsonNode> found) {
        var first = OneLine.of(found.getFirst().toString());
        return found.size() == 1 ? first : first + "  (and " + (found.size() - 1) + " more)";
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static void reply(AgentReply reply, List<String> lines) {
        lines.add("  text        " + (reply.content().text().isEmpty() ? "(none)"
                : "\"" + OneLine.ofMessage(reply.content().text()) + "\""));
        reply.content().toolCalls().forEach(call -> lines.add("  tool call   " + call.name() + " "
                + OneLine.of(call.arguments().toString())));
        reply.content().toolResults().forEach(result -> lines.add("  tool result " + result.name() + " "
                + OneLine.of(result.content().toString())));
        if (reply.usage() != null) {
            lines.add("  tokens      " + reply.usage().input() + " in, " + reply.usage().output() + " out");
        }
        if (reply.awaiting()) {
            lines.add("  waits for input");
        }
        reply.warnings().forEach(warning -> lines.add("  warning     " + warning));
        lines.add("  took        " + reply.timing().end() + " ms, first event after " + reply.timing().firstEvent()
                + " ms");
    }
}
