package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.StoredCase;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * A row of results as read. Its details are parsed later, possibly on another thread.
 *
 * @param bytes size of its details
 */
record ResultRow(CaseRef ref, long seq, int attempt, @Nullable String worker, int bytes, Supplier<CaseResult> result) {

    static ResultRow of(String run, ResultSet row) throws SQLException {
        var detail = row.getBytes("detail");
        return new ResultRow(new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat")),
                row.getLong("seq"), row.getInt("attempt"), row.getString("worker"), detail == null ? 0 : detail.length,
                result(detail, row));
    }

    StoredCase parse() {
        return new StoredCase(ref, seq, attempt, worker, result.get(), List.of());
    }

    /** Parses the details, in UTF-8 as the database sends them. */
    private static Supplier<CaseResult> result(byte @Nullable [] detail, ResultSet row) throws SQLException {
        if (detail == null) {
            var bare = bare(row);
            return () -> bare;
        }
        var definition = row.getBytes("sent");
        return () -> joined(Json.MAPPER.readValue(detail, CaseResult.class), definition);
    }

    /** Returns the result with what was sent, where that stands in the definition of its case. */
    private static CaseResult joined(CaseResult result, byte @Nullable [] definition) {
        var sent = result.observed().sent();
        return sent == null || !sent.written() || definition == null ? result : result.with(result.observed().with(
                sent.joined(Json.MAPPER.readValue(definition, new TypeReference<List<Message>>() {}))));
    }

    /** Returns the result of a case that never ran, which has no details. */
    private static CaseResult bare(ResultSet row) throws SQLException {
        var told = (String[]) row.getArray("told").getArray();
        var cell = told[4] == null ? Cell.OWN : Json.MAPPER.readValue(told[4], Cell.class);
        return CaseResult.unseen(
                new CaseIdentity(told[0], told[1], told[2], new Source(file(told[0]), 0), labels(told[6]),
                        cell.agent() == null ? told[3] : cell.agent(),
                        cell.connector() == null ? told[5] : cell.connector()),
                new Verdict(Status.of(row.getString("status")), Cause.of(row.getString("cause")), null, null),
                row.getTimestamp("stored_at").toInstant());
    }

    private static Map<String, String> labels(@Nullable String json) {
        return json == null ? Map.of() : Json.MAPPER.readValue(json, new TypeReference<Map<String, String>>() {});
    }

    /** Returns the file of a key: a key is the file, {@code #}, the id. */
    private static String file(String key) {
        return key.substring(0, Math.max(0, key.indexOf('#')));
    }
}
