package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.HelperSpend;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What says whose report it is and what it cost: all that is read of a report whose head can't be read as a whole, because
 * it has values of a later version.
 */
record ReportHead(CaseRef ref, Dispatch dispatch, int attempt, String worker, String incarnation, String ticket,
        AttemptSpend spend) {

    static ReportHead of(AttemptFinished report) {
        return new ReportHead(report.ref(), report.dispatch(), report.attempt(), report.worker(), report.incarnation(),
                Objects.requireNonNullElse(report.ticket(), ""), report.result().spend());
    }

    /** Reads what can be read of a head; empty when that does not say whose report it is. */
    static Optional<ReportHead> of(JsonNode found, ReportBatch batch) {
        try {
            var ref = Objects.requireNonNull(read(found, "ref", CaseRef.class));
            var dispatch = Objects.requireNonNull(read(found, "dispatch", Dispatch.class));
            return Optional.of(new ReportHead(ref, dispatch, found.path("attempt").asInt(0), batch.worker(),
                    batch.incarnation(), found.path("ticket").asString(""), spend(found.path("head"))));
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private static AttemptSpend spend(JsonNode found) {
        var usage = read(found, "usage", Usage.class);
        return new AttemptSpend(usage == null ? Usage.NONE : usage, read(found, "helped", HelperSpend.class));
    }

    private static <T> @Nullable T read(JsonNode from, String name, Class<T> type) {
        return from.hasNonNull(name) ? Json.MAPPER.treeToValue(from.get(name), type) : null;
    }
}
