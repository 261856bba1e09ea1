package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.RowMapper;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The results of a run in one transaction, with what re-runs replaced, as a table {@code results}.
 *
 * @param family the run and its re-runs
 */
record RunResults(Connection connection, StoredRun run, LocalDate day, String source, List<String> family) {

    /** As reports count it: unknown is null. */
    private static final String COST = "coalesce(cost_usd + coalesce(helper_cost_usd, 0), helper_cost_usd)::float8";

    @FunctionalInterface
    interface Reader<T> {
        T of(RunResults results) throws SQLException;
    }

    static <T> T read(Database database, StoredRun run, Reader<T> reader) {
        return database.transaction(connection -> {
            Database.atOneTime(connection);
            Database.forLargeRuns(connection);
            Database.update(connection, "SET LOCAL jit = off");
            var day = Database.list(connection, "SELECT run_day FROM runs WHERE run_id = @run",
                    row -> row.getObject(1, LocalDate.class), "run", run.id()).getFirst();
            var family = new ArrayList<>(Overlay.reruns(connection, run.id()));
            family.add(run.id());
            return reader.of(new RunResults(connection, run, day, "(SELECT *, " + COST + " AS cost FROM "
                    + Overlay.source(connection, run.id(), List.of()) + " AS own) AS results", family));
        });
    }

    /**
     * @param sql with {@code $RESULTS} for the table, {@code $RUN} for the condition that a row is of the run, and
     *        {@code $FILTER}
     */
    <T> List<T> list(String sql, Filter filter, RowMapper<T> row, Object... values) throws SQLException {
        boolean few = !filter.passed() || sql.contains("ORDER BY results.number LIMIT")
                || sql.contains("ANY (@numbers)");
        var of = "results.run_day = @day AND results.run_id" + (filter.passed() ? "" : " COLLATE \"C\"") + " = @run"
                + (filter.passed() ? "" : " AND results.status NOT IN ('passed', 'cancelled')");
        return Database.list(connection, sql.replace("$RESULTS", source).replace("$RUN", of)
                .replace("$ALL", "results.run_day = @day AND results.run_id = @run").replace("$FILTER", filter.sql())
                .replace("$FEW", String.valueOf(few)),
                row,
                Stream.of(List.of("run", run.id(), "day", day, "family", family.toArray(String[]::new)),
                        filter.values(),
                        List.of(values)).flatMap(List::stream).toArray());
    }
}
