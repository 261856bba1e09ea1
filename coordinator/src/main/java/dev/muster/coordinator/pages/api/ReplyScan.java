package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.block.DetailFrame;
import dev.muster.common.block.UnreadableDetail;
import dev.muster.common.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Looks through the results of a run for what no index has: words in replies of cases that passed. */
record ReplyScan(CaseList cases, String text) {

    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int AT_ONCE = 500;

    private static final String FOUND = """
            SELECT results.number, substr(b.frames, results.block_offset + 1, results.block_length) AS frame,
                   strpos(lower(d.detail::text), lower(@text)) > 0 AS found
            FROM $RESULTS
                 LEFT JOIN LATERAL (SELECT frames FROM detail_blocks
                     WHERE run_day = (SELECT run_day FROM runs WHERE run_id = src_run) AND run_id = src_run
                           AND block = results.block LIMIT 1) b ON true
                 LEFT JOIN LATERAL (SELECT detail FROM result_details d
                     WHERE results.block IS NULL AND d.run_day = (SELECT run_day FROM runs WHERE run_id = src_run)
                           AND d.run_id = src_run AND d.number = src_number AND d.cell = results.cell
                           AND d.repeat = results.repeat LIMIT 1) d ON true
            WHERE $ALL AND results.number = ANY (@numbers) AND $FILTER
            ORDER BY results.number
            """;

    /** @param scanned how many of the cases that fit otherwise were looked through, on all pages so far */
    record Scanned(@JsonInclude List<CaseList.CaseRow> cases, @Nullable String next, long scanned, long of) {}

    /** Where a page ends. */
    record Place(int number, long scanned, long of) {

        static Place of(List<String> parts) {
            return new Place(Integer.parseInt(parts.get(0)), Long.parseLong(parts.get(1)),
                    Long.parseLong(parts.get(2)));
        }
    }

    Scanned page(@Nullable Place after, int limit) throws SQLException {
        var at = after == null ? new Place(-1, 0, cases.count().cases()) : after;
        var written = Json.MAPPER.writeValueAsString(text);
        var shown = new ArrayList<Integer>();
        boolean more = true;
        for (long began = System.nanoTime(); more && shown.size() < limit
                && System.nanoTime() - began < LONGEST.toNanos();) {
            var next = cases.byNumber("true", new CaseList.Place(0, at.number), AT_ONCE).stream().map(
                    CaseList.Place::number).toList();
            more = next.size() == AT_ONCE;
            var found = found(next, written.substring(1, written.length() - 1));
            shown.addAll(found.subList(0, Math.min(found.size(), limit - shown.size())));
            boolean full = shown.size() == limit && !shown.getLast().equals(next.getLast());
            int upTo = full ? next.indexOf(shown.getLast()) : next.size() - 1;
            more |= full;
            at = upTo < 0 ? at : new Place(next.get(upTo), at.scanned + upTo + 1, at.of);
        }
        return new Scanned(cases.shown(shown, cases.rows(shown)),
                more ? Query.next(at.number, at.scanned, at.of) : null,
                at.scanned, at.of);
    }

    private List<Integer> found(List<Integer> numbers, String written) throws SQLException {
        var lower = written.toLowerCase(Locale.ROOT);
        return cases.results().list(FOUND, cases.filter(), row -> contains(row, lower)
                ? Optional.of(row.getInt("number")) : Optional.<Integer>empty(), "numbers",
                numbers.toArray(Integer[]::new), "text", written).stream().flatMap(Optional::stream).distinct()
                .toList();
    }

    /** Whether its details have the text; those that can't be read have none. */
    private static boolean contains(ResultSet row, String lower) throws SQLException {
        var frame = row.getBytes("frame");
        try {
            return frame == null ? row.getBoolean("found")
                    : new String(new DetailFrame(frame).json(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT)
                            .contains(lower);
        } catch (UnreadableDetail e) {
            return false;
        }
    }
}
