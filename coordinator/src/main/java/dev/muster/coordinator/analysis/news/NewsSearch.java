package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** @param own the run whose news are looked for */
record NewsSearch(Connection connection, NewsSource own) {

    /** Maximum results among which keys are looked for, in older runs. */
    private static final long MOST_SCANNED = 2_000_000;
    private static final String TABLES = """
            CREATE TEMP TABLE $SIDE (key text, cell int, number int, passed int, judged int, flaky int, skipped int,
                                     run text) ON COMMIT DROP
            """;
    /** The agent is of a cell that leaves it to the cases, and is therefore looked up there. */
    private static final String CELLS = """
            unnest(@number::int[], @mine::int[], @agent::text[]) AS cells(theirs, mine, agent)""";
    private static final String NOT_PASSED = """
            SELECT n.key, cells.mine, n.cell AS theirs, n.number
            FROM (SELECT c.key, c.agent, n.number, n.cell
                  FROM (SELECT DISTINCT number, cell FROM results
                        WHERE run_day = @day AND run_id COLLATE "C" = @run AND status NOT IN ('passed', 'cancelled')) n
                       CROSS JOIN LATERAL (SELECT key, CASE WHEN @several THEN definition::json ->> 'agent' END AS agent
                                           FROM case_definitions WHERE run_id = @run AND number = n.number LIMIT 1) c
                  OFFSET 0) n
                 JOIN $CELLS ON cells.theirs = n.cell AND coalesce(cells.agent = n.agent, cells.agent IS NULL)
            """.replace("$CELLS", CELLS);
    private static final String BY_NUMBER = """
            SELECT chosen.key, cells.mine, cells.theirs, chosen.number
            FROM ($CHOSEN) chosen JOIN $CELLS ON cells.mine = chosen.cell
                 CROSS JOIN LATERAL (SELECT key, CASE WHEN cells.agent IS NOT NULL
                     THEN definition::json ->> 'agent' END AS agent
                                     FROM case_definitions WHERE run_id = @run AND number = chosen.number LIMIT 1) c
            WHERE c.key = chosen.key AND c.agent IS NOT DISTINCT FROM cells.agent
            """.replace("$CELLS", CELLS);
    private static final String BY_KEY = """
            SELECT DISTINCT chosen.key, cells.mine, cells.theirs, r.number
            FROM ($CHOSEN) chosen JOIN $CELLS ON cells.mine = chosen.cell
                 JOIN results r ON r.key = chosen.key AND r.cell = cells.theirs
            WHERE r.run_day = @day AND r.run_id = @run AND (cells.agent IS NULL OR cells.agent =
                  (SELECT definition::json ->> 'agent' FROM case_definitions WHERE run_id = @run AND number = r.number
                      LIMIT 1))
            """.replace("$CELLS", CELLS);
    /** Cases at both ends of a run: what is added to a suite is seldom at both. */
    private static final String SOME = """
            SELECT key, cell, number FROM unnest(@mine::int[]) AS cell,
                ((SELECT key, number FROM case_definitions WHERE run_id = @own ORDER BY number LIMIT 500) UNION ALL
                 (SELECT key, number FROM case_definitions WHERE run_id = @own ORDER BY number DESC LIMIT 500)) AS ends
            """;
    /** A muted case counts with what it would have come to, but only as the past of one that is muted no longer. */
    private static final String INSERT = """
            INSERT INTO $SIDE
            SELECT chosen.key, chosen.mine, chosen.number, passed, judged, flaky, skipped, @run
            FROM ($CHOSEN) AS chosen CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE seen IN ('passed', 'flaky')) AS passed,
                       count(*) FILTER (WHERE seen <> 'skipped') AS judged,
                       count(*) FILTER (WHERE seen = 'flaky') AS flaky,
                           count(*) FILTER (WHERE seen = 'skipped') AS skipped
                FROM (SELECT CASE WHEN muted IS NOT NULL THEN CASE WHEN @past THEN muted END
                                  WHEN cause IN $RATES THEN CASE WHEN status IN ('passed', 'flaky') THEN status
                                      ELSE 'failed' END
                                  WHEN status = 'skipped' AND cause NOT IN ('simulator_error', 'decided', 'muted')
                                  THEN status END AS seen
                      FROM results r WHERE r.run_day = @day AND r.run_id = @run AND r.number = chosen.number
                                           AND r.cell = chosen.theirs) AS repeats) AS tries
            WHERE judged + skipped > 0 OR NOT @known
            """.replace("$RATES", Figures.IN_RATES);

    /** What did not pass, and had no verdict there either. */
    private static final String WITHOUT_PAST = """
            SELECT key, cell, number FROM news_now n WHERE cell = ANY (@mine) AND judged + skipped > 0
                   AND NOT EXISTS (SELECT 1 FROM news_then t WHERE t.key = n.key AND t.cell = n.cell)
            """;
    /** What failed, or was not judged, and passed now, if it is still there. */
    private static final String WITHOUT_PRESENT = """
            SELECT key, cell, number FROM news_then t WHERE cell = ANY (@mine) AND (2 * passed < judged
                OR judged + skipped = 0)
                   AND NOT EXISTS (SELECT 1 FROM news_now n WHERE n.key = t.key AND n.cell = t.cell)
            """;
    private static final String UNJUDGED = """
            SELECT t.key, t.cell, t.number FROM news_then t JOIN news_now n USING (key, cell)
            WHERE t.cell = ANY (@mine) AND t.judged + t.skipped = 0 AND n.judged + n.skipped > 0
            """;
    private static final String SUPERSEDED = """
            DELETE FROM news_then t USING news_then older WHERE t.key = older.key AND t.cell = older.cell
                   AND t.judged + t.skipped = 0 AND older.judged + older.skipped > 0
            """;
    /**
     * A case that moved to another line of its file, or whose agent is now named by the run, is still the same case.
     */
    private static final String PLACELESS = """
            (SELECT regexp_replace(left(definition, strpos(definition, '"source":{')), '"agent":"[^"]*",', '')
                    || substr(definition, strpos(definition, '"conversation":'))
             FROM case_definitions WHERE run_id = $SIDE.run AND number = $SIDE.number LIMIT 1)
            """;
    private static final String BOTH = """
            SELECT n.key, n.cell, n.number, n.passed, n.judged, n.flaky, n.skipped, coalesce(t.passed,
                0) AS passed_then,
                   coalesce(t.judged, 0) AS judged_then, coalesce(t.flaky, 0) AS flaky_then,
                   coalesce(t.skipped, 0) AS skipped_then,
                   CASE WHEN n.passed < n.judged AND t.judged > 0 AND 2 * t.passed >= t.judged
                        THEN $NOW <> $THEN ELSE false END AS changed
            FROM news_now n LEFT JOIN news_then t ON t.key = n.key AND t.cell = n.cell ORDER BY n.number, n.cell
            """.replace("$NOW", PLACELESS.replace("$SIDE", "n")).replace("$THEN", PLACELESS.replace("$SIDE", "t"));
    private record Place(int number, int cell) {}

    News news(List<NewsSource> past) throws SQLException {
        for (var side : List.of("news_now", "news_then")) {
            Database.update(connection, TABLES.replace("$SIDE", side));
        }
        insert("news_now", NOT_PASSED, own, false);
        var seen = new TreeSet<Integer>();
        long left = MOST_SCANNED;
        String baseline = null;
        for (var source : past) {
            if (seen.containsAll(source.in(own.cells()).keySet())) {
                left -= source.total();
                found("news_then", UNJUDGED, source, true, left > 0);
            } else if (shares(source)) {
                baseline = baseline == null ? source.run() : baseline;
                seen.addAll(first(source, seen));
            }
            if (seen.size() == own.cells().size() && !exists(UNJUDGED, own)) {
                break;
            }
        }
        return baseline == null ? News.NONE : found(baseline);
    }

    /** Reads the newest run that has a cell: what did not pass there, and the past and present of the rest. */
    private Set<Integer> first(NewsSource source, Set<Integer> seen) throws SQLException {
        var fresh = new NewsSource(source.run(), source.day(), source.total(), source.cells().stream()
                .filter(cell -> seen.stream().noneMatch(at -> own.cells().get(at).name().equals(cell.name())))
                .toList());
        insert("news_then", NOT_PASSED, fresh, false);
        found("news_then", WITHOUT_PAST, fresh, false, true);
        found("news_now", WITHOUT_PRESENT, own, false, true);
        return fresh.in(own.cells()).keySet();
    }

    /** Whether it has some of the same cases; one that has none is a run of something else. */
    private boolean shares(NewsSource source) throws SQLException {
        return exists(BY_NUMBER.replace("$CHOSEN", SOME), source)
                || exists(BY_KEY.replace("$CHOSEN", SOME), source);
    }

    private void found(String side, String chosen, NewsSource in, boolean known, boolean scan) throws SQLException {
        insert(side, BY_NUMBER.replace("$CHOSEN", chosen), in, known);
        if (scan && exists(chosen, in)) {
            insert(side, BY_KEY.replace("$CHOSEN", chosen), in, known);
        }
    }

    private boolean exists(String chosen, NewsSource in) throws SQLException {
        return Database.list(connection, "SELECT EXISTS (" + chosen + ")", row -> row.getBoolean(1),
                values(in, false, false)).getFirst();
    }

    private void insert(String side, String chosen, NewsSource in, boolean known) throws SQLException {
        Database.update(connection, INSERT.replace("$SIDE", side).replace("$CHOSEN", chosen),
                values(in, known, side.equals("news_then")));
        Database.update(connection, known ? SUPERSEDED : "ANALYZE " + side);
    }

    private Object[] values(NewsSource in, boolean known, boolean past) {
        var cells = in.in(own.cells());
        return new Object[]{"run", in.run(), "day", in.day(), "own", own.run(), "mine",
            cells.keySet().toArray(Integer[]::new), "several",
            cells.values().stream().anyMatch(cell -> cell.agent() != null), "known", known, "past", past,
            List.copyOf(cells.values())};
    }

    private News found(String baseline) throws SQLException {
        var fold = new TriesFold<Place>();
        Database.each(connection, BOTH,
                row -> fold.add(row.getString("key"), own.cells().get(row.getInt("cell")).name(),
                        tries(row, "_then"), tries(row, ""), row.getBoolean("changed"),
                        new Place(row.getInt("number"), own.cells().get(row.getInt("cell")).number())));
        return fold.news(baseline, this::reason);
    }

    private static Tries tries(ResultSet row, String side) throws SQLException {
        return new Tries(row.getInt("passed" + side), row.getInt("judged" + side), row.getInt("flaky" + side),
                row.getInt("skipped" + side));
    }

    private @Nullable String reason(Place place) {
        try {
            return FirstReason.of(connection, own.run(), own.day(), place.number, place.cell, null);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
