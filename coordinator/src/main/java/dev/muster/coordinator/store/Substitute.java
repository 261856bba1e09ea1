package dev.muster.coordinator.store;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.store.Settlement.Aside;
import dev.muster.coordinator.store.Settlement.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is stored in place of something that PostgreSQL does not take: a case still gets its one result. */
final class Substitute {

    private Substitute() {}

    static Settlement of(Settlement refused, String why) {
        return refused instanceof Verdict verdict ? bare(verdict, why) : aside(refused, why);
    }

    private static Verdict bare(Verdict verdict, String why) {
        return new Verdict(verdict.ref(), verdict.attempt(), verdict.dispatch(), null, bare(verdict.result(), why));
    }

    private static CaseResult bare(CaseResult result, String why) {
        return new CaseResult(result.key(), result.id(), null, result.source(), result.labels(), result.agent(), null,
                Status.ERROR, Cause.INFRASTRUCTURE, "the result could not be stored: " + clean(why), null,
                result.messagesCount(), null, List.of(), List.of(), null, List.of(), result.usage(),
                result.durationMs(), result.workingMs(), result.firstEventMs(), result.startedAt(), List.of(), null,
                null, null, result.helped());
    }

    private static Aside aside(Settlement refused, String why) {
        return new Aside("", 0, 0, refused.getClass().getSimpleName(), clean(why),
                refused.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String clean(String text) {
        return text.replace("\0", "\uFFFD");
    }
}
