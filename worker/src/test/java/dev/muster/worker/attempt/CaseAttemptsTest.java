package dev.muster.worker.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.common.process.Commands;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.common.target.Protocols;
import dev.muster.common.time.Pauses;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.CaseSetups;
import dev.muster.worker.setup.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests cases from their hooks to their results, with an agent that greets. */
@Timeout(30)
class CaseAttemptsTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", System.getenv("PATH"), "REGION", "eu");

    @TempDir
    private Path root;

    private final List<AgentRequest> requests = new ArrayList<>();
    private final List<Boolean> seeded = new ArrayList<>();
    private final AgentProtocol agent = (request, deadline, events) -> greet(request);
    private int greetings = Integer.MAX_VALUE;

    private AgentOutcome greet(AgentRequest request) throws InterruptedException {
        requests.add(request);
        if (requests.size() > greetings) {
            throw new InterruptedException("the case was cancelled");
        }
        seeded.add(Files.exists(root.resolve("seeded")));
        return AgentReply.of(AgentReply.Content.of("Hello th_1", List.of(), List.of(), null, List.of()), "stop",
                new Usage(10, 3), new AgentReply.Timing(1, 1, 2));
    }

    @Test
    void hooksRunBeforeTheFirstTurn() throws Exception {
        var result = run("http://agent", hooks("touch seeded; echo {}"), turn("Hi"), turn("Bye"));

        assertThat(result.verdict().status()).isEqualTo(Status.PASSED);
        assertThat(seeded).containsExactly(true, true);
    }

    @Test
    void whatHooksPrintedReachesAddressHeadersTextsAndPatterns() throws Exception {
        var hello = Assertion.of(new ForeignCheck.AgUi(new AgUiClause.MustMatch("^Hello ${THREAD}$")));

        var result = run("http://${HOST}/ag-ui", hooks("echo '{\"HOST\":\"h1\",\"THREAD\":\"th_1\"}'"),
                turn("I am ${THREAD} in ${ENV.REGION}", hello));

        assertThat(result.verdict().status()).isEqualTo(Status.PASSED);
        var request = requests.getFirst();
        assertThat(request.endpoint().url()).isEqualTo("http://h1/ag-ui");
        assertThat(request.endpoint().headers()).isEqualTo(Map.of("X-Thread", "th_1 eu"));
        assertThat(request.messages().getFirst().text()).isEqualTo("I am th_1 in eu");
    }

    @ParameterizedTest
    @CsvSource({"th_123, true", "'', false"})
    void aHookMayNameTheConversation(String printed, boolean taken) throws Exception {
        var result = run("http://agent", hooks("echo '{\"THREAD_ID\":\"" + printed + "\"}'"), turn("Hi"), turn("Bye"));

        assertThat(requests).extracting(AgentRequest::conversationId).hasSize(2).containsOnly(result.traceId());
        assertThat(printed.equals(result.traceId())).isEqualTo(taken);
    }

    @Test
    void aFailingHookFailsTheCaseBeforeAnyTurn() throws Exception {
        var result = run("http://agent", hooks("echo 'no database' >&2; exit 3"), turn("Hi"));

        assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(result.verdict().cause()).isEqualTo(Cause.HOOK_ERROR);
        assertThat(result.verdict().error()).startsWith("hook failed: ").contains("exit code 3: no database");
        assertThat(requests).isEmpty();
    }

    @Test
    void aVariableThatNoHookPrintedFailsTheCase() throws Exception {
        var result = run("http://agent", hooks("echo '{}'"), turn("I am ${NOBODY}"));

        assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
        assertThat(result.verdict().cause()).isEqualTo(Cause.HOOK_ERROR);
        assertThat(result.verdict().error())
                .isEqualTo("hook failed: ${NOBODY} has no value: no hook printed a variable "
                        + "'NOBODY'; an environment variable is written ${ENV.NOBODY}");
        assertThat(requests).isEmpty();
    }

    @Test
    void whatIsFoundMissingLaterLeavesWhatWasPaidFor() throws Exception {
        var result = run("http://agent", hooks("echo '{}'"), turn("Hi"), turn("I am ${NOBODY}"));

        assertThat(result.verdict().cause()).isEqualTo(Cause.HOOK_ERROR);
        assertThat(result.spend().usage()).isEqualTo(new Usage(10, 3));
    }

    @Test
    void whoIsStoppedTellsWhatWasPaidForUntilThen() {
        greetings = 2;

        var stop = catchThrowableOfType(InterruptedException.class,
                () -> run("http://agent", Setup.NONE, turn("Hi"), turn("How are you"), turn("Bye")));

        var told = AttemptAborted
                .paid(attempts().unfinished(order(target("http://agent", Map.of()), Map.of(), Setup.NONE),
                        Attempts.CANCELLED), stop);
        assertThat(told.verdict().status()).isEqualTo(Status.CANCELLED);
        assertThat(told.spend().usage()).isEqualTo(new Usage(20, 6));
    }

    @Test
    void everyAttemptHasASessionOfItsOwn() throws Exception {
        var _ = run("http://agent", Setup.NONE, turn("Hi"), turn("Bye"));
        var _ = run("http://agent", Setup.NONE, turn("Hi"), turn("Bye"));

        var sessions = requests.stream().map(AgentRequest::conversationId).toList();
        assertThat(sessions.get(0)).isEqualTo(sessions.get(1)).isNotEqualTo(sessions.get(2));
        assertThat(sessions.get(2)).isEqualTo(sessions.get(3));
        assertThat(requests.get(2).messages()).as("nothing is left of the first").hasSize(1);
    }

    @Test
    void aTurnIsCalledByTheConnectorThatItChooses() throws Exception {
        var small = new ConnectorConfig("http://small", null, Map.of());
        var shop = AgentConfig.at(AgentEndpoint.at(Protocol.OPENAI, "http://own"));
        var chosen = turn("Hi").with(Options.NONE.withConnector("small"));

        var _ = run(new Target("shop", shop, null, null),
                Map.of(Target.key("shop", "small"), new Target("shop", shop, "small", small)), Setup.NONE, chosen,
                turn("Bye"));

        assertThat(requests).extracting(request -> request.endpoint().url()).containsExactly("http://small",
                "http://own");
    }

    private CaseResult run(String url, Setup setup, Turn... turns) throws InterruptedException {
        var headers = setup.hooks().isEmpty() || !url.contains("$") ? Map.<String, String>of()
                : Map.of("X-Thread", "${THREAD} ${ENV.REGION}");
        return run(target(url, headers), Map.of(), setup, turns);
    }

    private static Target target(String url, Map<String, String> headers) {
        return new Target("default",
                AgentConfig.at(new AgentEndpoint(Protocol.AG_UI, url, headers, null, null, null, true)), null,
                null);
    }

    private CaseResult run(Target target, Map<String, Target> helpers, Setup setup, Turn... turns)
            throws InterruptedException {
        return attempts().run(order(target, helpers, setup, turns), () -> {}).result();
    }

    private CaseOrder order(Target target, Map<String, Target> helpers, Setup setup, Turn... turns) {
        var testCase = new TestCase(new TestCase.Identity("t.yaml#one", "one", null, Map.of(), new Source("t.yaml", 1)),
                "default", Options.NONE,
                new Conversation.Scripted(List.of(), List.of(turns), new Then.End(), Finals.WHOLE), List.of(),
                Limits.NONE, setup, null);
        return new CaseOrder("f", 1, "i", new CaseRef("r", 0, 0, 0), new Dispatch(1, 1), 1, testCase,
                new Parties(target, helpers),
                new AttemptSettings(Duration.ofSeconds(30),
                        new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                        new CaseFiles.InPlace(root.toString(), "scripts"), Map.of()),
                new Terms(false, false, null));
    }

    private CaseAttempts attempts() {
        var setups = new CaseSetups(new Environment(ENVIRONMENT), files -> new Workspace(root, root.resolve("scripts")),
                new Commands(2, null), new ScriptHost(HostSettings.DEFAULT));
        return new CaseAttempts(new Protocols(protocol -> agent), new Environment(ENVIRONMENT), setups,
                HumanUsers.NONE,
                new AttemptClocks(() -> Instant.EPOCH, () -> 0, new Pauses(() -> 0, () -> 0), time -> {}),
                new Random(7),
                Traffic.FREE);
    }

    private static Setup hooks(String script) {
        return new Setup(List.of(new Hook(List.of("sh", "-c", script), Hook.TIMEOUT)), null, null, Map.of(), true);
    }

    private static Turn turn(String text, Assertion... assertions) {
        return Turn.saying(List.of(new ContentPart.Text(text)), List.of(assertions));
    }
}
