package dev.muster.coordinator.pages.api;

import dev.muster.common.json.Json;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * How long the results of a run took that fit a filter: of each cell histograms of durations and of times until the
 * first event of an answer, then up to 600 results one by one; of
 * more, how many were under way on each worker at a time. A bin is its number, how much passed, and how much did not.
 */
record RunTimes(RunResults results, Filter filter) {

    private static final String TIMES = """
            WITH timed AS MATERIALIZED (
                SELECT results.number, cell, repeat, status, coalesce(worker, '') AS worker, duration_ms AS ms,
                       first_event_ms AS first, status IN ('failed', 'error', 'flaky') AS bad,
                       extract(epoch FROM started_at)::float8 * 1000 AS began
                FROM $RESULTS WHERE $RUN AND $FILTER AND duration_ms > 0),
            taken AS (SELECT cell, 'ms' AS of, ms, bad FROM timed
                      UNION ALL SELECT cell, 'first', first, bad FROM timed WHERE first >= 0),
            measured AS (
                SELECT *, greatest(ranks[3], least + 1) - least AS span FROM (
                    SELECT cell, of, count(*) AS results, min(ms) AS least, max(ms) AS longest,
                           percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY ms) AS ranks
                    FROM taken GROUP BY cell, of) AS by_cell),
            bins AS (
                SELECT cell, of, least(31, (ms - least) * 32 / span) AS bin, count(*) FILTER (WHERE NOT bad) AS good,
                       count(*) FILTER (WHERE bad) AS bad
                FROM taken JOIN measured USING (cell, of) GROUP BY 1, 2, 3),
            ran AS (SELECT * FROM timed WHERE worker <> '' AND began IS NOT NULL),
            whole AS (SELECT min(began) AS start, max(began + ms) - min(began) AS span FROM ran),
            size AS (SELECT count(*) > 600 AS many FROM ran),
            workers AS (SELECT worker, count(*) AS results FROM ran GROUP BY worker),
            shown AS MATERIALIZED (SELECT * FROM workers ORDER BY worker LIMIT 40),
            placed AS (SELECT worker, bad, (began - start) * 250 / span AS first,
                (began + ms - start) * 250 / span AS last
                       FROM ran JOIN shown USING (worker) CROSS JOIN whole WHERE (SELECT many FROM size)),
            edges AS (
                SELECT worker, bad, bin, sum(n) AS n, sum(at) AS at FROM (
                    SELECT worker, bad, floor(first)::int AS bin, count(*) AS n, sum(first) AS at
                    FROM placed GROUP BY 1, 2, 3
                    UNION ALL SELECT worker, bad, floor(last)::int, -count(*), -sum(last) FROM placed GROUP BY 1, 2,
                        3) AS e
                GROUP BY 1, 2, 3),
            moments AS (
                SELECT worker, bin, sum(share) FILTER (WHERE NOT bad) AS good, sum(share) FILTER (WHERE bad) AS bad
                FROM (SELECT worker, bad, bin, sofar - lag(sofar, 1, 0::float8) OVER (PARTITION BY worker, bad
                    ORDER BY bin) AS share
                      FROM (SELECT worker, bad, bin, ((bin + 1) * sum(coalesce(n, 0)) OVER up - sum(coalesce(at,
                          0)) OVER up)::float8
                                   AS sofar
                            FROM shown CROSS JOIN (VALUES (true), (false)) AS both_kinds(bad)
                                 CROSS JOIN generate_series(0, 249) AS bin LEFT JOIN edges USING (worker, bad, bin)
                            WHERE (SELECT many FROM size) WINDOW up AS (PARTITION BY worker, bad
                                ORDER BY bin)) AS summed)
                     AS shares
                WHERE share > 0.0005 GROUP BY worker, bin)
            SELECT json_strip_nulls(json_build_object(
                'times', coalesce((SELECT json_agg(json_build_object('cell', cell, 'of', of, 'results', results,
                    'least', least,
                    'p50', ranks[1], 'p95', ranks[2], 'most', least + span, 'longest', longest, 'bins',
                    (SELECT json_agg(json_build_array(bin, good, bad) ORDER BY bin) FROM bins
                     WHERE bins.cell = measured.cell AND bins.of = measured.of)) ORDER BY cell, of DESC)
                         FROM measured), '[]'),
                'workers', coalesce((SELECT json_agg(json_build_object('worker', worker, 'results', results, 'bins',
                    (SELECT json_agg(json_build_array(bin, round(coalesce(good, 0)::numeric, 3),
                                                      round(coalesce(bad, 0)::numeric, 3)) ORDER BY bin)
                     FROM moments WHERE moments.worker = shown.worker)) ORDER BY worker) FROM shown), '[]'),
                'all_workers', (SELECT count(*) FROM workers),
                'span_ms', (SELECT round(span) FROM whole),
                'results', CASE WHEN (SELECT NOT many FROM size) THEN coalesce((SELECT json_agg(json_build_object(
                    'number', number, 'cell', cell, 'repeat', repeat, 'status', status, 'worker', worker, 'ms', ms,
                    'start', round(began - start), 'id', (SELECT id FROM case_definitions
                        WHERE run_id = @run AND number = ran.number LIMIT 1)) ORDER BY began) FROM ran, whole), '[]')
                    END))::text
            """;

    JsonNode times() throws SQLException {
        List<JsonNode> found = results.list(TIMES, filter, row -> Json.MAPPER.readTree(row.getString(1)));
        return found.getFirst();
    }
}
