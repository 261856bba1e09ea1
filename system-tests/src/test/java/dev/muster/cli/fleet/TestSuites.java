package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Gate;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;

/** Suites as a client submits them: every case names its target. */
public record TestSuites(String agentUrl, List<TestCase> all, int parallel, boolean stopsAtFirstFailure,
        CaseNeeds needs,
        RetryPolicy retry, int callsPerMinute) {

    private static final RetryPolicy ONE_TRY = new RetryPolicy(1, Duration.ofMillis(10), Duration.ofSeconds(1));

    public static TestSuites of(String agentUrl, int cases) {
        return failing(agentUrl, cases, -1);
    }

    /** The case with that number has an assertion that fails for any reply. */
    static TestSuites failing(String agentUrl, int cases, int failing) {
        var all = new ArrayList<TestCase>();
        for (int n = 0; n < cases; n++) {
            all.add(testCase(n, n == failing ? "nobody says this" : ""));
        }
        return new TestSuites(agentUrl, all, 0, false, CaseNeeds.NONE, ONE_TRY, 0);
    }

    /** Every n-th case has an assertion that fails for any reply. */
    public static TestSuites failingEach(int distance, String agentUrl, int cases) {
        var all = IntStream.range(0, cases).mapToObj(n -> testCase(n, n % distance == 0 ? "nobody says this" : ""))
                .toList();
        return new TestSuites(agentUrl, all, 0, false, CaseNeeds.NONE, ONE_TRY, 0);
    }

    /** One case that asserts these words in the reply. */
    static TestSuites saying(String words, String agentUrl) {
        return new TestSuites(agentUrl, List.of(testCase(0, words)), 0, false, CaseNeeds.NONE, ONE_TRY, 0);
    }

    TestSuites failFast() {
        return new TestSuites(agentUrl, all, parallel, true, needs, retry, callsPerMinute);
    }

    public TestSuites parallel(int atMost) {
        return new TestSuites(agentUrl, all, atMost, stopsAtFirstFailure, needs, retry, callsPerMinute);
    }

    public TestSuites needing(CaseNeeds more) {
        return new TestSuites(agentUrl, all, parallel, stopsAtFirstFailure, more, retry, callsPerMinute);
    }

    /** Limits the calls of its agent, with enough patience to wait for them. */
    TestSuites limitedTo(int perMinute) {
        return new TestSuites(agentUrl, all, parallel, stopsAtFirstFailure, needs, RetryPolicy.DEFAULT, perMinute);
    }

    public RunRequest request() {
        return new RunRequest("mock", all.size(),
                new RunSettings(List.of("test"),
                        new ProjectConfig.Targets(Map.of("mock", agent(), "other", agent()), Map.of(), Map.of()),
                        RunSettings.Pacing.of(parallel, Duration.ofSeconds(90)),
                        new RunSettings.Policies(stopsAtFirstFailure, 0, retry, FailedAgain.NEVER,
                                Gate.NONE, Quarantine.NONE),
                        needs, Matrix.ONCE));
    }

    /** In these cells, with these repeats. */
    RunRequest request(Matrix matrix) {
        var once = request();
        return new RunRequest(once.agent(), all.size(), once.settings().with(matrix));
    }

    public Iterator<CaseDefinition> cases() {
        return all.stream().map(CaseDefinition::of).iterator();
    }

    private AgentConfig agent() {
        return AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, agentUrl))
                .with(new AgentConfig.Limits(0, callsPerMinute));
    }

    private static TestCase testCase(int n, String wanted) {
        return TestCase.of(
                new TestCase.Identity("suite.jsonl#c" + n, "c" + n, null, Map.of(), new Source("suite.jsonl", n + 1)),
                "mock", new Conversation.Standard(List.of(Message.user("case " + n))),
                List.of(Assertion.of(new TextCheck.Contains(List.of(wanted), false))));
    }
}
