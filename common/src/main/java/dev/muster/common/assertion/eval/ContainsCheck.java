package dev.muster.common.assertion.eval;

import module java.base;

/**
 * The reply contains texts.
 *
 * @param every whether all must be present; otherwise one is enough
 */
record ContainsCheck(List<String> values, boolean ignoreCase, boolean every) implements CompiledCheck {

    private static final int MOST_LISTED = 8;

    static ContainsCheck all(List<String> values, boolean ignoreCase) throws AssertionFault {
        return new ContainsCheck(notEmpty(values, "contains"), ignoreCase, true);
    }

    static ContainsCheck any(List<String> values, boolean ignoreCase) throws AssertionFault {
        return new ContainsCheck(notEmpty(values, "not_contains"), ignoreCase, false);
    }

    private static List<String> notEmpty(List<String> values, String type) throws AssertionFault {
        if (values.isEmpty()) {
            throw new AssertionFault("'" + type + "' has no value to look for; write a text or a list of texts");
        }
        return values;
    }

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
        var which = values.size() == 1 ? "found "
                : listed(absent, " and ") + " is not in ";
        return which + near(text, absent.getFirst());
    }

    private static String listed(List<String> texts, String between) {
        var more = texts.size() > MOST_LISTED ? between + (texts.size() - MOST_LISTED) + " more" : "";
        return texts.stream().limit(MOST_LISTED).map(Excerpt::of).collect(Collectors.joining(between)) + more;
    }

    private String near(String text, String absent) {
        int at = ignoreCase ? -1 : text.toLowerCase(Locale.ROOT).indexOf(absent.toLowerCase(Locale.ROOT));
        return at < 0 ? Excerpt.of(text)
                : Excerpt.around(text, Math.min(at, text.length())) + ", which has it in another case "
                        + "(ignore_case: true would accept that)";
    }

    private String folded(String text) {
        return ignoreCase ? TextRule.folded(text) : text;
    }
}
