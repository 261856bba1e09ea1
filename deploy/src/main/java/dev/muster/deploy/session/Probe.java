package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.custom.AnswerMap;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Recording.Exchanged;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.target.Secrets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What one call showed, in lines for people; secrets are masked. */
public record Probe(List<Exchanged> exchanges, AgentOutcome outcome, HttpMapping.@Nullable Answer mapping,
        Secrets secrets) {

    private static final int MOST_LINES = 40;
    private static final Set<String> HIDDEN = Set.of("authorization", "cookie", "set-cookie", "x-api-key",
            "proxy-authorization", "api-key");

    public List<String> lines() {
        var lines = new ArrayList<String>();
        exchanges.forEach(each -> exchange(each, lines));
        if (mapping != null && !exchanges.isEmpty()) {
            found(AnswerMap.frames(exchanges.getLast().answer().toString()), mapping, lines);
        }
        lines.add("Muster reads");
        switch (outcome) {
            case AgentReply reply -> reply(reply, lines);
            case AgentFailure failure -> lines.add("  " + failure.text());
        }
        return lines.stream().map(secrets::mask).toList();
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
        headers.forEach((name, value) -> lines.add("  " + name + ": "
                + (HIDDEN.contains(name.toLowerCase(Locale.ROOT)) ? "***" : value)));
    }

    private static void body(String body, List<String> lines) {
        var all = body.lines().filter(line -> !line.isBlank()).toList();
        all.stream().limit(MOST_LINES).forEach(line -> lines.add("  " + OneLine.ofMessage(line)));
        if (all.size() > MOST_LINES) {
            lines.add("  … " + (all.size() - MOST_LINES) + " more lines");
        }
    }

    /** What each path finds, and what else is there to find. */
    private static void found(List<JsonNode> frames, HttpMapping.Answer mapping, List<String> lines) {
        var found = AnswerMap.found(mapping, frames);
        int width = found.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        int paths = found.stream().mapToInt(each -> each.path().length()).max().orElse(0);
        lines.add("The mapping finds");
        found.forEach(each -> lines.add("  " + padded(each.name(), width) + "  " + padded(each.path(), paths) + "  "
                + (each.found().isEmpty() ? "nothing" : values(each.found()))));
        var named = found.stream().map(AnswerMap.Found::path).collect(Collectors.toSet());
        var others = AnswerMap.leaves(frames).stream().filter(leaf -> !named.contains(leaf.path())).toList();
        if (!others.isEmpty()) {
            int longest = others.stream().mapToInt(leaf -> leaf.path().length()).max().orElse(0);
            lines.add("Also in the answer");
            others.forEach(leaf -> lines.add("  " + padded(leaf.path(), longest) + "  "
                    + OneLine.of(leaf.value().toString())));
        }
        lines.add("");
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
        reply.content().custom().stream().filter(each -> "stderr".equals(each.path("name").asString("")))
                .forEach(each -> each.path("value").asString("").lines().limit(MOST_LINES)
                        .forEach(line -> lines.add("  stderr      " + line)));
        reply.warnings().forEach(warning -> lines.add("  warning     " + warning));
        lines.add("  took        " + reply.timing().end() + " ms, first event after " + reply.timing().firstEvent()
                + " ms");
    }
}
