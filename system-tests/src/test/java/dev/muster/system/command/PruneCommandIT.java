package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.coordinator.store.Database;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code muster runs --prune} on runs that really ran and were then made old. */
@Tag("slow")
final class PruneCommandIT {

    private static final int CASES = 3;
    private static final int DAYS = 40;

    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private String young = "";

    /** Two old runs with files of their own, one of them with more than one attempt, and a recent one. */
    @BeforeEach
    void carryOutThreeRuns() throws Exception {
        Files.write(project.resolve("suite.jsonl"),
                IntStream.range(0, CASES).mapToObj("{\"id\": \"c%d\", \"input\": \"hello\"}"::formatted).toList());
        try (var local = LocalDatabase.open(new Home(home), 2); var agent = MockAgent.start(0, 0)) {
            Files.writeString(project.resolve("muster.yaml"), "agents: { mock: { protocol: ag-ui, url: \""
                    + agent.baseUrl() + "/ag-ui\" } }\nretention: { runs: 30d }\n");
            run();
            run();
            makeOld(local.database());
            young = run();
        }
    }

    @Test
    void aDryRunTellsAllThatWouldGoAndLeavesIt() {
        var before = stored();

        var told = prune("--older-than", "30d", "--dry-run");

        assertThat(told.code()).as(told.output()).isZero();
        assertThat(told.output()).contains("2 runs with 6 results would go; 1 whole days and 1 files would free ",
                "; 2 workers that left and 1 records that were set aside would be forgotten");
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void whatIsOldGoesWithAllThatIsItsOwnAndTheHistoryStays() {
        var told = prune("--older-than", "30d");

        assertThat(told.code()).as(told.output()).isZero();
        assertThat(told.output()).contains("2 runs with 6 results are gone; 1 whole days and 1 files freed ",
                "; 2 workers that left and 1 records that were set aside are forgotten");
        assertThat(stored()).containsEntry("runs", 1).containsEntry("results", CASES)
                .containsEntry("case_definitions", CASES).containsEntry("attempts", 0).containsEntry("workers", 1)
                .containsEntry("set_aside", 0)
                .containsEntry("runs of blocks", 1)
                .containsEntry("blobs", 1).containsEntry("blob_parts", 1).containsEntry("partitions", 2)
                .containsEntry("case_history", CASES);
        assertThat(Command.typeHere(home, Map.of(), "runs").lines()).hasSize(3).last().asString().startsWith(young);
        assertThat(Command.typeHere(home, Map.of(), "report", young).code()).isZero();
    }

    /** Typed again, nothing is left to delete. */
    @Test
    void theRetentionOfTheProjectIsTheAgeThatNobodyNamed() {
        prune();

        var again = prune();

        assertThat(again.output()).contains("0 runs with 0 results are gone; 0 whole days and 0 files freed 0.0 MB; "
                + "0 workers that left and 0 records that were set aside are forgotten");
        assertThat(stored()).containsEntry("runs", 1);
    }

    /** Otherwise the next leader would wait for them as long as for dead workers: its topics may still name them. */
    @Test
    void whoLeftTheLastLeaderIsRememberedUntilAnotherLeads() {
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            local.database().update("UPDATE workers SET state = 'left'");
            local.database().update(
                    "INSERT INTO leadership (fleet, epoch, holder) SELECT fleet, max(epoch), 'me' FROM workers GROUP BY 1");

            assertThat(prune().output()).contains("; 0 workers that left and 1 ");

            local.database().update("UPDATE leadership SET epoch = epoch + 1");

            assertThat(prune().output()).contains("; 2 workers that left and 0 ");
        }
    }

    private Command prune(String... options) {
        var words = new ArrayList<>(List.of("runs", "--prune", "--config",
                project.resolve("muster.yaml").toString()));
        words.addAll(List.of(options));
        return Command.typeHere(home, Map.of(), words.toArray(String[]::new));
    }

    private String run() {
        var ran = Command.typeHere(home, Map.of(), "run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString());
        assertThat(ran.code()).as(ran.output()).isZero();
        return Command.typeHere(home, Map.of(), "runs", "--limit", "1").lines().getLast().split(" ", 2)[0];
    }

    /** Dates everything back. */
    private static void makeOld(Database database) {
        var day = LocalDate.now(ZoneOffset.UTC).minusDays(DAYS);
        for (var table : List.of("results", "detail_blocks")) {
            database.update("CREATE TABLE " + table + "_" + day.toString().replace("-", "") + " PARTITION OF " + table
                    + " FOR VALUES FROM ('" + day + "') TO ('" + day.plusDays(1) + "')");
            database.update("UPDATE " + table + " SET run_day = @runDay", "runDay", day);
        }
        database.update("UPDATE runs SET run_day = @runDay, created_at = @createdAt::timestamptz", "runDay", day,
                "createdAt", day.toString());
        database.update("UPDATE workers SET joined_at = @joinedAt::timestamptz", "joinedAt", day.toString());
        database.update("""
                INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation, status,
                                      cause)
                SELECT run_id, 0, 0, 0, 1, 99, 1, 'retried', 'w', 'i', 'error', 'infrastructure' FROM runs LIMIT 1
                """);
        database.update("""
                INSERT INTO set_aside (fleet, topic, topic_partition, topic_offset, record_key, reason, payload,
                                       stored_at) VALUES ('f', 'RESULTS', 0, 0, 'k', 'no JSON', '', @storedAt::timestamptz)
                """, "storedAt", day.toString());
        database.update(
                "INSERT INTO blobs (sha256, size, stored_at) VALUES ('old', 7, @storedAt::timestamptz), ('new', 9, now())",
                "storedAt", day.toString());
        database.update(
                "INSERT INTO blob_parts (sha256, part, content) VALUES ('old', 0, 'content'), ('new', 0, 'more')");
    }

    /** Returns the rows of each table, and the number of partitions of the results. */
    private Map<String, Integer> stored() {
        var counted = new TreeMap<String, Integer>();
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            for (var table : List.of("runs", "results", "result_details", "detail_blocks", "case_definitions",
                    "attempts", "workers",
                    "set_aside", "blobs", "blob_parts", "case_history")) {
                counted.put(table, local.database().list("SELECT count(*) FROM " + table, row -> row.getInt(1))
                        .getFirst());
            }
            counted.put("runs of blocks", local.database().list("SELECT count(DISTINCT run_id) FROM detail_blocks",
                    row -> row.getInt(1)).getFirst());
            counted.put("partitions", local.database().list(
                    "SELECT count(*) FROM pg_inherits WHERE inhparent IN ('results'::regclass, 'detail_blocks'::regclass)",
                    row -> row.getInt(1)).getFirst());
        }
        return counted;
    }
}
