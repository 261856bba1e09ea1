package dev.muster.system.figures;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.PrunableRun;
import dev.muster.coordinator.store.Pruning;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that pruning deletes old runs with all their data, by whole days, and nothing that is still needed. */
final class PruneIT {

    private final Instant now = Instant.now();

    private FreshDatabase local;

    @BeforeEach
    void start() {
        local = FreshDatabase.open(4);
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private Database db() {
        return local.database();
    }

    /** Stores a run as if it ran then. */
    private void run(String id, int daysAgo) {
        new WrittenRun(db(), id).passed(0, 1).failed(2).over();
        var day = LocalDate.now(ZoneOffset.UTC).minusDays(daysAgo);
        for (var table : List.of("results", "result_details", "detail_blocks")) {
            db().update("CREATE TABLE IF NOT EXISTS " + table + "_" + day.toString().replace("-", "")
                    + " PARTITION OF " + table + " FOR VALUES FROM ('" + day + "') TO ('" + day.plusDays(1) + "')");
        }
        db().update("UPDATE results SET run_day = @runDay WHERE run_id = @run", "runDay", day, "run", id);
        db().update(
                "UPDATE runs SET run_day = @runDay, created_at = now() - make_interval(days => @days) WHERE run_id = @run",
                "runDay", day, "days", daysAgo, "run", id);
        db().update(
                "INSERT INTO case_definitions (run_id, number, key, id, definition) VALUES (@run, 0, 'k', 'k', '{}')",
                "run", id);
    }

    private List<String> ids(String sql) {
        return db().list(sql, row -> row.getString(1));
    }

    private Pruning pruning() {
        return new Pruning(db(), now);
    }

    @Test
    void daysGoAsAWholeAndRunsOfOtherDaysOneByOne() throws Exception {
        run("a", 9);
        run("b", 9);
        run("c", 5);
        run("d", 5);
        run("e", 0);
        db().update("UPDATE runs SET created_at = now() - interval '1 hour' WHERE run_id = 'd'");

        var freed = pruning().carryOut(pruning().plan(now.minus(Duration.ofDays(3)), 0));

        assertThat(freed.runs()).isEqualTo(3);
        assertThat(freed.days()).isEqualTo(1);
        assertThat(freed.bytes()).isPositive();
        assertThat(ids("SELECT run_id FROM runs ORDER BY 1")).containsExactly("d", "e");
        assertThat(ids("SELECT DISTINCT run_id FROM results ORDER BY 1")).containsExactly("d", "e");
        assertThat(ids("SELECT run_id FROM case_definitions ORDER BY 1")).containsExactly("d", "e");
        assertThat(ids("SELECT relname FROM pg_class WHERE relname LIKE 'results\\_2%' AND relkind = 'r'")).hasSize(2);
    }

    @Test
    void whatIsGoingOnOrNeededStaysAndIsTold() throws Exception {
        run("parent", 9);
        run("part", 0);
        run("going", 9);
        run("abandoned", 9);
        db().update("UPDATE runs SET parent_run = 'parent' WHERE run_id = 'part'");
        db().update("UPDATE runs SET state = 'running', fleet = 'alive' WHERE run_id = 'going'");
        db().update("UPDATE runs SET state = 'running', fleet = 'dead' WHERE run_id = 'abandoned'");

        try (var _ = Leadership.take(db(), "alive", "test")) {
            var plan = pruning().plan(now.minus(Duration.ofDays(3)), 0);

            assertThat(plan.kept()).containsExactly("going is still running",
                    "parent: part, which is kept, is a rerun of part of it");
            assertThat(plan.runs()).extracting(PrunableRun::run).containsExactly("abandoned");
        }
    }

    @Test
    void labelledRunsAndBaselinesStay() {
        int days = 9;
        for (var id : List.of("labelled", "named", "older", "newest", "merged")) {
            run(id, days--);
        }
        run("young", 0);
        db().update("INSERT INTO run_labels VALUES ('labelled', 'keep', 'true'), ('older', 'keep', 'false')");
        db().update("UPDATE runs SET settings = jsonb_set(settings::jsonb, '{about,baseline}', '\"named\"')::json "
                + "WHERE run_id = 'young'");
        db().update("UPDATE runs SET suite = 's', branch = 'main' WHERE run_id IN ('older', 'newest')");
        db().update("UPDATE runs SET suite = 's', branch = 'feature' WHERE run_id = 'merged'");

        var plan = pruning().plan(now.minus(Duration.ofDays(3)), 0);

        assertThat(plan.kept()).containsExactly("labelled has the label keep=true",
                "newest is the newest whole run of its suite, which the next one is compared with",
                "named: young, which is kept, is compared with it");
        assertThat(plan.runs()).extracting(PrunableRun::run).containsExactly("older", "merged");
    }

    @Test
    @Tag("slow")
    void aDeletedRunIsGoneAtOnceAndItsRowsInPortions() throws Exception {
        run("large", 9);
        run("other", 9);
        db().update("UPDATE runs SET created_at = now() WHERE run_id = 'other'");
        db().update("""
                INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, duration_ms, working_ms)
                SELECT run_day, run_id, n, 0, 0, n, 'passed', 'none', 1, 1, 1
                FROM runs, generate_series(3, 12000) AS n WHERE run_id = 'large'
                """);
        var pruning = pruning();

        assertThat(pruning.expire(pruning.plan(now.minus(Duration.ofDays(3)), 0).runs().getFirst())).isTrue();

        assertThat(ids("SELECT run_id FROM runs")).containsExactly("other");
        assertThat(ids("SELECT deed || ' ' || subject || ' by ' || who FROM audit")).containsExactly(
                "prune large by retention");
        var left = new ArrayList<Integer>();
        while (pruning().sweepPortion()) { // whoever goes on with it
            left.add(db().list("SELECT count(*) FROM results WHERE run_id = 'large'", row -> row.getInt(1)).getFirst());
        }
        assertThat(left).containsExactly(7_002, 2_002, 0);
        assertThat(ids("SELECT DISTINCT run_id FROM results")).containsExactly("other");
        assertThat(ids("SELECT run_id FROM pruned_runs")).isEmpty();
    }

    @Test
    void aRunOfWhichAnotherBecameAPartMeanwhileStays() {
        run("parent", 9);
        run("part", 8);
        db().update("UPDATE runs SET parent_run = 'parent' WHERE run_id = 'part'");
        var pruning = pruning();
        var plan = pruning.plan(now.minus(Duration.ofDays(3)), 0);

        assertThat(pruning.expire(plan.runs().getFirst())).isFalse();
        assertThat(plan.newestFirst()).extracting(PrunableRun::run).containsExactly("part", "parent")
                .allMatch(id -> pruning.expire(plan.runs().stream().filter(run -> run.run().equals(id)).findFirst()
                        .orElseThrow()));
        assertThat(ids("SELECT run_id FROM runs")).isEmpty();
    }

    /** A page that is read for long must not keep the fleet's results waiting behind the end of a day. */
    @Test
    @Tag("slow")
    void aDayThatIsReadStaysForLater() throws Exception {
        run("old", 9);
        var pruning = pruning();
        pruning.expire(pruning.plan(now.minus(Duration.ofDays(3)), 0).runs().getFirst());

        db().transaction(connection -> {
            Database.list(connection, "SELECT count(*) FROM results", row -> row.getInt(1));
            assertThatThrownBy(pruning::sweepPortion).hasMessageContaining("lock timeout");
            return true;
        });

        assertThat(ids("SELECT run_id FROM pruned_runs")).containsExactly("old");
        assertThat(pruning.sweepPortion()).isTrue();
        assertThat(pruning.sweepPortion()).isFalse();
        assertThat(ids("SELECT run_id FROM results")).isEmpty();
    }

    /** By the coordinator's clock; runs of others are not its own. */
    @Test
    @Tag("slow")
    void aCoordinatorDeletesDailyWhatIsOlderThanItsRetention() throws Exception {
        var clock = new AtomicReference<>(now);
        run("old", 9);
        run("later", 6);
        run("of-another", 9);
        db().update("UPDATE runs SET fleet = 'own' WHERE run_id <> 'of-another'");
        var channel = new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES);
        var counted = new AtomicInteger();
        try (var coordinator = Coordinator.start(channel, db(), Leadership.take(db(), "own", "test"),
                LeaderSettings.DEFAULT, clock::get)) {
            coordinator.retain(Duration.ofDays(7), counted::incrementAndGet);
            eventually("the old run is gone", () -> ids("SELECT run_id FROM results WHERE run_id = 'old'").isEmpty());
            assertThat(ids("SELECT run_id FROM runs ORDER BY 1")).containsExactly("later", "of-another");

            clock.set(now.plus(Duration.ofHours(23)));
            run("yesterday", 8);
            db().update("UPDATE runs SET fleet = 'own' WHERE run_id = 'yesterday'");
            clock.set(now.plus(Duration.ofDays(2)));

            eventually("the others follow", () -> counted.get() == 3
                    && ids("SELECT run_id FROM pruned_runs").isEmpty());
        } finally {
            channel.close();
        }
        assertThat(ids("SELECT run_id FROM runs ORDER BY 1")).containsExactly("of-another");
        assertThat(ids("SELECT DISTINCT run_id FROM results")).containsExactly("of-another");
    }

    @Test
    void theNewestStayWhateverTheirAge() throws Exception {
        run("a", 9);
        run("b", 8);
        run("c", 7);

        assertThat(pruning().plan(null, 2).runs()).extracting(PrunableRun::run).containsExactly("a");
        assertThat(pruning().plan(now.minus(Duration.ofDays(1)), 1).runs()).extracting(PrunableRun::run)
                .containsExactly("a", "b");
    }

    @Test
    void filesThatNoRunNeedsGoAfterADay() throws Exception {
        db().update("INSERT INTO blobs (sha256, size, stored_at) VALUES ('old', 7, now() - interval '2 days'), "
                + "('new', 9, now())");
        db().update("INSERT INTO blob_parts (sha256, part, content) VALUES ('old', 0, 'content')");

        var freed = pruning().carryOut(pruning().plan(null, 100));

        assertThat(freed.files()).isEqualTo(1);
        assertThat(freed.bytes()).isEqualTo(7);
        assertThat(ids("SELECT sha256 FROM blobs")).containsExactly("new");
        assertThat(ids("SELECT sha256 FROM blob_parts")).isEmpty();
    }
}
