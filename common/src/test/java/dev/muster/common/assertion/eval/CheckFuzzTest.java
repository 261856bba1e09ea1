package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;

/** Any pattern or path of a suite is compiled or rejected, and every search ends. */
class CheckFuzzTest extends FuzzContract {

    /** A pattern or a path, and after its line the text to search. */
    static Stream<byte[]> seeds() {
        return Stream
                .of("a+(b|c)*\naabc", "(?i)[[:alpha:]]{2,5}\\d\\b\nxy1", "\\Qa.b\\E$\na.b",
                        "$.a[0].b\n{\"a\":[{\"b\":1}]}",
                        "$..a[?(@.b == 1)]\n{\"a\":[{\"b\":1}]}", "a['b c'].length()\n{\"a\":{\"b c\":[1,2]}}",
                        "$.a[-1:]\n{\"a\":[1,2,3]}", "$.a[*].sum()\n{\"a\":[1]}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void take(byte[] bytes) throws Exception {
        var text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        if (end >= 0) {
            var what = text.substring(0, end);
            var where = text.substring(end + 1);
            Cost.bounded(() -> pattern(what, where));
            Cost.bounded(() -> path(what, where));
        }
    }

    private static Optional<Boolean> pattern(String what, String where) {
        try {
            return Optional.of(BoundedPattern.compile(what).isIn(where, new StepBudget()));
        } catch (AssertionFault | LimitExceeded refused) {
            return Optional.empty();
        }
    }

    private static Optional<FoundValues> path(String what, String where) {
        try {
            var places = List.of(new DocumentPlace("reply", AnswerJson.readOrText(where)));
            return DocumentPath.compile(what).in(places);
        } catch (AssertionFault | LimitExceeded refused) {
            return Optional.empty();
        }
    }
}
