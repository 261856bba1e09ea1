package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.store.Leadership;
import dev.muster.worker.setup.Workspaces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The promises of a fleet, whatever carries its topics: one result per case, even if workers leave, fall silent or send
 * nonsense. Coordinator, workers, database and agent are the real ones.
 */
abstract class FleetContract extends FleetUnderTest {

    @Test
    void everyCaseOfARunHasOneResult() throws Exception {
        workers("one", "two");

        var run = submit(TestSuites.of(url(0), 300));

        assertThat(follow(run).counts().passed()).isEqualTo(300);
        assertOneResultEach(run, 300);
    }

    @Test
    void twoRunsAtOnceDoNotMixTheirResults() throws Exception {
        workers("one");

        var first = submit(TestSuites.of(url(5), 60));
        var second = submit(TestSuites.of(url(5), 40));

        assertThat(follow(first).counts().passed()).isEqualTo(60);
        assertThat(follow(second).counts().passed()).isEqualTo(40);
        assertOneResultEach(first, 60);
        assertOneResultEach(second, 40);
    }

    @Test
    void aWorkerThatDrainsEndsWhatItHoldsAndTheOthersDoTheRest() throws Exception {
        workers("leaving", "staying");
        var run = submit(TestSuites.of(url(50), 200));
        eventually("both work", () -> working() == 2);

        workers.getFirst().drain();
        workers.getFirst().awaitEnd();

        assertThat(follow(run).counts().passed()).isEqualTo(200);
        assertOneResultEach(run, 200);
        assertThat(attempts(run)).isEmpty();
        assertThat(workerStates()).contains("left");
    }

    @Test
    void aWorkerThatFindsAllInboxesTakenWaitsUntilOneIsFree() throws Exception {
        workers("one", "two", "three");
        workers.add(TestWorker.start(workersChannel, fleet, "four", 16));
        eventually("the fourth is known to wait", () -> coordinator.status().waiting() == 1);

        workers.getFirst().drain();
        workers.getFirst().awaitEnd();

        eventually("the fourth has joined", () -> coordinator.status().workers().stream()
                .anyMatch(worker -> worker.worker().equals("four") && worker.state().equals("active")));
        assertThat(coordinator.status().waiting()).isZero();
        assertThat(coordinator.status().inboxes()).isEqualTo(INBOXES);
    }

    @Test
    void whatASilentWorkerWasGivenRunsAgainElsewhere() throws Exception {
        var silent = new SilentWorker(workersChannel, fleet, leadership.epoch(), 4);
        var run = submit(TestSuites.of(url(0), 20));
        silent.join();
        eventually("the silent worker has orders", () -> silent.orders() == 4);

        workers("living");

        assertThat(follow(run).counts().passed()).isEqualTo(20);
        assertOneResultEach(run, 20);
        assertThat(attempts(run)).containsOnly("worker_lost").hasSize(4);
        assertThat(workerStates()).contains("fenced");
    }

    @Test
    void whatAFencedWorkerReportsTooLateCountsForNothing() throws Exception {
        var silent = new SilentWorker(workersChannel, fleet, leadership.epoch(), 2);
        var run = submit(TestSuites.of(url(0), 10));
        silent.join();
        eventually("the silent worker has orders", () -> silent.orders() == 2);
        workers("living");
        assertThat(follow(run).counts().passed()).isEqualTo(10);

        silent.reportAll(Status.FAILED);

        eventually("the late reports are kept as attempts",
                () -> attempts(run).stream().filter("superseded"::equals).count() == 2);
        assertThat(stored(run).counts().passed()).isEqualTo(10);
        assertThat(stored(run).counts().failed()).isZero();
    }

    @Test
    void whatALivingWorkerWaitsForTooLongRunsAgainElsewhere() throws Exception {
        var overdue = new AtomicBoolean();
        var stuck = new SilentWorker(workersChannel, fleet, leadership.epoch(), 1);
        stuck.join();
        try (var _ = stuck.beatHoldingAll(overdue::get)) {
            var run = submit(TestSuites.of(url(0), 1));
            eventually("the stuck worker has its order", () -> stuck.orders() == 1);
            workers("living");
            eventually("the other has joined", () -> active() == 2);

            overdue.set(true);

            assertThat(follow(run).counts().passed()).isEqualTo(1);
            eventually("it is asked to drop the case, perhaps more than once", () -> stuck.dropped() > 0);
            stuck.reportAll(Status.FAILED);
            eventually("the late report is kept as an attempt", () -> attempts(run).contains("superseded"));
            assertThat(attempts(run)).containsExactlyInAnyOrder("worker_lost", "superseded");
            assertThat(stored(run).counts().failed()).isZero();
        }
    }

    @Test
    void anOrderThatAWorkerPassedByWithoutHoldingItIsGivenOutAgain() throws Exception {
        var forgetful = new SilentWorker(workersChannel, fleet, leadership.epoch(), 3);
        var run = submit(TestSuites.of(url(0), 3));
        forgetful.join();
        eventually("it has orders", () -> forgetful.orders() == 3);

        try (var _ = forgetful.beatHoldingNothing()) {
            eventually("they were given out again", () -> forgetful.orders() > 3);
        }
        workers("living");

        assertThat(follow(run).counts().passed()).isEqualTo(3);
        assertOneResultEach(run, 3);
    }

    @Test
    void nonsenseOnATopicIsSetAsideAndTheFleetGoesOn() throws Exception {
        workers("one");
        workersChannel.append(Topic.RESULTS, 0, "k", Payload.of("no json".getBytes(StandardCharsets.UTF_8))).join();
        workersChannel
                .append(Topic.WORKERS, 0, "k", Payload.of("{\"kind\":\"dance\"}".getBytes(StandardCharsets.UTF_8)))
                .join();
        channel.append(Topic.CONTROL, 0, "k", Payload.of("{}".getBytes(StandardCharsets.UTF_8))).join();

        var run = submit(TestSuites.of(url(0), 20));

        assertThat(follow(run).counts().passed()).isEqualTo(20);
        eventually("both are set aside", () -> setAside() == 2);
    }

    @Test
    void anEpochThatNoCoordinatorWasGivenStopsNoFleet() throws Exception {
        workers("one");

        announce(Long.MAX_VALUE);

        assertThat(follow(submit(TestSuites.of(url(0), 20))).counts().passed()).isEqualTo(20);
        eventually("it is set aside", () -> setAside() == 1);
    }

    @Test
    void anEpochThatNoCoordinatorWasGivenKeepsNoFleetFromStarting() throws Exception {
        workers("one");
        coordinator.close();
        announce(Long.MAX_VALUE);

        lead();
        workers("two");

        assertThat(follow(submit(TestSuites.of(url(0), 20))).counts().passed()).isEqualTo(20);
        eventually("it is set aside", () -> setAside() == 1);
        eventually("both follow the coordinator", () -> active() == 2);
    }

    @Test
    void aCoordinatorThatSomebodySilencedIsHeardAgain() throws Exception {
        var announced = new ControlMessage.Leadership(fleet, leadership.epoch());
        channel.append(Topic.CONTROL, 0, announced.key(), null).join();

        workers("one");

        assertThat(follow(submit(TestSuites.of(url(0), 20))).counts().passed()).isEqualTo(20);
    }

    private void announce(long epoch) {
        var announced = new ControlMessage.Leadership(fleet, epoch);
        channel.append(Topic.CONTROL, 0, announced.key(), Codec.CONTROL.seal(announced)).join();
    }

    @Test
    void aReportWithoutTheTicketOfItsOrderIsSetAsideAndTheCaseStaysOpen() throws Exception {
        var mine = new SilentWorker(workersChannel, fleet, leadership.epoch(), 1);
        var other = new SilentWorker(workersChannel, fleet, leadership.epoch(), 1);
        var run = submit(TestSuites.of(url(0), 2));
        mine.join();
        other.join();
        eventually("each has an order", () -> mine.orders() == 1 && other.orders() == 1);
        long before = setAside();

        mine.report(order -> null);
        mine.report(order -> "0".repeat(32));
        mine.report(order -> other.ticket());
        other.reportForeign(mine);

        eventually("all are set aside", () -> setAside() == before + 4);
        assertThat(stored(run).counts().done()).isZero();
        mine.reportAll(Status.FAILED);
        other.reportAll(Status.PASSED);
        var ended = follow(run);
        assertThat(ended.counts().failed()).isOne();
        assertThat(ended.counts().passed()).isOne();
    }

    @Test
    void anAgentThatSaysHowOftenItMayBeCalledIsNotCalledMoreOften() throws Exception {
        workers("one", "two");
        long before = agent.stats().sentAway();

        var run = submit(TestSuites.of(url(0) + "&rate=35", 40).limitedTo(20 * 60));

        assertThat(follow(run).counts().passed()).isEqualTo(40);
        assertThat(agent.stats().sentAway()).isEqualTo(before);
    }

    @Test
    @Tag("slow")
    void noCaseFailsForAnAgentThatSendsCallsAway() throws Exception {
        workers("one", "two");
        long before = agent.stats().sentAway();

        var run = submit(TestSuites.of(url(0) + "&rate=20", 80).limitedTo(0));

        assertThat(follow(run).counts().passed()).isEqualTo(80);
        assertThat(agent.stats().sentAway()).isGreaterThan(before);
        assertOneResultEach(run, 80);
    }

    @Test
    void failFastStopsTheRunAndCancelsTheRest() throws Exception {
        workers("one");

        var run = submit(TestSuites.failing(url(10), 500, 3).failFast());

        var ended = follow(run);
        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.stopReason()).contains("--fail-fast").contains("c3");
        assertThat(ended.counts().failed()).isEqualTo(1);
        assertThat(ended.counts().cancelled()).isPositive();
        assertThat(ended.counts().done()).isEqualTo(500);
        assertOneResultEach(run, 500);
    }

    @Test
    void whatIsUnderWayWhenARunIsStoppedIsCutOffAfterTheGraceTime() throws Exception {
        workers("one");
        var run = submit(TestSuites.of(url(60_000), 4));
        eventually("all are under way", () -> assigned() == 4);

        coordinator.stop(run, Stopping.cancelled("enough", Duration.ofMillis(100)));

        var ended = follow(run);
        assertThat(ended.counts().cancelled()).isEqualTo(4);
        assertThat(ended.stopReason()).isEqualTo("enough");
    }

    @Test
    void noMoreCasesThanParallelAreInFlight() throws Exception {
        workers("one", "two");
        try (var watched = MockAgent.start(0, 20)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 100).parallel(3));

            assertThat(follow(run).counts().passed()).isEqualTo(100);
            assertThat(watched.stats().mostInFlight()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void aRunWithCommandsGoesOnlyToWorkersThatAllowThem() throws Exception {
        workers("strict");
        workers.add(TestWorker.start(workersChannel, fleet, "lenient", 4, Workspaces.IN_PLACE, true));
        eventually("both joined", () -> active() == 2);

        var run = submit(TestSuites.of(url(5), 60).needing(COMMANDS));

        assertThat(follow(run).counts().passed()).isEqualTo(60);
        assertThat(database.database().list("SELECT DISTINCT worker FROM results WHERE run_id = @run",
                row -> row.getString(1), "run", run)).containsExactly("lenient");
    }

    @Test
    void aRunThatNoWorkerMayRunIsRefusedBeforeAnythingIsStored() throws Exception {
        workers("strict");

        assertThatThrownBy(() -> submit(TestSuites.of(url(0), 3).needing(COMMANDS))).isInstanceOf(RefusedRun.class)
                .hasMessage("no worker of fleet '" + fleet + "' was started with --allow-commands, which the hooks or "
                        + "scripts of this run need");
        assertThatThrownBy(() -> submit(TestSuites.of(url(0), 3)
                .needing(new CaseNeeds(Set.of("SHOP_KEY"), Set.of(), new CaseFiles.None()))))
                .isInstanceOf(RefusedRun.class).hasMessageContaining("offers the environment variable SHOP_KEY");
        assertThat(database.database().list("SELECT run_id FROM runs WHERE fleet = @fleet", row -> row.getString(1),
                "fleet", fleet))
                .isEmpty();
    }

    @Test
    void aRunWhoseFilesDidNotArriveIsRefused() {
        assertThatThrownBy(() -> submit(TestSuites.of(url(0), 3).needing(
                new CaseNeeds(Set.of(), Set.of(), new CaseFiles.Bundled("0".repeat(64))))))
                .isInstanceOf(RefusedRun.class).hasMessageContaining("send the suite again");
    }

    @Test
    void aNewCoordinatorGoesOnWithWhatTheWorkersHold() throws Exception {
        workers("one", "two");
        try (var watched = MockAgent.start(0, 300)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 200));
            eventually("some are done, some are held",
                    () -> stored(run).counts().passed() > 20 && assigned() > 20);

            anotherCoordinator();

            assertThat(follow(run).counts().passed()).isEqualTo(200);
            assertOneResultEach(run, 200);
            assertThat(watched.stats().byMessage().values()).allMatch(count -> count == 1);
            assertThat(attempts(run)).isEmpty();
            assertThat(workerStates()).containsOnly("joined");
        }
    }

    @Test
    void aRunThatIsBeingStoppedIsStoppedByTheNextCoordinatorToo() throws Exception {
        workers("one");
        try (var watched = MockAgent.start(0, 2_000)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 40));
            eventually("all slots are taken", () -> watched.stats().inFlight() == 16);

            coordinator.stop(run, Stopping.cancelled("enough", Stopping.UNHURRIED));
            anotherCoordinator();

            var ended = follow(run);
            assertThat(ended.state()).isEqualTo(RunState.STOPPED);
            assertThat(ended.stopReason()).isEqualTo("enough");
            assertThat(ended.counts().passed()).isEqualTo(16);
            assertThat(ended.counts().cancelled()).isEqualTo(24);
            assertThat(watched.stats().calls()).isEqualTo(16);
        }
    }

    @Test
    void aRunThatIsPausedStaysSoUnderTheNextCoordinator() throws Exception {
        workers("one");
        try (var watched = MockAgent.start(0, 300)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 60));
            eventually("all slots are taken", () -> watched.stats().inFlight() == 16);

            coordinator.pause(run);
            anotherCoordinator();
            eventually("what was under way is done",
                    () -> assigned() == 0 && stored(run).counts().passed() == watched.stats().calls());
            long called = watched.stats().calls();
            assertThat(follow(submit(TestSuites.of(url(0), 40))).counts().passed()).isEqualTo(40);

            assertThat(watched.stats().calls()).as("calls of the paused run").isEqualTo(called).isLessThan(60);
            coordinator.continueRun(run);
            assertThat(follow(run).counts().passed()).isEqualTo(60);
            assertOneResultEach(run, 60);
        }
    }

    @Test
    void everyCaseOfAMatrixHasOneResultForEachCellAndRepeat() throws Exception {
        workers("one", "two");
        try (var watched = MockAgent.start(0, 0)) {
            var suite = TestSuites.of(watched.baseUrl() + "/ag-ui", 25);

            var run = coordinator.submit(suite.request(TWO_CELLS), suite.cases());

            assertThat(follow(run).counts().passed()).isEqualTo(150);
            assertOneResultEach(run, 25, TWO_CELLS);
            assertThat(watched.stats().byMessage().values()).hasSize(25).containsOnly(6);
        }
    }

    @Test
    void aMatrixThatIsTakenOverHalfWayHasOneResultForEachCellAndRepeatToo() throws Exception {
        workers("one", "two");
        try (var watched = MockAgent.start(0, 200)) {
            var suite = TestSuites.of(watched.baseUrl() + "/ag-ui", 40);
            var run = coordinator.submit(suite.request(TWO_CELLS), suite.cases());
            eventually("some are done, some are held",
                    () -> stored(run).counts().passed() > 60 && assigned() > 20);

            anotherCoordinator();

            assertThat(follow(run).counts().passed()).isEqualTo(240);
            assertOneResultEach(run, 40, TWO_CELLS);
            assertThat(watched.stats().byMessage().values()).hasSize(40).containsOnly(6);
            assertThat(attempts(run)).isEmpty();
        }
    }

    @Test
    void coordinatorsMayFollowEachOtherQuickly() throws Exception {
        workers("one", "two");
        try (var watched = MockAgent.start(0, 100)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 300));
            for (int n = 0; n < 5; n++) {
                anotherCoordinator();
            }

            assertThat(follow(run).counts().passed()).isEqualTo(300);
            assertOneResultEach(run, 300);
            assertThat(watched.stats().byMessage().values()).allMatch(count -> count == 1);
        }
    }

    @Test
    void whatAWorkerHeldThatDiedWithItsCoordinatorRunsAgain() throws Exception {
        var silent = new SilentWorker(workersChannel, fleet, leadership.epoch(), 4);
        var run = submit(TestSuites.of(url(0), 40));
        silent.join();
        eventually("the silent worker has orders", () -> silent.orders() == 4);
        workers("living");
        eventually("the others are done", () -> stored(run).counts().passed() >= 36);

        anotherCoordinator();

        assertThat(follow(run).counts().passed()).isEqualTo(40);
        assertOneResultEach(run, 40);
        assertThat(attempts(run)).hasSize(keepsInboxes() ? 4 : 0).allMatch("worker_lost"::equals);
        assertThat(workerStates()).contains("fenced");
    }

    @Test
    void reportsThatCameWhileNobodyLedCount() throws Exception {
        workers("one");
        try (var watched = MockAgent.start(0, 200)) {
            var run = submit(TestSuites.of(watched.baseUrl() + "/ag-ui", 16));
            eventually("all are held", () -> assigned() == 16);

            coordinator.close();
            eventually("all were called", () -> watched.stats().byMessage().size() == 16);
            workers.getFirst().drain();
            workers.getFirst().awaitEnd();
            lead();

            assertThat(follow(run).counts().passed()).isEqualTo(16);
            assertOneResultEach(run, 16);
            assertThat(watched.stats().byMessage().values()).allMatch(count -> count == 1);
        }
    }
}
