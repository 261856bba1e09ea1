package dev.muster.coordinator.store;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.store.Settlement.Aside;
import dev.muster.coordinator.store.Settlement.Verdict;

/** What is stored in place of something that PostgreSQL does not take: a case still gets its one result. */
record Refused(String why) {

    Settlement insteadOf(Settlement refused) {
        return refused instanceof Verdict verdict ? bare(verdict) : aside(refused);
    }

    private Verdict bare(Verdict verdict) {
        return new Verdict(verdict.ref(), verdict.attempt(), verdict.dispatch(), verdict.worker(),
                bare(verdict.result()));
    }

    private CaseResult bare(CaseResult result) {
        return new CaseResult(result.key(), result.id(), result.name(), result.source(), result.labels(),
                result.agent(), result.connector(), Status.ERROR, Cause.INFRASTRUCTURE,
                "the result could not be stored: " + why, null, result.messagesCount(), null, List.of(), List.of(),
                null, List.of(), result.usage(), result.durationMs(), result.workingMs(), result.firstEventMs(),
                result.startedAt(), List.of(), result.traceId());
    }

    private Aside aside(Settlement refused) {
        return new Aside("", 0, 0, refused.getClass().getSimpleName(), why,
                Json.MAPPER.writeValueAsString(refused.toString()).getBytes(StandardCharsets.UTF_8));
    }
}
