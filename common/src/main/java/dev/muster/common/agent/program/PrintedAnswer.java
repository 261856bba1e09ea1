package dev.muster.common.agent.program;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mapping.DocumentAnswer;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads what a program printed. */
final class PrintedAnswer {
    static final StreamBounds BOUNDS = StreamBounds.DEFAULT;
    static final String LOGS = "; print logs to standard error";
    /** How an answer in JSON begins, also one that Python printed as a dict. */
    private static final Pattern ANSWER = Pattern
            .compile("\\s*\\{\\s*([\"'])(text|tool_calls|awaiting_input)\\1\\s*:");
    private final String program;

    /** @param program as messages call it */
    PrintedAnswer(String program) {
        this.program = program;
    }

    /** Reads the one line that is an answer. */
    DocumentReply line(String line, String errors) {
        var json = object(AnswerJson.withoutMark(line));
        return json == null ? failed("wrote a line that is not a JSON object: " + OneLine.ofMessage(line) + LOGS)
                : new DocumentReply.Json(List.of(json), errors, line.length() > HeavyWork.CHARACTERS);
    }

    /** One JSON object over any lines, one for each line, or else words. */
    DocumentReply whole(List<String> lines, String errors, boolean large, boolean helper) {
        var whole = String.join("\n", lines);
        if (whole.isBlank()) {
            return failed("printed nothing" + (errors.isBlank() ? "" : ", but wrote to standard error: "
                    + OneLine.ofMessage(errors)) + "; it has to print its answer");
        }
        var document = object(whole);
        if (document != null) {
            return new DocumentReply.Json(List.of(document), errors, large);
        }
        var other = json(whole);
        var trouble = other == null ? null : DocumentAnswer.noObject(other, helper);
        if (trouble != null) {
            return new DocumentReply.Failed(AgentFailure.Agent.undeclared("agent error: " + trouble));
        }
        var frames = lines.stream().filter(line -> !line.isBlank()).map(PrintedAnswer::object).toList();
        if (frames.stream().allMatch(Objects::nonNull)) {
            return new DocumentReply.Json(frames, errors, large);
        }
        int first = IntStream.range(0, lines.size()).filter(at -> lines.get(at).stripLeading().startsWith("{"))
                .findFirst().orElse(-1);
        var rest = first < 0 ? null : object(String.join("\n", lines.subList(first, lines.size())));
        return Stream.concat(frames.stream(), Stream.ofNullable(rest))
                .anyMatch(json -> json != null && DocumentAnswer.isOne(json))
                        ? failed("printed an answer in JSON and other lines beside it: " + OneLine.ofMessage(whole)
                                + LOGS)
                        : words(lines, whole, errors);
    }

    private DocumentReply words(List<String> lines, String whole, String errors) {
        var broken = broken(lines, whole);
        return broken == null ? new DocumentReply.Text(whole.strip(), errors) : failed(broken);
    }

    /** Returns what is wrong with an answer that was meant to be JSON; null if the output is plain text. */
    private static @Nullable String broken(List<String> lines, String whole) {
        var last = lines.stream().filter(line -> !line.isBlank()).toList().getLast();
        var meant = Stream.of(whole, last).filter(text -> ANSWER.matcher(text).lookingAt()).findFirst();
        if (meant.isEmpty()) {
            return null;
        }
        try {
            AnswerJson.read(meant.get(), "it");
            return null;
        } catch (StreamBroken e) {
            boolean python = meant.get().stripLeading().substring(1).stripLeading().startsWith("'");
            return "printed an answer that is not JSON: " + e.getMessage() + (python
                    ? "; this is how Python prints a dict: print json.dumps(…)" : "") + LOGS;
        }
    }

    private static @Nullable JsonNode object(String text) {
        return text.stripLeading().startsWith("{") ? json(text) : null;
    }

    private static @Nullable JsonNode json(String text) {
        var json = text.length() > BOUNDS.eventBytes() ? MissingNode.getInstance() : AnswerJson.orMissing(text);
        return json.isMissingNode() ? null : json;
    }

    DocumentReply tooMuch() {
        return new DocumentReply.Failed(new AgentFailure.Protocol("agent error: " + program
                + " printed more than an answer may have (" + (BOUNDS.eventBytes() >> 20) + " MiB a line, "
                + (BOUNDS.bytes() >> 20) + " MiB in all), and was killed"));
    }

    DocumentReply failed(String what) {
        return new DocumentReply.Failed(AgentFailure.Agent.undeclared("agent error: " + program + " " + what));
    }
}
