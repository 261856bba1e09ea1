package dev.muster.common.assertion.eval;

/** The reply contains a match of a pattern. */
record RegexCheck(BoundedPattern pattern) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("match /" + pattern + "/");
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var text = reply.text();
        return look(text).seeing(() -> Seen.of(text));
    }

    private Observation look(String text) {
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
}
