package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Suites;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.agui.AguiProtocol;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.agent.yao.YaoProtocol;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Status;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoSuiteTest {

    @TempDir
    private Path folder;

    private DemoAgents agents;
    private DemoSuite suite;
    private Suites suites;

    @BeforeEach
    void start() throws Exception {
        agents = DemoAgents.start(0);
        suite = DemoSuite.write(folder, agents);
        suites = new Suites(suite.config());
    }

    @AfterEach
    void stop() {
        agents.close();
    }

    @Test
    void theConfigurationPointsAtTheRunningAgents() {
        assertThat(suites.faults()).isEmpty();
        assertThat(suites.config().targets().agents().values()).extracting(each -> each.endpoint().url())
                .containsExactlyInAnyOrder(agents.expenseUrl(), agents.chatUrl());
    }

    @Test
    void everyCaseIsSoundAndHasAnExpectation() {
        assertThat(suites.read(suite.inputs())).extracting(each -> each.identity().key())
                .containsExactlyInAnyOrderElementsOf(suite.expectation().statuses().keySet());
        assertThat(suites.faults()).isEmpty();
    }

    @Test
    void everyCaseEndsAsExpected() throws Exception {
        Map<String, Status> statuses = new TreeMap<>();
        for (var testCase : suites.read(suite.inputs())) {
            boolean passed = evaluate(testCase).stream().allMatch(AssertionResult::passed);
            statuses.put(testCase.identity().key(), passed ? Status.PASSED : Status.FAILED);
        }

        assertThat(statuses).isEqualTo(new TreeMap<>(suite.expectation().statuses()));
    }

    @Test
    void theOneFailureIsInTheTextAfterARightToolCall() throws Exception {
        var failing = suites.read(suite.inputs()).stream()
                .filter(testCase -> suite.expectation().statuses().get(testCase.identity().key()) == Status.FAILED)
                .toList();

        assertThat(failing).singleElement().satisfies(testCase -> {
            var results = evaluate(testCase);
            assertThat(results).extracting(AssertionResult::passed).containsExactly(true, false);
            assertThat(results.getLast().reason()).startsWith("The policy says $1,000.").contains("$1,500");
        });
    }

    private List<AssertionResult> evaluate(TestCase testCase) throws Exception {
        return CompiledAssertions.compile(testCase.assertions()).evaluate(call(testCase));
    }

    private AgentReply call(TestCase testCase) throws InterruptedException {
        var agent = suites.agentOf(testCase);
        var messages = ((Conversation.Standard) testCase.conversation()).messages();
        var request = new AgentRequest(
                new Endpoint(String.valueOf(agent.endpoint().url()), agent.endpoint().headers(),
                        agent.endpoint().model(), null, true, null),
                "t", "r",
                messages, testCase.options(), StreamBounds.DEFAULT);
        try (var calls = new HttpCalls(1, Clock.systemUTC())) {
            var protocol = switch (agent.endpoint().protocol()) {
                case AG_UI -> new AguiProtocol(calls, Ticker.system(), Clock.systemUTC());
                case OPENAI -> new OpenAiProtocol(calls, Ticker.system());
                default -> new YaoProtocol(calls, Ticker.system());
            };
            var outcome = protocol.call(request, Deadline.in(Duration.ofSeconds(20), Ticker.system()), _ -> {});
            assertThat(outcome).as(testCase.identity().key()).isInstanceOf(AgentReply.class);
            assertThat(((AgentReply) outcome).warnings()).as(testCase.identity().key()).isEmpty();
            return (AgentReply) outcome;
        }
    }
}
