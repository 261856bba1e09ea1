package dev.muster.common.assertion.eval;

import module java.base;

/** exact-match, regex: every pattern matches in the reply's text; the score is the share that does. */
record OutcomePatternsCheck(List<BoundedPattern> patterns, TextRule rule) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("match " + listed(patterns));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var text = rule.ignoreWhitespace() ? TextRule.singleSpaced(reply.text()) : reply.text();
        try {
            var missing = patterns.stream().filter(pattern -> !pattern.isIn(text, reply.budget())).toList();
            return finding(missing, reply.text()).scored(1 - (double) missing.size() / patterns.size());
        } catch (BoundedPattern.TooCostly bound) {
            return Observation.undecided(bound::sentence).scored(0);
        }
    }

    private static Observation finding(List<BoundedPattern> missing, String text) {
        return missing.isEmpty() ? Observation.holds(() -> "found all in " + Excerpt.of(text))
                : Observation.fails(() -> listed(missing) + " is not in " + Excerpt.of(text));
    }

    private static String listed(List<BoundedPattern> patterns) {
        return patterns.stream().map(pattern -> "/" + pattern + "/").collect(Collectors.joining(" and "));
    }
}
