package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.SuiteStream;
import dev.muster.system.fire.Blow.Kind;
import dev.muster.system.fire.HalfDeadProxy.Lost;
import dev.muster.system.fire.Stored.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reproduces each way in which a fleet once stalled, on real processes: one line each in
 * {@code target/fire/liveness.txt}.
 */
@Tag("full")
@Tag("alone")
final class LivenessOnProcessesIT {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration UNREADY = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    @Test
    void connectionsToTheDatabaseGoSilent() throws Exception {
        try (var fire = Fire.light(folder, new SlowSuite(600, 1_000, 3_000, 11), 2, 12);
                var ready = ReadyWatch.of(fire.fleet().url())) {
            var database = fire.fleet().database();
            fire.awaitTenths(3);

            var blow = Instant.now();
            fire.strike(Kind.DATABASE_SILENT, "database", database.pid(), () -> {
                database.proxy().lose(Lost.BOTH);
                ready.awaitDip(blow, UNREADY, SOON);
            });

            var reckoning = fire.reckonPatiently("liveness-silent", LONGEST);
            line("connections to PostgreSQL silent", ready.unreadyAfter(blow), recovered(reckoning.stored(), blow),
                    reckoning.stored(), reckoning.repeats().all()).publish(Duration.ofSeconds(75));
        }
    }

    @Test
    void aLeaderWithoutMemoryEndsAndAStandbyGoesOn() throws Exception {
        int cases = 40;
        try (var agent = LargeAnswers.start(4 << 20);
                var fleet = FireFleet.start(folder.resolve("home"), 1, 4, null)) {
            var leader = fleet.coordinator();
            leader.ask();
            assertThat(leader.ends(SOON)).isTrue();
            leader.start("-Xmx64m");
            leader.ready();
            var standby = fleet.addStandby();
            standby.start();
            standby.ready();
            try (var ready = ReadyWatch.of(fleet.url());
                    var run = FireRun.submit(fleet.url(), agent.project(folder.resolve("project"), cases))) {
                assertThat(leader.ends(SOON)).as("it runs out of memory").isTrue();
                var blow = Instant.now();
                ready.awaitDip(blow, UNREADY, SOON);
                awaitFinished(run);

                var stored = stored(fleet, run);
                assertOneEach(stored, Map.of("passed", cases));
                assertThat(run.seen()).isEqualTo(cases);
                line("leader without memory, a standby", ready.unreadyAfter(blow), recovered(stored, blow), stored,
                        agent.calls() - cases).publish(SOON);
            }
        }
    }

    /** Its supervisor starts it again each time, with as little memory. */
    @Test
    void aWorkerWhoseRepliesNeverFitCostsNoVerdict() throws Exception {
        int cases = 48;
        var heap = "-Xmx48m";
        try (var agent = LargeAnswers.start(4 << 20);
                var fleet = FireFleet.start(folder.resolve("home"), 1, 4, null)) {
            var small = fleet.addWorker("small", Map.of());
            small.start(heap);
            fleet.awaitActive(2);
            try (var run = FireRun.submit(fleet.url(), agent.project(folder.resolve("project"), cases))) {
                assertThat(small.ends(SOON)).as("it runs out of memory").isTrue();
                var blow = Instant.now();
                while (!run.isOver()) {
                    if (!small.isAlive()) {
                        small.start(heap);
                    }
                    Wait.pass(Duration.ofMillis(200));
                }
                awaitFinished(run);

                var stored = stored(fleet, run);
                assertOneEach(stored, Map.of("passed", cases));
                assertThat(run.seen()).isEqualTo(cases);
                assertThat(stored.attempts()).isNotEmpty().allMatch(each -> each.kind().equals("worker_lost"));
                var missed = stored.attempts().getFirst().at();
                line("worker without memory, always restarted", Optional.empty(), Duration.between(blow, missed),
                        stored, agent.calls() - cases).publish(Duration.ofSeconds(30));
            }
        }
    }

    @Test
    void moreThanFitsIntoTheCoordinatorWaitsForASlowClient() throws Exception {
        int cases = 300;
        var standstill = Duration.ofSeconds(20);
        try (var agent = LargeAnswers.start(1 << 20);
                var fleet = FireFleet.start(folder.resolve("home"), 1, 8, null);
                var run = FireRun.submit(fleet.url(), agent.project(folder.resolve("project"), cases))) {
            run.awaitSeen(1, SOON);
            var blow = Instant.now();
            run.standStill(standstill);
            awaitFinished(run);
            var goneOn = Duration.between(blow.plus(standstill), Instant.now());

            var stored = stored(fleet, run);
            assertOneEach(stored, Map.of("passed", cases));
            assertThat(run.seen()).isEqualTo(cases);
            line("300 MB through 256 MB, client stands still", Optional.empty(), goneOn, stored,
                    agent.calls() - cases).publish(Duration.ofMinutes(2));
        }
    }

    @Test
    void aLeaderThatIsFrozenDuringAnUploadStartsNothingWhenItComesBack() throws Exception {
        int cases = 300;
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 12, null);
                var database = fleet.database().open()) {
            var project = new SlowSuite(cases, 250, 250, 1).write(folder.resolve("project"), agent.baseUrl());
            var elsewhere = URI.create("http://127.0.0.1:" + FireFleet.freePort());
            var standby = fleet.addStandby(elsewhere);
            standby.start();
            standby.ready();
            try (var ready = ReadyWatch.of(fleet.url())) {
                var last = new CompletableFuture<Void>();
                var upload = new FutureTask<>(() -> upload(fleet.url(), project, last));
                Thread.ofPlatform().daemon().name("upload").start(upload);
                until("the run is being prepared", SOON,
                        () -> database.list("SELECT 1 FROM runs WHERE state = 'preparing'", row -> 1).size() == 1);

                var blow = Instant.now();
                fleet.coordinator().freeze();
                Duration leads;
                try (var other = ReadyWatch.of(elsewhere)) {
                    other.awaitReady(blow, SOON);
                    leads = Duration.between(blow, Instant.now());
                } finally {
                    fleet.coordinator().thaw();
                    last.complete(null);
                }

                assertThat(upload.get(1, TimeUnit.MINUTES)).as("told to the client").isNotEqualTo("HTTP 201");
                assertThat(fleet.coordinator().ends(Duration.ofSeconds(30))).as("it steps down").isTrue();
                assertThat(database.list("SELECT state FROM runs", row -> row.getString(1))).containsExactly("stopped");
                assertThat(agent.stats().byMessage()).isEmpty();
                try (var run = FireRun.submit(elsewhere, project)) {
                    awaitFinished(run);
                    var stored = stored(fleet, run);
                    assertOneEach(stored, Map.of("passed", cases));
                    line("leader frozen during an upload, back", ready.unreadyAfter(blow), leads, stored,
                            calls(agent) - cases).publish(SOON);
                }
            }
        }
    }

    @Test
    void aRunIsResumedWhileItIsBeingStopped() throws Exception {
        int cases = 48;
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 12, null);
                var stopped = FireRun.submit(fleet.url(),
                        new SlowSuite(cases, 2_000, 2_000, 1).write(folder.resolve("project"), agent.baseUrl()))) {
            until("all slots are taken", SOON, () -> agent.stats().byMessage().size() >= fleet.allSlots());
            stopped.runs().stop(stopped.id(), Stopping.cancelled("enough", Duration.ofSeconds(10)));

            resume(fleet, agent, stopped, cases, "resumed while it stops (10 s of grace)");
        }
    }

    @Test
    void aRunIsResumedBeforeItsEndIsStored() throws Exception {
        int cases = 10_000;
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 12, null);
                var stopped = FireRun.submit(fleet.url(),
                        new SlowSuite(cases, 0, 0, 1).write(folder.resolve("project"), agent.baseUrl()))) {
            stopped.awaitSeen(200, SOON);
            stopped.runs().stop(stopped.id(), Stopping.cancelled("enough", Duration.ZERO));
            until("no run is under way", SOON, () -> fleet.status().load().activeRuns() == 0);

            resume(fleet, agent, stopped, cases, "resumed before its end is stored");
        }
    }

    @Test
    void theOnlyWorkerThatCanRunItIsRestarted() throws Exception {
        int cases = 200;
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 1, 12, null)) {
            var keyed = fleet.addWorker("keyed", Map.of("LIVENESS_KEY", "k"));
            keyed.start();
            fleet.awaitActive(2);
            var project = Files.createDirectories(folder.resolve("project"));
            Files.writeString(project.resolve("muster.yaml"), "agents:\n  mock: { protocol: ag-ui, url: \""
                    + agent.aguiUrl(1_000) + "\", headers: { X-Key: \"${ENV.LIVENESS_KEY}\" } }\n");
            SlowSuite.writeCases(project, cases, _ -> "mock");
            try (var run = FireRun.submit(fleet.url(), project)) {
                run.awaitSeen(cases / 4, SOON);
                keyed.ask();
                assertThat(keyed.ends(SOON)).isTrue();
                var blow = Instant.now();
                keyed.start();
                awaitFinished(run);

                var stored = stored(fleet, run);
                assertOneEach(stored, Map.of("passed", cases));
                assertThat(stored.attempts()).isEmpty();
                line("only worker with a variable restarted", Optional.empty(), recovered(stored, blow), stored,
                        calls(agent) - cases).publish(SOON);
            }
        }
    }

    /** Its calls take longer than the 30 s that it has for them. */
    @Test
    void aWorkerDrainsWhileNobodyLeads() throws Exception {
        int cases = 9;
        try (var agent = MockAgentProcess.start(Fire.callsIn(folder));
                var fleet = FireFleet.start(folder.resolve("home"), 2, 6, null);
                var ready = ReadyWatch.of(fleet.url());
                var database = fleet.database().open();
                var run = FireRun.submit(fleet.url(),
                        new SlowSuite(cases, 40_000, 40_000, 1).write(folder.resolve("project"), agent.baseUrl()))) {
            until("all are called", SOON, () -> agent.stats().byMessage().size() == cases);
            until("it is stored where workers were heard", SOON,
                    () -> !database.list("SELECT 1 FROM workers_read", row -> 1).isEmpty());

            var blow = Instant.now();
            fleet.coordinator().kill();
            fleet.worker(2).ask();
            assertThat(fleet.worker(2).ends(SOON)).isTrue();
            var started = Instant.now();
            fleet.coordinator().start();
            fleet.coordinator().ready();
            awaitFinished(run);

            var stored = stored(fleet, run);
            assertOneEach(stored, Map.of("passed", cases));
            assertThat(stored.attempts()).as("a drain is no loss").isEmpty();
            assertThat(stored.lives()).extracting(Stored.Life::state).containsExactlyInAnyOrder("joined", "left");
            var calls = Calls.read(List.of(Fire.callsIn(folder)));
            var again = IntStream.range(0, cases).mapToObj(calls::of).flatMap(times -> times.stream().skip(1)).toList();
            assertThat(again).as("handed back").hasSizeBetween(4, 5);
            line("worker drained while nobody leads", ready.unreadyAfter(blow),
                    Duration.between(started, again.stream().min(Instant::compareTo).orElseThrow()), stored,
                    again.size()).publish(Duration.ofSeconds(30));
        }
    }

    @Test
    void storedCasesAndSettingsCantBeRead() throws Exception {
        int cases = 120;
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 12, null);
                var ready = ReadyWatch.of(fleet.url());
                var database = fleet.database().open()) {
            var project = new SlowSuite(cases, 1_000, 1_000, 1).write(folder.resolve("project"), agent.baseUrl());
            try (var run = FireRun.submit(fleet.url(), project)) {
                run.awaitSeen(cases / 4, SOON);
                var blow = Instant.now();
                fleet.coordinator().kill();
                var _ = database.update("UPDATE case_definitions SET definition = '{\"broken\"' WHERE run_id = @run "
                        + "AND number >= " + (cases - 2), "run", run.id());
                var _ = database.update("INSERT INTO runs (SELECT (jsonb_populate_record(r, '{\"run_id\": \"parked\", "
                        + "\"settings\": [\"broken\"]}')).* FROM runs r WHERE run_id = @run)", "run", run.id());
                fleet.coordinator().start();
                fleet.coordinator().ready();
                awaitFinished(run);

                var stored = stored(fleet, run);
                assertOneEach(stored, Map.of("passed", cases - 2, "error", 2));
                assertThat(database.list("SELECT state || ': ' || stop_reason FROM runs WHERE run_id = 'parked'",
                        row -> row.getString(1)).getFirst()).startsWith("interrupted: its settings can't be read (");
                line("stored cases and settings unreadable", ready.unreadyAfter(blow), recovered(stored, blow), stored,
                        calls(agent) - (cases - 2)).publish(SOON);
            }
        }
    }

    @Test
    void theBrokersClockIsSetBackAndAWorkerIsMissedAllTheSame() throws Exception {
        try (var fire = Fire.light(folder, new SlowSuite(500, 1_000, 3_000, 3), 2, 12)) {
            var broker = fire.fleet().broker();
            var worker = fire.fleet().worker(1);
            fire.awaitTenths(2);
            fire.strike(Kind.BROKER_RESTARTED, broker, () -> {
                broker.ask();
                assertThat(broker.ends(SOON)).as("it ends").isTrue();
                var behind = fire.fleet().brokerBehind(Duration.ofHours(1));
                behind.start();
                behind.ready();
            });
            fire.awaitTenths(5);

            fire.strike(Kind.WORKER_KILLED, worker, worker::kill);

            var reckoning = fire.reckonPatiently("liveness-clock", LONGEST);
            var killed = Recovery.of(reckoning, 1).getLast();
            line("broker's clock 1 h back, worker killed", Optional.empty(), killed.after().orElseThrow(),
                    reckoning.stored(), reckoning.repeats().all()).publish(Duration.ofSeconds(30));
        }
    }

    private static void resume(FireFleet fleet, MockAgentProcess agent, FireRun stopped, int cases, String fault)
            throws Exception {
        var resumedAt = Instant.now();
        assertThat(stopped.runs().rerun(stopped.id(), RerunRequest.REST).run()).isEqualTo(stopped.id());
        try (var resumed = FireRun.follow(fleet.url(), stopped.id())) {
            assertThat(resumed.awaitEnd(LONGEST).stopReason()).isNull();
            var stored = stored(fleet, resumed);
            assertOneEach(stored, Map.of("passed", cases));
            long more = calls(agent) - cases;
            assertThat(more).as("calls that were cut off").isLessThanOrEqualTo(fleet.allSlots());
            line(fault, Optional.empty(), recovered(stored, resumedAt), stored, more).publish(SOON);
        }
    }

    private static FaultLine line(String fault, Optional<Duration> unready, Duration recovered, Stored stored,
            long more) {
        return new FaultLine(fault, unready, recovered, stored.byStatus(), more);
    }

    private static void awaitFinished(FireRun run) throws Exception {
        var ended = run.awaitEnd(LONGEST);
        assertThat(ended.state()).as("the run: %s", ended.stopReason()).isEqualTo(RunState.FINISHED);
    }

    /** Until the first verdict was stored that was reached after the blow. */
    private static Duration recovered(Stored stored, Instant blow) {
        return Duration.between(blow, stored.results().stream().filter(result -> result.finished().isAfter(blow))
                .map(Result::at).min(Instant::compareTo).orElseThrow());
    }

    private static void assertOneEach(Stored stored, Map<String, Integer> verdicts) {
        int cases = verdicts.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(stored.run().state()).isEqualTo(RunState.FINISHED);
        assertThat(stored.byStatus()).isEqualTo(verdicts);
        assertThat(stored.results().stream().map(Result::number).sorted())
                .isEqualTo(IntStream.range(0, cases).boxed().toList());
        assertThat(stored.details()).isEqualTo(cases);
        assertThat(stored.run().counts().done()).isEqualTo(cases);
    }

    private static Stored stored(FireFleet fleet, FireRun run) {
        try (var database = fleet.database().open()) {
            return Stored.read(database, run.id());
        }
    }

    private static long calls(MockAgentProcess agent) throws IOException {
        return agent.stats().byMessage().values().stream().mapToLong(Number::longValue).sum();
    }

    /** Sends its last case when it may. Its HTTP is not the client's own, which would block the only common thread. */
    private static String upload(URI coordinator, Path project, CompletableFuture<Void> last) throws Exception {
        var wanted = RunOptions.of(List.of("suite.jsonl"));
        var connection = (HttpURLConnection) coordinator.resolve("/api/v1/runs").toURL().openConnection();
        connection.setDoOutput(true);
        connection.setRequestProperty("Authorization", "Bearer " + FireFleet.ADMIN.token());
        connection.setRequestProperty("Content-Type", "application/x-ndjson");
        connection.setChunkedStreamingMode(0);
        try (var suite = Suite.read(wanted, project, true); var cases = suite.spool().read()) {
            SuiteStream.write(suite.request(new CaseFiles.None()), new LastOneWaits(cases, last),
                    connection.getOutputStream());
            return "HTTP " + connection.getResponseCode();
        } catch (IOException e) {
            return "no answer";
        } finally {
            connection.disconnect();
        }
    }

    private record LastOneWaits(Iterator<CaseDefinition> cases, CompletableFuture<Void> last)
            implements
                Iterator<CaseDefinition> {

        @Override
        public boolean hasNext() {
            return cases.hasNext();
        }

        @Override
        public CaseDefinition next() {
            var next = cases.next();
            if (!cases.hasNext()) {
                last.join();
            }
            return next;
        }
    }
}
