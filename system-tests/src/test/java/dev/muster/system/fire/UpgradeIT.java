package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.testing.HomeTemplate;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a fleet of two versions, with cases under way: the one before the newest change of what is sent or stored, and this. */
@Tag("full")
@Tag("alone")
final class UpgradeIT {

    private static final SlowSuite SUITE = new SlowSuite(300, 1_000, 2_000, 5);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration END = Duration.ofSeconds(60);

    @TempDir
    private static Path built;

    private static List<String> earlier;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        earlier = EarlierBuild.in(built).through();
    }

    private Fire fire(int workers, List<String> leader, int earlierWorkers) throws Exception {
        var agent = MockAgentProcess.start(Fire.callsIn(folder));
        try (var _ = HomeTemplate.none()) { // its tables are of today
            var fleet = FireFleet.startThrough(folder.resolve("home"), workers, 12, leader);
            try {
                for (int n = 1; n <= earlierWorkers; n++) {
                    fleet.addWorkerThrough("earlier" + n, earlier).start();
                }
                fleet.awaitActive(workers + earlierWorkers);
            } catch (InterruptedException | IOException | Error e) {
                fleet.close();
                throw e;
            }
            return Fire.over(folder, SUITE, agent, fleet);
        } catch (Exception | Error e) {
            agent.close();
            throw e;
        }
    }

    /** First the coordinator, then the workers, as the manual has it; the run goes on. */
    @Test
    void aFleetIsUpgradedUnderARun() throws Exception {
        try (var fire = fire(0, earlier, 2)) {
            var fleet = fire.fleet();
            fire.awaitTenths(2);
            var standby = fleet.addStandby();
            standby.start();
            standby.ready();
            fire.strike(Kind.COORDINATOR_RESTARTED, fleet.coordinator(), () -> {
                fleet.coordinator().ask();
                assertThat(fleet.coordinator().ends(END)).as("the earlier coordinator ends").isTrue();
                fleet.awaitActive(2);
            });
            fire.awaitTenths(5);
            fleet.addWorkerThrough("new", List.of()).start();
            fleet.awaitActive(3);
            for (int n : List.of(1, 2)) {
                var worker = fleet.worker(n);
                fire.strike(Kind.WORKER_DRAINED, worker, () -> {
                    worker.ask();
                    assertThat(worker.ends(END)).as("the earlier worker ends").isTrue();
                });
            }

            assertNothingRanTwice(fire.reckonPatiently("upgrade", LONGEST));
            assertThat(standby.isAlive()).isTrue();
        }
    }

    @Test
    void anEarlierCoordinatorLeadsNewWorkers() throws Exception {
        try (var fire = fire(2, earlier, 0)) {
            assertNothingRanTwice(fire.reckonPatiently("upgrade-earlier-leader", LONGEST));
        }
    }

    /** Back again: the earlier one takes over while its tables are the newest, and says that it is too old otherwise. */
    @Test
    void anEarlierCoordinatorStandsByANewOne() throws Exception {
        try (var fire = fire(1, List.of(), 1)) {
            var fleet = fire.fleet();
            var standby = fleet.addStandby(fleet.url(), earlier);
            standby.start();
            boolean standsBy = ready(standby);
            fire.awaitTenths(4);
            fire.strike(Kind.COORDINATOR_KILLED, fleet.coordinator(), () -> {
                fleet.coordinator().kill();
                if (!standsBy) {
                    fleet.coordinator().start();
                }
                fleet.awaitActive(2);
            });

            var reckoning = fire.reckonPatiently("upgrade-and-back", LONGEST);

            assertThat(reckoning.stored().lives()).as("lives of workers").hasSize(2);
            assertThat(standby.isAlive()).isEqualTo(standsBy);
            System.out.println("the earlier standby " + (standsBy ? "took over" : "said that it is too old"));
        }
    }

    private boolean ready(Part standby) throws Exception {
        try {
            return standby.ready().contains("stands by");
        } catch (IOException e) {
            try (var logs = Files.list(folder.resolve("home/logs"))) {
                var log = logs.filter(each -> each.getFileName().toString().startsWith("standby")).findFirst()
                        .orElseThrow();
                until("it says why", END, () -> Files.readString(log).contains("this Muster is too old"));
            }
            return false;
        }
    }

    private static void assertNothingRanTwice(Reckoning reckoning) {
        assertThat(reckoning.repeats().all()).as("cases that ran twice").isZero();
        assertThat(reckoning.stored().attempts()).as("attempts that counted for nothing").isEmpty();
    }
}
