package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.system.fire.Blow.Kind;

/** A fleet, a mock agent and one run over them; records every fault, and checks all promises at the end. */
final class Fire implements AutoCloseable {

    private static final int PATIENCE = Integer.getInteger("muster.fire.patience", 1);

    private final Path folder;
    private final SlowSuite suite;
    private final MockAgentProcess agent;
    private final FireFleet fleet;
    private final List<Blow> blows = new ArrayList<>();
    private final List<Path> calls = new ArrayList<>();
    private final FireRun run;
    private final Instant began;

    private Fire(Path folder, SlowSuite suite, MockAgentProcess agent, FireFleet fleet) throws Exception {
        this.folder = folder;
        this.suite = suite;
        this.agent = agent;
        this.fleet = fleet;
        this.calls.add(callsIn(folder));
        this.run = FireRun.submit(fleet.url(), suite.write(folder.resolve("project"), agent.baseUrl()));
        this.began = Instant.now();
    }

    /** A fault, and all that must happen until it is over. */
    @FunctionalInterface
    interface Hurt {
        void carryOut() throws Exception;
    }

    static Fire light(Path folder, SlowSuite suite, int workers, int slots) throws Exception {
        var agent = MockAgentProcess.start(callsIn(folder));
        try {
            return over(folder, suite, agent, FireFleet.start(folder.resolve("home"), workers, slots, null));
        } catch (Exception | Error e) {
            agent.close();
            throw e;
        }
    }

    /** Uses an existing fleet, whose agent writes its calls to {@link #callsIn}. */
    static Fire over(Path folder, SlowSuite suite, MockAgentProcess agent, FireFleet fleet) throws Exception {
        try {
            return new Fire(folder, suite, agent, fleet);
        } catch (Exception | Error e) {
            fleet.close();
            throw e;
        }
    }

    static Path callsIn(Path folder) {
        return folder.resolve("calls.log");
    }

    FireFleet fleet() {
        return fleet;
    }

    FireRun run() {
        return run;
    }

    /** Adds the calls of another agent. */
    void alsoCalls(Path file) {
        calls.add(file);
    }

    /** Waits until so many tenths of the cases are done. */
    void awaitTenths(int tenths) throws InterruptedException {
        run.awaitSeen(suite.cases() * tenths / 10, Duration.ofMinutes(10));
    }

    void awaitCalls(int number) throws InterruptedException {
        until("the agent has " + number + " calls", Duration.ofMinutes(2), () -> {
            try (var lines = Files.lines(calls.getFirst())) {
                return lines.count() >= number;
            }
        });
    }

    void strike(Kind kind, Part part, Hurt hurt) throws Exception {
        strike(kind, part.name(), part.pid(), hurt);
    }

    void strike(Kind kind, String part, long pid, Hurt hurt) throws Exception {
        var at = Instant.now();
        hurt.carryOut();
        blows.add(new Blow(kind, part, pid, at, Instant.now()));
    }

    /** The same for a build, whose machine does other work as well. */
    Reckoning reckonPatiently(String name, Duration atMost) throws Exception {
        return reckon(name, atMost, 4 * PATIENCE);
    }

    /**
     * Waits for the run's end, checks all promises, and publishes the outcome. On a busy machine,
     * {@code muster.fire.patience} multiplies the time that a recovery may take.
     */
    Reckoning reckon(String name, Duration atMost) throws Exception {
        return reckon(name, atMost, PATIENCE);
    }

    private Reckoning reckon(String name, Duration atMost, int patience) throws Exception {
        try {
            run.awaitEnd(atMost);
        } catch (TimeoutException e) {
            reckoned(name, patience);
            throw new AssertionError("run " + run.id() + " has not ended after " + atMost.toSeconds() + " s; "
                    + run.seen() + " results came; logs in " + folder.resolve("home/logs"), e);
        }
        var reckoning = reckoned(name, patience);
        reckoning.assertKept();
        assertThat(run.seen()).as("results that the client was given").isEqualTo(suite.cases());
        assertThat(Recovery.of(reckoning, patience)).as("recoveries").allMatch(Recovery::isInTime);
        return reckoning;
    }

    @Override
    public void close() {
        run.close();
        fleet.close();
        agent.close();
    }

    private Reckoning reckoned(String name, int patience) throws IOException {
        try (var database = fleet.database().open()) {
            var reckoning = new Reckoning(Stored.read(database, run.id()), Calls.read(calls), blows, suite.cases(),
                    fleet.slots());
            new FireReport(name, reckoning, Recovery.of(reckoning, patience), began).publish();
            return reckoning;
        }
    }
}
