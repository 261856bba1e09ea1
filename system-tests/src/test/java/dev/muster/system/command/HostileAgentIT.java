package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs agents that do everything wrong, in one run: each case ends as the failure table says, and the others continue. */
@Tag("slow")
final class HostileAgentIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    @Test
    void eachEndsAsTheFailureTableSaysAndTheOthersPass() throws Exception {
        int closedPort = closedPort();
        try (var agent = MockAgent.start(0, 0);
                var fleet = LocalFleet.open(new Home(folder.resolve("home")), 32, Map.of(), InstantSource.system())) {
            project(agent.baseUrl(), closedPort);

            var results = run(fleet);

            expect(results, "status=500", "failed agent_error", "HTTP 500");
            expect(results, "status=401", "error infrastructure", "agent refused");
            expect(results, "fault=hang", "failed agent_timeout", "timeout after 15s");
            expect(results, "fault=stall", "failed agent_timeout", "timeout after 15s");
            expect(results, "fault=truncate", "failed agent_error", "agent error");
            expect(results, "fault=cut", "failed agent_error", "agent error");
            expect(results, "fault=close", "error infrastructure", "agent unreachable");
            expect(results, "fault=huge", "failed agent_error", "limit of 8 MiB");
            expect(results, "fault=endless", "failed", "");
            expect(results, "nobody", "error infrastructure", "agent unreachable");
            assertThat(of(results, "ag-ui fault=bad-utf8").verdict().status()).isEqualTo(Status.PASSED);
            assertThat(of(results, "ag-ui fault=nul").observed().response()).doesNotContain("\0").contains("\uFFFD");
            assertThat(results.values()).filteredOn(result -> result.identity().id().startsWith("fine"))
                    .hasSize(20).allMatch(result -> result.verdict().status().wire().equals("passed"));
            assertThat(results.values()).allMatch(result -> result.timing().durationMs() < TIMEOUT.toMillis() + 3_000);
        }
    }

    private static void expect(Map<String, CaseResult> results, String how, String verdict, String words) {
        for (var protocol : List.of("ag-ui", "openai")) {
            var result = of(results, protocol + " " + how);
            assertThat(result.verdict().status().wire() + " " + result.verdict().cause().wire())
                    .as(protocol + " " + how)
                    .startsWith(verdict);
            assertThat(result.verdict().error()).as(protocol + " " + how).contains(words).doesNotContain("Exception");
        }
    }

    private static CaseResult of(Map<String, CaseResult> results, String id) {
        return Objects.requireNonNull(results.get(id), id);
    }

    private Map<String, CaseResult> run(LocalFleet fleet) throws Exception {
        var results = new HashMap<String, CaseResult>();
        var wanted = RunOptions.of(List.of("suite.jsonl")).with(new RunPace(TIMEOUT, 32, false, 0));
        try (var suite = Suite.read(wanted, folder, true); var cases = suite.spool().read()) {
            assertThat(suite.faults()).isEmpty();
            var run = fleet.runs().submit(suite.request(new CaseFiles.None()), cases);
            new Follower(fleet.runs()).follow(run, new RunListener() {
                @Override
                public void results(List<StoredCase> batch) {
                    batch.forEach(each -> results.put(each.result().identity().id(), each.result()));
                }

                @Override
                public void progress(StoredRun progress) {
                    // its results are looked at
                }
            });
        }
        return results;
    }

    private void project(String mock, int closedPort) throws Exception {
        var agents = new ArrayList<String>();
        var cases = new ArrayList<String>();
        for (var how : List.of("status=500", "status=401", "fault=hang", "fault=stall", "fault=truncate", "fault=cut",
                "fault=close", "fault=huge", "fault=endless", "fault=bad-utf8", "fault=nul", "latency=0")) {
            agents.add(agent("ag-ui " + how, "ag-ui", mock + "/ag-ui?" + how));
            agents.add(agent("openai " + how, "openai", mock + "/" + how + "/v1"));
        }
        agents.add(agent("ag-ui nobody", "ag-ui", "http://127.0.0.1:" + closedPort + "/ag-ui"));
        agents.add(agent("openai nobody", "openai", "http://127.0.0.1:" + closedPort + "/v1"));
        for (var agent : agents) {
            var id = agent.substring(agent.indexOf('"') + 1, agent.indexOf('"', agent.indexOf('"') + 1));
            cases.add("{\"id\": \"" + id + "\", \"agent\": \"" + id + "\", \"input\": \"hello\"}");
        }
        for (int n = 0; n < 20; n++) {
            cases.add("{\"id\": \"fine " + n + "\", \"agent\": \"ag-ui latency=0\", \"input\": \"hello\"}");
        }
        Files.writeString(folder.resolve("muster.yaml"), "agents:\n" + String.join("", agents)
                + "retry: { max_attempts: 2, initial_delay: 100ms, max_wait: 1s }\n");
        Files.write(folder.resolve("suite.jsonl"), cases);
    }

    private static int closedPort() throws IOException {
        try (var soon = new ServerSocket(0)) {
            return soon.getLocalPort();
        }
    }

    private static String agent(String id, String protocol, String url) {
        return "  \"" + id + "\": { protocol: " + protocol + ", url: \"" + url + "\" }\n";
    }
}
