package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.model.ToolCall;

/**
 * Exactly these calls, in any order: each expected call has one of its own. Uses a matching that leaves the fewest
 * unmatched.
 */
record ExactCallsCheck(List<CallShape> expected) implements CompiledCheck {

    private static final int MOST_MISSING = 3;

    @Override
    public Expectation expectation() {
        return new Expectation("the calls of tools", expected.isEmpty() ? "be none"
                : "be exactly " + CallShape.listed(expected) + " in any order").of(CallWords.data(expected));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var calls = reply.toolCalls();
        if ((long) expected.size() * calls.size() > CallMatching.MOST_STEPS) {
            throw CallMatching.tooMany();
        }
        return judge(calls, CallMatching.of(fits(calls, reply.budget()), calls.size()))
                .seeing(() -> CallWords.seen(calls));
    }

    private boolean[][] fits(List<ToolCall> calls, StepBudget budget) {
        var fits = new boolean[expected.size()][calls.size()];
        for (int i = 0; i < fits.length; i++) {
            for (int j = 0; j < calls.size(); j++) {
                fits[i][j] = expected.get(i).fits(calls.get(j), budget);
            }
        }
        return fits;
    }

    private Observation judge(List<ToolCall> calls, CallMatching matching) {
        var missing = Arrays.stream(matching.unserved()).mapToObj(expected::get).toList();
        var tooMany = Arrays.stream(matching.unused()).mapToObj(calls::get).toList();
        if (missing.isEmpty() && tooMany.isEmpty()) {
            return Observation.holds(() -> calls.isEmpty() ? "but there were none"
                    : "but they were: " + CallWords.listed(calls));
        }
        return Observation.fails(() -> words(missing, tooMany));
    }

    /** Explains missing calls by the extra ones, if there are any. */
    private static String words(List<CallShape> missing, List<ToolCall> tooMany) {
        var parts = new ArrayList<String>();
        missing.stream().limit(MOST_MISSING).forEach(shape -> parts.add(shape.words() + " is missing"));
        if (missing.size() > MOST_MISSING) {
            parts.add((missing.size() - MOST_MISSING) + " more are missing");
        }
        if (!tooMany.isEmpty()) {
            parts.add(CallWords.listed(tooMany) + (tooMany.size() == 1 ? " is" : " are") + " too many");
        }
        var near = missing.isEmpty() ? "" : NearCalls.of(missing.getFirst(), tooMany).words(true);
        return "but " + parts.stream().collect(Collectors.joining(", and ")) + near;
    }
}
