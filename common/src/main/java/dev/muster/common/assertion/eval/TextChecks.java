package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Compiles checks of a reply's text. */
final class TextChecks {

    private static final int MOST_LISTED = 8;

    static CompiledCheck compile(TextCheck text) throws AssertionFault {
        return switch (text) {
            case TextCheck.Equals(var value) -> CompiledCheck.of(
                    () -> Expectation.ofReply("equal " + Excerpt.of(value)).of(value),
                    reply -> value.isString() ? equal(value.stringValue(), reply.text()) : equal(value, reply));
            case TextCheck.Contains(var values, var ignoreCase) ->
                new Containing(notEmpty(values, text), ignoreCase, true);
            case TextCheck.NotContains(var values, var ignoreCase) ->
                new Containing(notEmpty(values, text), ignoreCase, false);
            case TextCheck.ContainsAny(var values, var ignoreCase) ->
                new Containing(notEmpty(values, text), ignoreCase, false);
            case TextCheck.StartsWith any -> oneOf(any, "begin with ", String::startsWith, reply -> reply);
            case TextCheck.EndsWith any -> oneOf(any, "end with ", String::endsWith, String::stripTrailing);
            case TextCheck.OneOf any -> oneOf(any, "be ", String::equals, String::strip);
            case TextCheck.Regex(var pattern) -> matching(pattern);
            case TextCheck.Snapshot snapshot -> snapshot(snapshot, Masks.of(snapshot.masks()));
        };
    }

    private static List<String> notEmpty(List<String> values, Check check) throws AssertionFault {
        if (values.isEmpty()) {
            throw new AssertionFault("'" + check.kind()
                    + "' has no value to look for; write a text or a list of texts");
        }
        return values;
    }

    /** The reply contains a match of a pattern. */
    static CompiledCheck matching(String source) throws AssertionFault {
        var pattern = BoundedPattern.compile(source);
        return CompiledCheck.of(() -> Expectation.ofReply("match /" + pattern + "/"),
                reply -> search(pattern, reply.text()).seeing(() -> Seen.of(reply.text())));
    }

    private static Observation search(BoundedPattern pattern, String text) {
        var search = pattern.search(text);
        if (search.found()) {
            return Observation.holds(() -> "found " + Excerpt.of(text.substring(search.from(), search.to())) + " in "
                    + Excerpt.around(text, search.from()));
        }
        if (!search.sawAllOf(text)) {
            return Observation.undecided(() -> "but only the first " + search.charactersSeen() + " of its "
                    + text.length() + " characters could be searched" + BoundedPattern.LIMIT);
        }
        return Observation.fails(() -> text.isEmpty() ? "found an empty reply" : "found " + Excerpt.of(text));
    }

    private static Observation equal(JsonNode value, ResponseDocument reply) {
        var json = reply.json();
        if (json.isEmpty()) {
            return reply.noJson().seeing(() -> Seen.of(reply.text()));
        }
        var differences = JsonEquality.differences(value, json.get(), "$");
        return Observation.unless(differences, () -> "but it does",
                () -> "found " + Excerpt.of(json.get()) + differences.behindColon())
                .seeing(() -> Seen.of(json.get()).at("$").differing(differences));
    }

    private static Observation equal(String expected, String found) {
        var finding = found.equals(expected) ? Observation.holds(() -> "but it does")
                : Observation.fails(() -> difference(expected, found));
        return finding.seeing(() -> seen(expected, found));
    }

    /** Returns the first difference of two texts, with its surroundings. */
    private static Seen seen(String expected, String found) {
        var differences = Differences.any();
        if (!expected.equals(found)) {
            var first = TextDifference.of(expected, found);
            differences.add(first.place(), here(expected, first.at()), here(found, first.at()), "");
        }
        return Seen.of(found).differing(differences);
    }

    private static JsonNode here(String text, int at) {
        return StringNode.valueOf(Excerpt.around(text, at));
    }

    private static String difference(String expected, String found) {
        if (found.isEmpty()) {
            return "found an empty reply";
        }
        var first = TextDifference.of(expected, found);
        return "found " + Excerpt.around(found, first.at()) + ": " + kind(first);
    }

    private static String kind(TextDifference first) {
        var alike = LookAlikes.between(first.found(), first.expected());
        if (alike.isPresent()) {
            return "it " + alike.get() + "; they differ from " + first.place() + " on";
        }
        if (first.expected().strip().equals(first.found().strip())) {
            return "they differ only in white space at the ends";
        }
        return first.expected().equalsIgnoreCase(first.found()) ? "they differ only in upper and lower case"
                : "they differ from " + first.place() + " on";
    }

    /** One of the texts is related to the reply. */
    private static CompiledCheck oneOf(TextCheck.Words words, String verb, BiPredicate<String, String> related,
            UnaryOperator<String> part) throws AssertionFault {
        var values = notEmpty(words.values(), words);
        UnaryOperator<String> folded = words.ignoreCase() ? TextRule::folded : text -> text;
        return CompiledCheck.of(
                () -> Expectation.ofReply(verb + listed(values, " or ") + (words.ignoreCase() ? " (in any case)" : "")),
                reply -> {
                    var text = folded.apply(part.apply(reply.text()));
                    var finding = Observation.of(
                            values.stream().anyMatch(value -> related.test(text, folded.apply(value))),
                            () -> reply.text().isEmpty() ? "found an empty reply"
                                    : "found " + (words instanceof TextCheck.EndsWith
                                            ? Excerpt.around(reply.text(), reply.text().length())
                                            : Excerpt.of(reply.text())) + alike(text, values));
                    return finding.seeing(() -> Seen.of(reply.text()));
                });
    }

    /** Returns what is there instead of one of some texts, if it only looks like it. */
    private static String alike(String text, List<String> texts) {
        return texts.stream().map(each -> LookAlikes.within(text, each)).flatMap(Optional::stream).findFirst()
                .map(words -> ", which " + words).orElse("");
    }

    private static String listed(List<String> texts, String between) {
        var more = texts.size() > MOST_LISTED ? between + (texts.size() - MOST_LISTED) + " more" : "";
        return texts.stream().limit(MOST_LISTED).map(Excerpt::of).collect(Collectors.joining(between)) + more;
    }

    private static CompiledCheck snapshot(TextCheck.Snapshot snapshot, Masks masks) {
        var file = snapshot.file();
        var recorded = snapshot.recorded();
        var expectation = Expectation.ofReply("equal the snapshot" + (file.isEmpty() ? "" : " " + file));
        return CompiledCheck.of(() -> recorded == null ? expectation : expectation.of(StringNode.valueOf(recorded)),
                reply -> {
                    if (snapshot.recording()) {
                        return Observation.holds(() -> "but it is being recorded");
                    }
                    return recorded == null
                            ? Observation.undecided(() -> file.isEmpty() ? "but there is no file to record it in"
                                    : "but none is recorded; run with --update-snapshots to record it")
                            : asRecorded(masks, recorded, masks.over(reply.text()));
                });
    }

    private static Observation asRecorded(Masks masks, String recorded, String found) {
        var expected = masks.expected(recorded, found);
        return equal(expected, found)
                .seeing(() -> Seen.of(found).differing(TextDifference.of(expected, found).lines()));
    }

    /**
     * The reply contains texts.
     *
     * @param every whether all must be present; otherwise one is enough
     */
    private record Containing(List<String> values, boolean ignoreCase, boolean every) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            var list = listed(values, every ? " and " : " or ");
            return Expectation.ofReply("contain " + list + (ignoreCase ? " (in any case)" : ""));
        }

        @Override
        public Observation look(ResponseDocument reply) {
            var text = folded(reply.text());
            var there = values.stream().filter(value -> text.contains(folded(value))).toList();
            boolean holds = every ? there.size() == values.size() : !there.isEmpty();
            var finding = holds ? Observation.holds(() -> foundIn(reply.text(), there.getFirst()))
                    : Observation.fails(() -> missing(reply.text(), there));
            return finding.seeing(() -> Seen.of(reply.text()));
        }

        private String foundIn(String text, String value) {
            int at = folded(text).indexOf(folded(value));
            return "found it in " + Excerpt.around(text, Math.min(at, text.length()));
        }

        private String missing(String text, List<String> there) {
            if (text.isEmpty()) {
                return "found an empty reply";
            }
            var absent = values.stream().filter(value -> !there.contains(value)).toList();
            return (values.size() == 1 ? "found " : listed(absent, " and ") + " is not in ")
                    + near(text, absent.getFirst());
        }

        private String near(String text, String absent) {
            int at = ignoreCase ? -1 : text.toLowerCase(Locale.ROOT).indexOf(absent.toLowerCase(Locale.ROOT));
            return at < 0 ? Excerpt.of(text) + alike(text, List.of(absent))
                    : Excerpt.around(text, Math.min(at, text.length())) + ", which has it in another case "
                            + "(ignore_case: true would accept that)";
        }

        private String folded(String text) {
            return ignoreCase ? TextRule.folded(text) : text;
        }
    }
}
