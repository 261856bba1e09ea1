package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two hosts, made of Linux network namespaces: everything on one, a worker and its own agent on the other, and
 * the cable between them is pulled. That closes no connection; packets are lost.
 */
@Tag("full")
@Tag("alone")
final class TwoHostsIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 5);

    @TempDir
    private Path folder;

    @Test
    void aHostWithoutNetworkForHalfAMinuteJoinsAgain() throws Exception {
        try (var hosts = TwoHosts.make();
                var agent = MockAgentProcess.start(Fire.callsIn(folder));
                var _ = agentOver(hosts, agent);
                var fire = light(hosts, agent)) {
            fire.awaitTenths(2);

            fire.strike(Kind.WORKER_CUT_OFF, fire.fleet().worker(2), () -> {
                hosts.pull();
                Wait.pass(Duration.ofSeconds(30));
                hosts.plug();
            });

            fire.fleet().awaitActive(2);
            reckon(fire, "host-cut-off-30s");
        }
    }

    @Test
    void aHostWithoutNetworkIsNotWaitedFor() throws Exception {
        try (var hosts = TwoHosts.make();
                var agent = MockAgentProcess.start(Fire.callsIn(folder));
                var _ = agentOver(hosts, agent);
                var fire = light(hosts, agent)) {
            fire.awaitTenths(2);

            fire.strike(Kind.WORKER_CUT_OFF, fire.fleet().worker(2), hosts::pull);

            reckon(fire, "host-cut-off-for-good");
        }
    }

    private static void reckon(Fire fire, String name) throws Exception {
        var reckoning = fire.reckon(name, LONGEST);
        assertThat(reckoning.heldBy(reckoning.blows().getFirst())).isNotEmpty();
    }

    private Fire light(TwoHosts hosts, MockAgentProcess agent) throws Exception {
        var door = TwoHosts.HERE + ":" + FireFleet.freePort();
        var fleet = FireFleet.start(folder.resolve("home"), 1, 12, door);
        fleet.addWorker("far", door, hosts.over()).start();
        fleet.awaitActive(2);
        var fire = Fire.over(folder, SUITE, agent, fleet);
        fire.alsoCalls(farCalls());
        return fire;
    }

    /** Uses the same port over there: an agent that the other host reaches even without the cable. */
    private ChildProcess agentOver(TwoHosts hosts, MockAgentProcess here) throws IOException, InterruptedException {
        var port = URI.create(here.baseUrl()).getPort();
        var agent = ChildProcess.start(Launch.of(MockAgent.class, "--port", Integer.toString(port), "--calls",
                farCalls().toString(), "--follow", Long.toString(ProcessHandle.current().pid()))
                .through(hosts.over()));
        agent.firstLine(Duration.ofSeconds(60));
        return agent;
    }

    private Path farCalls() {
        return folder.resolve("far-calls.log");
    }
}
