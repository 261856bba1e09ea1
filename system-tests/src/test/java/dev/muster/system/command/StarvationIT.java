package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.system.command.HostileAgent.Reply;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that replies which take long to read and to check leave other conversations alone. */
@Tag("slow")
final class StarvationIT {

    private static final int HEALTHY = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    /** A hostile case that takes this long is slow, not refused at once. */
    private static final Duration LONG = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    @Test
    void twiceAsManyHostileRepliesAsCoresLeaveHealthyCasesAlone() throws Exception {
        try (var hostile = HostileAgent.start();
                var healthy = MockAgent.start(0, 0);
                var fleet = LocalFleet.open(new Home(folder.resolve("home")), 40, Map.of(), InstantSource.system())) {
            project(hostile, healthy.baseUrl());

            var results = run(fleet);

            var healthyCases = results.stream().filter(StarvationIT::isHealthy).toList();
            assertThat(healthyCases).hasSize(HEALTHY);
            assertThat(healthyCases).filteredOn(result -> result.verdict().status() != Status.PASSED)
                    .extracting(StarvationIT::told).isEmpty();
            var last = healthyCases.stream().map(result -> result.timing().startedAt()).max(Comparator.naturalOrder())
                    .orElseThrow();
            assertThat(results).filteredOn(result -> !isHealthy(result) && length(result).compareTo(LONG) > 0
                    && end(result).isBefore(last)).allSatisfy(slow -> assertThat(healthyCases)
                            .as("pass " + slow.identity().id()).haveAtLeast(2, startedAndEndedWithin(slow)));
            for (var reply : Reply.values()) {
                assertThat(results).as(reply.name()).filteredOn(result -> result.identity().agent().equals(reply
                        .name())).hasSize(hostileOfEach())
                        .allSatisfy(result -> assertThat(told(result))
                                .containsPattern(expected(reply) + "|timeout after 6s"));
            }
        }
    }

    private static boolean isHealthy(CaseResult result) {
        return result.identity().id().startsWith("fine");
    }

    private static Duration length(CaseResult result) {
        return Duration.ofMillis(result.timing().durationMs());
    }

    private static Condition<CaseResult> startedAndEndedWithin(CaseResult slow) {
        return new Condition<>(result -> result.timing().startedAt().isAfter(slow.timing().startedAt())
                && end(result).isBefore(end(slow)), "started and ended within it");
    }

    private static Instant end(CaseResult result) {
        return result.timing().startedAt().plus(length(result));
    }

    private static int hostileOfEach() {
        return 2 * Runtime.getRuntime().availableProcessors();
    }

    private static String told(CaseResult result) {
        return result.verdict().error() + " " + result.assertions().stream().map(AssertionResult::reason).toList();
    }

    /** By which bound a reply ends, unless its time is over before: that depends on the machine. */
    private static String expected(Reply reply) {
        return switch (reply) {
            case MANY_CALLS, SIX_MEGABYTES, STREAM_OF_CALLS -> "limit of 10,000 tool calls";
            case EMPTY_LISTS -> "more than 500,000 values";
            case ALLOWED_LISTS -> "500,000 values";
            case COLLISIONS -> "more than 500000 steps";
            case PATTERNS -> "as patterns may take at most 30000000 steps";
            case PATHS -> "more than 1000000 steps";
            case ALLOWED_CALLS -> "is missing|takes more than";
            case RESTATED -> "";
        };
    }

    private Set<CaseResult> run(LocalFleet fleet) throws Exception {
        var results = new HashSet<CaseResult>();
        var wanted = RunOptions.of(List.of("suite.jsonl")).with(new RunPace(TIMEOUT, 40, false, 0));
        try (var suite = Suite.read(wanted, folder, true); var cases = suite.spool().read()) {
            assertThat(suite.faults()).isEmpty();
            var run = fleet.runs().submit(suite.request(new CaseFiles.None()), cases);
            new Follower(fleet.runs()).follow(run, new RunListener() {
                @Override
                public void results(List<StoredCase> batch) {
                    batch.forEach(each -> results.add(each.result()));
                }

                @Override
                public void progress(StoredRun progress) {
                    // its results are looked at
                }
            });
        }
        return results;
    }

    /** The hostile cases are spread over the others, so that some are always under way. */
    private void project(HostileAgent hostile, String mock) throws Exception {
        var agents = new StringBuilder(
                "agents:\n  fine: { protocol: ag-ui, url: \"" + mock + "/ag-ui?latency=20\" }\n");
        var cases = new ArrayList<String>();
        for (int n = 0; n < HEALTHY; n++) {
            cases.add("{\"id\": \"fine " + n + "\", \"agent\": \"fine\", \"input\": \"hello\"}");
        }
        int every = HEALTHY / (Reply.values().length * hostileOfEach());
        int at = 0;
        for (int n = 0; n < hostileOfEach(); n++) {
            for (var reply : Reply.values()) {
                agents.append(n == 0 ? hostile.agent(reply) : "");
                cases.add(at, HostileAgent.testCase(reply, n));
                at += every + 1;
            }
        }
        Files.writeString(folder.resolve("muster.yaml"), agents + "retry: { max_attempts: 1 }\n");
        Files.write(folder.resolve("suite.jsonl"), cases);
    }
}
