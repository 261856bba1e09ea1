package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a replaced leader can write nothing, by any statement of the store. */
final class OlderEpochIT {

    private static final String FLEET = "replaced";
    private static final String RUN = "of-the-replaced";
    private static final Pattern STATEMENT = Pattern
            .compile("(INSERT INTO|UPDATE(?= [a-z])|DELETE FROM|COPY(?= [a-z_]+ \\()) ([a-z_]+)");

    /** Every statement of the store that changes a leader's tables, and the write below that tests it. */
    private static final Map<String, String> TRIED = Map.ofEntries(
            Map.entry("AttemptTable DELETE FROM attempts", "a settled reinstated attempt"),
            Map.entry("AttemptTable INSERT INTO attempts", "a settled attempt"),
            Map.entry("AttemptTable UPDATE runs", "a settled attempt"),
            Map.entry("AuditTable INSERT INTO audit", "a deed"),
            Map.entry("BlobTable INSERT INTO blobs", "a file"),
            Map.entry("BlobTable UPDATE blobs", "a file"),
            Map.entry("BlobTable INSERT INTO blob_parts", "a file"),
            Map.entry("CaseTable COPY case_definitions", "definitions"),
            Map.entry("CaseTable INSERT INTO case_definitions", "a part of a run"),
            Map.entry("CaseTable INSERT INTO run_parts", "a part of a run"),
            Map.entry("FleetTables INSERT INTO results_read", "a settled position in results"),
            Map.entry("FleetTables INSERT INTO workers", "a settled worker"),
            Map.entry("FleetTables INSERT INTO set_aside", "a settled record"),
            Map.entry("FleetTables INSERT INTO workers_read", "a settled position in workers"),
            Map.entry("FleetTables UPDATE workers", "a settled goodbye"),
            Map.entry("HistoryTable INSERT INTO first_cases", "which cases come first"),
            Map.entry("HistoryTable INSERT INTO case_history", "what was learned"),
            Map.entry("HistoryTable INSERT INTO learned_runs", "what was learned"),
            Map.entry("Inheriting UPDATE runs", "what is inherited"),
            Map.entry("Leadership DELETE FROM workers_read", "that topics begin anew"),
            Map.entry("Leadership UPDATE settled", "a settled verdict"),
            Map.entry("Leadership DELETE FROM results_read", "that topics begin anew"),
            Map.entry("Leftovers DELETE FROM blob_parts", "what retention leaves"),
            Map.entry("Pruning DELETE FROM pruned_runs", "rows of a deleted run"),
            Map.entry("Pruning DELETE FROM runs", "an old run"),
            Map.entry("Pruning INSERT INTO pruned_runs", "an old run"),
            Map.entry("RunPortions UPDATE runs", "a settled end of a run"),
            Map.entry("ResultTable UPDATE runs", "a settled verdict"),
            Map.entry("RunPortions INSERT INTO results", "a settled end of a run"),
            Map.entry("RunTable INSERT INTO runs", "a new run"),
            Map.entry("RunTable INSERT INTO run_labels", "a new run"),
            Map.entry("RunPortions INSERT INTO attempts", "a settled resume"),
            Map.entry("RunTable UPDATE runs", "the start of a run"),
            Map.entry("RunPortions DELETE FROM result_details", "a settled resume"),
            Map.entry("RunPortions DELETE FROM results", "a settled resume"),
            Map.entry("RunTable DELETE FROM first_cases", "a run that never started"),
            Map.entry("RunTable DELETE FROM run_parts", "a run that never started"),
            Map.entry("RunTable DELETE FROM case_definitions", "a run that never started"),
            Map.entry("RunTable DELETE FROM runs", "a run that never started"),
            Map.entry("TokenTable INSERT INTO tokens", "a token"),
            Map.entry("TokenTable UPDATE tokens", "a revocation"),
            Map.entry("VerdictRows UPDATE runs", "a settled verdict"),
            Map.entry("VerdictRows INSERT INTO detail_blocks", "a settled verdict"),
            Map.entry("VerdictRows INSERT INTO results", "a settled verdict"));
    /** Taking and releasing the leadership decides by the epoch itself. */
    private static final Set<String> OTHERS = Set.of("LockSession INSERT INTO leadership",
            "LockSession INSERT INTO settled", "Leadership DELETE FROM leadership", "Leadership DELETE FROM settled");

    private static final Requester CALLER = new Requester("ci", Role.ADMIN, "127.0.0.1");

    @TempDir
    private static Path home;

    private static LocalDatabase local;
    private static Leadership replaced;

    @BeforeAll
    static void replace() {
        local = LocalDatabase.open(new Home(home), 4);
        replaced = Leadership.take(database(), FLEET, "test");
        var _ = new WrittenRun(database(), RUN);
        var _ = database().update("INSERT INTO pruned_runs VALUES ('deleted', current_date)");
        var _ = database().update("UPDATE leadership SET epoch = epoch + 1 WHERE fleet = @fleet", "fleet", FLEET);
        var _ = database()
                .update("INSERT INTO case_history (agent, key, duration_ms, runs, flakes, status, fail_streak, "
                        + "definition_hash, recent) VALUES ('shop', 'k', 9000, 1, 0, 'passed', 0, 0, '{}')");
    }

    @AfterAll
    static void close() {
        replaced.close();
        local.close();
    }

    interface Write {
        void by(Leadership leader) throws Exception;
    }

    static Stream<Arguments> writes() {
        return Stream.concat(Stream.of(write("a new run", leader -> runs(leader).create("r2", FLEET, "shop",
                WrittenRun.settings())),
                write("other settings", leader -> runs(leader).set(RUN, WrittenRun.settings())),
                write("the start of a run", leader -> runs(leader).start(RUN, 1)),
                write("a run that never started", leader -> runs(leader).discard(RUN)),
                write("definitions", leader -> cases(leader).store(RUN, 1, List.<CaseDefinition>of().iterator())),
                write("a part of a run", leader -> cases(leader).copy(RUN, "r3", "failed")),
                write("which cases come first", leader -> new HistoryTable(database(), leader).arrange(RUN, 1)),
                write("what was learned", leader -> new HistoryTable(database(), leader).learn(RUN)),
                write("a file", OlderEpochIT::putFile),
                write("a token", leader -> new TokenTable(database(), leader, FLEET)
                        .create(new TokenRequest("ci", Role.VIEWER, null), CALLER)),
                write("a revocation", leader -> new TokenTable(database(), leader, FLEET).revoke("ci", false, CALLER)),
                write("a deed",
                        leader -> new AuditTable(database(), leader, FLEET).add(Deed.of(CALLER, "stop", RUN))),
                write("what is inherited", leader -> new Inheriting(database()).of(leader)),
                write("that topics begin anew", Leadership::forgetTopics),
                write("an old run", leader -> pruning(leader).expire(pruning(leader).plan(null, 0).runs().getFirst())),
                write("rows of a deleted run", leader -> pruning(leader).sweepPortion()),
                write("what retention leaves", leader -> pruning(leader).deleteLeftovers(Instant.now()))),
                settlements());
    }

    private static Stream<Arguments> settlements() {
        var ref = new CaseRef(RUN, 0, 0, 0);
        var dispatch = new Dispatch(1, 1);
        var attempt = new Settlement.Attempt(ref, dispatch, 1, Settlement.AttemptKind.RETRIED, "w", "i",
                new dev.muster.common.result.Verdict(Status.ERROR, Cause.TIMEOUT, null, null), null, null,
                Spent.UNKNOWN);
        var aside = new Settlement.Aside("results", 0, 0, "k", "no reason", new byte[0]);
        return Stream.of(settled("verdict", new Settlement.CaseVerdict(ref, 1, dispatch, "w", result())),
                settled("attempt", attempt), settled("reinstated attempt", new Settlement.Reinstated(attempt)),
                settled("record", aside),
                settled("stray", new Settlement.Stray(attempt, aside)),
                settled("worker", new Settlement.Joined("i", "w", 1, 1)), settled("goodbye", new Settlement.Left("i")),
                settled("fence", new Settlement.Fence("i", List.of(attempt))),
                settled("end of a run", new Settlement.RunOver(RUN, RunState.STOPPED, "enough")),
                settled("stop", new Settlement.Stopping(RUN, new Stop(RunState.STOPPED, "enough", Instant.EPOCH))),
                settled("pause", new Settlement.Paused(RUN, true)), settled("resume", new Settlement.Reopened(RUN)),
                settled("position in results", new Settlement.ReadTo(Map.of(0, 5L))),
                settled("position in workers", new Settlement.ReadUpTo(5)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("writes")
    void isRefusedUnderAnOlderEpoch(String what, Write write) {
        var before = everything();

        assertThatThrownBy(() -> write.by(replaced)).as(what).isInstanceOf(LostLeadership.class)
                .hasMessage("another coordinator leads fleet 'replaced' (epoch 1 is over)");

        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void itDoesNotFindTheDatabaseReady() {
        assertThat(new WriteProbe(database(), FLEET, 1, Duration.ofSeconds(5)).takesWrites()).isFalse();
        assertThat(new WriteProbe(database(), FLEET, 2, Duration.ofSeconds(5)).takesWrites()).isTrue();
    }

    /** A new statement needs a line above. */
    @Test
    void everyStatementThatWritesIsTried() throws IOException {
        var known = new TreeSet<>(TRIED.keySet());
        known.addAll(OTHERS);
        assertThat(statements()).isEqualTo(known);
        assertThat(writes().map(each -> each.get()[0])).containsAll(Set.copyOf(TRIED.values()));
    }

    private static Set<String> statements() throws IOException {
        var found = new TreeSet<String>();
        var folder = Path.of("../coordinator/src/main/java/dev/muster/coordinator/store");
        try (var files = Files.list(folder)) {
            for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                var name = String.valueOf(file.getFileName()).replace(".java", "");
                STATEMENT.matcher(Files.readString(file)).results()
                        .forEach(each -> found.add(name + " " + each.group(1) + " " + each.group(2)));
            }
        }
        return found;
    }

    private static Arguments write(String what, Write write) {
        return Arguments.of(what, write);
    }

    /** Written by the bookkeeper, which steps down then. */
    private static Arguments settled(String what, Settlement settlement) {
        return write("a settled " + what, leader -> {
            var lost = new CompletableFuture<LostLeadership>();
            var watch = new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
                throw new AssertionError(sentence, cause);
            }, () -> true);
            try (var books = new Bookkeeper(new StoredBooks(database(), leader, new Changes()), watch, lost::complete,
                    kept -> {})) {
                books.settle(settlement);
                books.start();
                throw lost.get(10, TimeUnit.SECONDS);
            }
        });
    }

    private static void putFile(Leadership leader) throws Exception {
        var content = "content".getBytes(StandardCharsets.UTF_8);
        new BlobTable(database(), leader).put(Sha256.of(content),
                new ByteArrayInputStream(content));
    }

    private static Pruning pruning(Leadership leader) {
        return new Pruning(database(), leader, null, Instant.now());
    }

    private static RunTable runs(Leadership leader) {
        return new RunTable(database(), leader);
    }

    private static CaseTable cases(Leadership leader) {
        return new CaseTable(database(), leader);
    }

    private static String everything() {
        return Stream
                .of("runs", "case_definitions", "results", "result_details", "detail_blocks", "attempts", "workers",
                        "workers_read",
                        "results_read", "settled", "set_aside", "blobs", "blob_parts", "case_history", "learned_runs",
                        "first_cases",
                        "run_parts", "tokens", "audit", "pruned_runs")
                .map(table -> table + ": " + database().list("SELECT coalesce(string_agg(t::text, ';' ORDER BY "
                        + "t::text), '') FROM " + table + " t", row -> row.getString(1)).getFirst())
                .reduce("", (one, other) -> one + "\n" + other);
    }

    private static CaseResult result() {
        return TestResult.of("suite.jsonl#c0").agent("mock").make();
    }

    private static Database database() {
        return local.database();
    }
}
