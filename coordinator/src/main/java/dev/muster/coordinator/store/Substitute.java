package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.coordinator.store.Settlement.Aside;
import dev.muster.coordinator.store.Settlement.Verdict;

/** Makes the substitute for something that PostgreSQL refuses: a case still gets its one result. */
final class Substitute {

    private Substitute() {}

    static Settlement of(Settlement refused, String why) {
        return refused instanceof Verdict verdict ? bare(verdict, why) : aside(refused, why);
    }

    private static Verdict bare(Verdict verdict, String why) {
        return new Verdict(verdict.ref(), verdict.attempt(), verdict.dispatch(), null, bare(verdict.result(), why));
    }

    private static CaseResult bare(CaseResult result, String why) {
        var of = result.identity();
        return new CaseResult(
                new CaseIdentity(of.key(), of.id(), null, of.source(), of.labels(), of.agent(), null),
                dev.muster.common.result.Verdict.error(Cause.INFRASTRUCTURE,
                        "the result could not be stored: " + clean(why)),
                Observed.nothing(result.observed().messagesCount()), List.of(), null, result.timing(), result.spend(),
                List.of(), null, null);
    }

    private static Aside aside(Settlement refused, String why) {
        return new Aside("", 0, 0, refused.getClass().getSimpleName(), clean(why),
                refused.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String clean(String text) {
        return text.replace("\0", "\uFFFD");
    }
}
