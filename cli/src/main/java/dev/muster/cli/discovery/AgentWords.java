package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.agent.mapping.AnswerMap.Leaf;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The places of an answer that may have the agent's words, the most likely one first.
 *
 * @param places never the text of an error, a bare status, a name or an id
 */
record AgentWords(List<Leaf> places) {

    private static final List<String> REPLIES = List.of("reply", "response", "answer", "output", "text", "content",
            "message", "delta", "result", "completion", "output_text");
    private static final Set<String> NEVER = Set.of("role", "type", "kind", "event", "status", "state", "object", "id",
            "model", "finish", "finish_reason", "stop_reason", "lang", "language", "created", "timestamp", "time",
            "date",
            "version", "user", "human");
    private static final Set<String> ASIDE = Set.of("meta", "metadata", "debug", "trace", "usage", "sources",
            "citations", "references", "request", "input", "prompt", "query", "suggestions", "title", "description");
    private static final Set<String> STATUSES = Set.of("", "ok", "n/a", "na", "none", "null", "success", "succeeded",
            "done", "queued", "pending", "accepted", "running", "processing", "processed", "in_progress", "received",
            "created", "completed", "complete", "finished", "started", "stop", "error", "failed", "failure", "fail");
    /** Whose texts are not the agent's, in a list of messages. */
    private static final Set<String> OTHERS = Set.of("user", "human", "system", "tool", "function", "error", "status");
    private static final Pattern FAILURE = Pattern.compile("(?i).*(error|exception|fault)|fail(ed|ure)?");
    private static final Pattern ERROR = Pattern
            .compile("(?i)err|err(or|_|code|msg|no).*|(exception|fault|traceback).*");
    private static final Set<String> HARMLESS = Set.of("", "0", "ok", "none", "null", "n/a", "success", "false");

    /** @param sent the texts of the message, which a server may repeat */
    static AgentWords in(List<JsonNode> frames, String sent) {
        if (frames.size() == 1 && isMute(frames.getFirst())) {
            return new AgentWords(List.of());
        }
        var possible = AnswerMap.leaves(frames).stream()
                .map(leaf -> new Leaf(leaf.path(), leaf.values().stream().filter(JsonNode::isString).toList()))
                .filter(leaf -> isPossible(leaf) && !sent.contains("\"" + text(leaf).strip() + "\"")
                        && score(leaf) >= 0)
                .toList();
        return new AgentWords(possible.stream()
                .sorted(Comparator.<Leaf>comparingInt(leaf -> isTotal(leaf, possible) ? 1 : 0)
                        .thenComparingInt(leaf -> -score(leaf)).thenComparingInt(leaf -> -text(leaf).length()))
                .toList());
    }

    /** Whether a place has several times what another one has once: joined, it would be there twice. */
    private static boolean isTotal(Leaf leaf, List<Leaf> all) {
        var texts = leaf.values().stream().map(value -> value.asString("").strip()).filter(text -> !text.isEmpty())
                .toList();
        return texts.size() > 1 && all.stream().filter(other -> !other.equals(leaf)).map(AgentWords::text)
                .anyMatch(other -> other.length() < text(leaf).length() && texts.stream().allMatch(other::contains));
    }

    /** Whether the member for the answer is there, and empty: what stands beside it is not the answer. */
    private static boolean isMute(JsonNode frame) {
        var answers = REPLIES.subList(0, 4).stream().map(frame::path).filter(each -> !each.isMissingNode()).toList();
        return !answers.isEmpty() && answers.stream().allMatch(each -> each.isString() && each.stringValue().isBlank());
    }

    /** Returns what an answer says went wrong; null when it is no error. */
    static @Nullable JsonNode error(List<JsonNode> frames) {
        for (var frame : frames) {
            for (var part : List.of(frame, frame.path("data"), frame.path("result"), frame.path("response"))) {
                var error = part.propertyStream().filter(member -> ERROR.matcher(member.getKey()).matches()
                        && isReported(member.getValue())).map(Map.Entry::getValue).findFirst();
                if (error.isPresent() || isFailed(part)) {
                    return error.filter(each -> each.isContainer() || part.size() == 1).orElse(part);
                }
            }
        }
        return null;
    }

    private static boolean isReported(JsonNode error) {
        return error.isContainer() ? !error.isEmpty() : !HARMLESS.contains(error.asString("").toLowerCase(Locale.ROOT));
    }

    private static boolean isFailed(JsonNode part) {
        return Stream.of("success", "ok", "succeeded").map(part::path)
                .anyMatch(flag -> flag.isBoolean() && !flag.booleanValue())
                || Stream.of("status", "state", "result", "type", "event", "kind")
                        .anyMatch(name -> FAILURE.matcher(part.path(name).asString("")).matches())
                || Stream.of("status", "statusCode", "status_code").anyMatch(name -> part.path(name).asInt(0) >= 400)
                || (part.path("code").asInt(0) != 0 && part.path("code").asInt(0) / 100 != 2);
    }

    static String text(Leaf leaf) {
        return leaf.values().stream().map(value -> value.asString("")).collect(Collectors.joining());
    }

    /** Whether later events repeat the text of earlier ones: joined, they would say it twice. */
    static boolean isRepeated(Leaf leaf) {
        var texts = leaf.values().stream().map(value -> value.asString("")).toList();
        if (texts.size() < 2 || texts.getLast().isEmpty()) {
            return false;
        }
        boolean grows = IntStream.range(1, texts.size()).allMatch(at -> texts.get(at).startsWith(texts.get(at - 1)))
                && texts.getLast().length() > texts.getFirst().length() && !texts.getFirst().isEmpty();
        boolean isSame = texts.stream().distinct().count() == 1 && texts.getFirst().strip().indexOf(' ') > 0;
        return grows || isSame || (texts.size() > 2
                && String.join("", texts.subList(0, texts.size() - 1)).strip().equals(texts.getLast().strip()));
    }

    private static boolean isPossible(Leaf leaf) {
        var names = names(leaf.path());
        var last = names.isEmpty() ? "" : names.getLast();
        return !leaf.values().isEmpty() && Draft.isName(leaf.path()) && names.stream()
                .noneMatch(name -> NEVER.contains(name) || ERROR.matcher(name).matches()) && !last.endsWith("_id")
                && !last.endsWith("id.") && !STATUSES.contains(text(leaf).strip().toLowerCase(Locale.ROOT));
    }

    private static int score(Leaf leaf) {
        var names = names(leaf.path());
        var text = text(leaf).strip();
        boolean isSentence = text.indexOf(' ') > 0 && text.chars().anyMatch(Character::isLetter);
        boolean isTechnical = text.indexOf(' ') < 0 && text.chars().anyMatch(c -> Character.isDigit(c) || c == '/');
        return (isSentence ? 40 : 0) - (isTechnical ? 50 : 0)
                + (names.isEmpty() || !REPLIES.contains(names.getLast()) ? 0 : 40 - REPLIES.indexOf(names.getLast()))
                + (leaf.values().stream().distinct().count() > 1 ? 30 : 0)
                - (names.stream().anyMatch(ASIDE::contains) ? 30 : 0) - (isRepeated(leaf) ? 60 : 0);
    }

    /** Returns the members that a path names; {@code userId} ends in {@code id.}. */
    private static List<String> names(String path) {
        var names = new ArrayList<String>();
        var parts = new StringTokenizer(path, "$.[]*'?()=");
        while (parts.hasMoreTokens()) {
            var part = parts.nextToken();
            if (part.equals("@")) {
                parts.nextToken();
                var kind = parts.nextToken().toLowerCase(Locale.ROOT);
                names.addAll(OTHERS.contains(kind) ? List.of("status") : List.of());
            } else {
                names.add(part.toLowerCase(Locale.ROOT) + (part.endsWith("Id") ? "." : ""));
            }
        }
        return names;
    }
}
