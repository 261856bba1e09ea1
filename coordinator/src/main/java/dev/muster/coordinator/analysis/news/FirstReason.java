package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.common.block.DetailFrame;
import dev.muster.common.block.UnreadableDetail;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads why a case did not pass, from its first repeat that did not. */
public final class FirstReason {

    private static final String REASON = """
            SELECT d.detail, substr(b.frames, r.block_offset + 1, r.block_length) AS frame
            FROM (SELECT * FROM results WHERE run_day = @day AND run_id = @run AND number = @number
                                  AND cell = @cell AND status <> 'passed' AND (@cause::text IS NULL OR cause = @cause)
                  ORDER BY repeat LIMIT 1) r
            LEFT JOIN LATERAL (SELECT frames FROM detail_blocks
                               WHERE run_day = r.run_day AND run_id = r.run_id AND block = r.block LIMIT 1) b ON true
            LEFT JOIN LATERAL (SELECT detail FROM result_details
                                WHERE run_day = r.run_day AND run_id = r.run_id AND number = r.number AND cell = r.cell
                                      AND repeat = r.repeat LIMIT 1) d ON true
            """;

    private FirstReason() {}

    /** @param cause of the result whose reason it is; null for any */
    public static @Nullable String of(Connection connection, String run, LocalDate day, int number, int cell,
            @Nullable String cause) throws SQLException {
        return Database.list(connection, REASON, FirstReason::detail, "run", run, "day", day, "number", number, "cell",
                cell, "cause", cause).stream().flatMap(Optional::stream).findFirst().map(TriesByCase::reason)
                .orElse(null);
    }

    /** Empty for a result without details, or with some that can't be read. */
    private static Optional<CaseResult> detail(ResultSet row) throws SQLException {
        var frame = row.getBytes("frame");
        var detail = row.getBytes("detail");
        try {
            return frame != null ? Optional.of(new DetailFrame(frame).read())
                    : Optional.ofNullable(detail).map(json -> Json.MAPPER.readValue(json, CaseResult.class));
        } catch (UnreadableDetail e) {
            return Optional.empty();
        }
    }
}
