package dev.muster.system.plans;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer;
import dev.muster.coordinator.analysis.comparison.Pair;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.analysis.figures.Digests;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.pages.api.Query;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.system.figures.WrittenRun;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every statement on the large tables reads about as much as it needs, whatever statistics PostgreSQL has:
 * none, since the tables are empty or were never analysed, all, or all except for the newest run. Checks the statements
 * that the store executes, with its values and settings.
 */
final class StatementPlansIT {

    private static final int CASES = 3_000;
    private static final String IMPORTED = """
            {"key":"a.jsonl#x","id":"x","cell":{"agent":"one"},"repeat":0,"attempt":1,"status":"passed","cause":"none",\
            "response":"Hi","duration_ms":20,"working_ms":20,"started_at":"2026-01-02T03:04:05Z"}
            """;
    /** Sorts, joins and aggregates process a row again, and a definition is read beside its result. */
    private static final int TIMES = 12;
    private static final int FEW = 300;
    /** Down to a leaf of an index, a few times, and to the row: per row. */
    private static final int PAGES = 20;
    private static final Pattern MADE_OF = Pattern.compile("^\\s*CREATE TEMP TABLE \\w+ ON COMMIT DROP AS\\s");

    @TempDir
    private Path home;

    private LocalDatabase local;
    private WatchedDriver driver;
    private Database database;
    private final List<String> executed = new ArrayList<>();
    private final List<String> wasteful = new ArrayList<>();
    private String state = "";
    /** Rows that a statement may need although it returns fewer: those of its runs. */
    private int about;

    @BeforeEach
    void start() throws SQLException {
        local = LocalDatabase.open(new Home(home), 2);
        driver = WatchedDriver.register(this::look);
        var server = Objects.requireNonNull(local.server());
        database = Database.open(new DatabaseAddress(WatchedDriver.watched(server.url()), server.user(),
                server.password()), 6);
        local.database().update("ALTER SYSTEM SET autovacuum = off");
        local.database().list("SELECT pg_reload_conf()", row -> row.getBoolean(1));
    }

    @AfterEach
    void stop() throws SQLException {
        database.close();
        DriverManager.deregisterDriver(driver);
        local.close();
    }

    @Tag("slow")
    @Test
    void statementsReadWhatTheyNeedWhateverIsKnownOfTheTables() throws Exception {
        in("empty tables", new StoredRuns(database, local.database(), "empty", 0));
        var first = new StoredRuns(database, local.database(), "first", CASES);
        in("fresh tables", first);
        local.database().update("ANALYZE");
        in("analysed tables", first);
        in("analysed tables and a run that came later", new StoredRuns(database, local.database(), "later", CASES));

        var file = Files.writeString(home.resolve("one.jsonl"), IMPORTED);
        var imported = new ImportedRuns(database).add(file, Assertions::fail).getFirst();
        var _ = new Views(database, null, InstantSource.system()).testCase(imported, "0", new Query(Map.of()));

        assertThat(wasteful).isEmpty();
        assertThat(StatementsInClasses.besides(ResultTable.class).stream()
                .filter(text -> executed.stream().noneMatch(sql -> StatementsInClasses.isIn(text, sql))))
                .as("statements nobody looked at: execute them here").isEmpty();
    }

    private void in(String tables, StoredRuns runs) throws Exception {
        state = tables;
        about = 0;
        runs.onTheWay();
        about = 3 * runs.cases();
        runs.asAWhole();
        new Digests(database).of(runs.id(), 5);
        for (var other : List.of("-other", "-repeated", "-decided", "-bare")) {
            compare(runs.id(), runs.id() + other);
        }
        WrittenRun.figures(database, runs.id());
        show(runs.id());
        show(runs.id() + "-other");
    }

    private void compare(String one, String other) {
        var before = new Side("before", one, 0);
        var after = new Side("after", other, 0);
        new Comparer(database, 1).compare(List.of(before, after), List.of(new Pair(before, after)), true,
                (figures, pairings, changes) -> changes.after(0, Kind.NEWLY_FAILING, "", 10));
    }

    /** Does what pages do. */
    private void show(String run) throws RefusedRun {
        var views = new Views(database, null, InstantSource.system());
        var _ = views.run(run, _ -> Waiting.NOTHING);
        var _ = views.home(new Query(Map.of()));
        var _ = views.live(_ -> Waiting.NOTHING).now();
        for (var query : List.of("sort=worst", "sort=number", "sort=-ms", "status=unwell", "q=fine",
                "q=fine&replies=all",
                "label=team=a", "file=s.jsonl", "group=1", "cell=0", "cause=assertion", "min_ms=100&max_ms=200",
                "sort=cost&min_cost=0.001", "sort=score&status=failed")) {
            var asked = new Query(Stream.of(query.split("&", -1)).map(each -> each.split("=", 2)).collect(
                    Collectors.toMap(each -> each[0], each -> List.of(each[1]))));
            var _ = views.cases(run, asked);
            var _ = views.count(run, asked);
            var _ = views.groups(run, asked);
            var _ = views.times(run, asked);
        }
        var _ = views.flaky(new Query(Map.of()));
        var _ = views.trends(new Query(Map.of()));
        var _ = views.history(new Query(Map.of("key", List.of("s.jsonl#c5"))));
        var _ = views.compareCases(new Query(Map.of("run", List.of(run, run.replace("-other", "") + "-bare"))));
        if (about > 0) {
            var _ = views.testCase(run, "1", new Query(Map.of()));
        }
    }

    private synchronized void look(Connection connection, String sql, @Nullable Object... values) {
        if (StatementsInClasses.isOne(sql)) {
            executed.add(sql);
            try {
                judge(sql, Plan.of(connection, MADE_OF.matcher(sql).replaceFirst(""), values));
            } catch (SQLException e) {
                wasteful.add(state + ": " + e.getMessage() + ", of\n" + sql);
            }
        }
    }

    private void judge(String sql, List<Plan> plans) {
        for (var plan : plans) {
            long needed = FEW + TIMES * (plan.told() + about);
            if (plan.read() > needed || plan.pages() > PAGES * needed) {
                wasteful.add(state + ": " + plan.read() + " rows and " + plan.pages() + " pages read, "
                        + plan.told() + " told, by\n" + sql + "\n" + plan.text());
            }
        }
    }
}
