package dev.muster.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.client.ConversationOptions;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.suite.Schemas;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Checks that the examples of the agent-test documents are read without a fault and with the right meaning. */
class AgentTestExamplesTest {

    private static final ConversationOptions SIMULATED = new ConversationOptions("workers.test.user-simulator", false,
            false, null);

    private static Path folder(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(AgentTestExamplesTest.class.getResource("/conformance/" + name)).toURI());
    }

    static List<Path> suites() throws IOException, URISyntaxException {
        var found = new ArrayList<Path>();
        for (var name : List.of("agent-test-multi-turn", "agent-test-stateless")) {
            try (var files = Files.walk(folder(name))) {
                files.filter(file -> file.toString().endsWith(".jsonl")).sorted().forEach(found::add);
            }
        }
        return found;
    }

    private static List<TestCase> read(Path file, ConversationOptions conversing) throws IOException {
        var folder = Objects.requireNonNull(file.getParent());
        var wanted = RunOptions.of(List.of(file.toString())).with(conversing);
        try (var suite = Suite.read(wanted, folder, true); var cases = suite.spool().read()) {
            assertThat(suite.faults()).isEmpty();
            assertThat(suite.warnings()).isEmpty();
            var read = new ArrayList<TestCase>();
            cases.forEachRemaining(definition -> read.add(definition.testCase()));
            return read;
        }
    }

    @ParameterizedTest
    @MethodSource("suites")
    void everyExampleIsReadWithoutAFault(Path file) throws IOException {
        assertThat(read(file, SIMULATED)).isNotEmpty().allSatisfy(found -> assertThat(found.agent()).isNotNull());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void everyExampleFitsTheSchemaForEditors(Path file) throws IOException, AssertionFault {
        try (var values = new JsonStream(Files.newInputStream(file), new Faults("f", fault -> {}))) {
            for (var value = values.next(); value != null; value = values.next()) {
                assertThat(trouble(value.json())).isNull();
            }
        }
    }

    private static @Nullable String trouble(JsonNode value) throws IOException, AssertionFault {
        var expected = Json.MAPPER.createObjectNode().set("responseSchema",
                Json.MAPPER.readTree(Schemas.text("agent-test")));
        var check = new ForeignCheck.Oracle("schema-validate", Json.MAPPER.createObjectNode(), expected);
        var reply = AgentReply.of(AgentReply.Content.of(value.toString(), List.of(), List.of(), null, List.of()),
                "stop", null, new AgentReply.Timing(1, 1, 2));
        return CompiledAssertions.compile(List.of(Assertion.of(check))).evaluate(reply).getFirst().reason();
    }

    @Test
    void theFullExampleOfTurns() throws IOException, URISyntaxException {
        var read = read(folder("agent-test-multi-turn/19-multi-turn.jsonl"), ConversationOptions.NONE).getFirst();

        var scripted = (Conversation.Scripted) read.conversation();
        assertThat(scripted.turns()).hasSize(3);
        assertThat(scripted.then()).isInstanceOfSatisfying(Then.Ask.class, ask -> {
            assertThat(Objects.requireNonNull(ask.simulator()).use())
                    .isEqualTo(Reference.agent("workers.test.user-simulator"));
            assertThat(ask.simulator().options().metadata()).containsOnlyKeys("persona", "goal");
            assertThat(ask.maxTurns()).isEqualTo(10);
            assertThat(ask.person()).isNull();
        });
        assertThat(read.assertions()).singleElement().satisfies(
                assertion -> assertThat(assertion.check()).isInstanceOf(ValueCheck.JsonPath.class));
    }

    @Test
    void theFullExampleOfCheckpoints() throws IOException, URISyntaxException {
        var read = read(folder("agent-test-stateless/06-dynamic.jsonl"), ConversationOptions.NONE).getFirst();

        var dynamic = (Conversation.Dynamic) read.conversation();
        assertThat(dynamic.simulator().use()).isEqualTo(Reference.agent("workers.test.user-simulator"));
        assertThat(dynamic.maxTurns()).isEqualTo(10);
        assertThat(dynamic.checkpoints()).extracting(checkpoint -> checkpoint.id() + checkpoint.after())
                .containsExactly("ask_type[]", "call_create[ask_type]", "confirm[call_create]");
    }

    @Test
    void anExampleWithoutIdIsCalledAsItsFile() throws IOException, URISyntaxException {
        var read = read(folder("agent-test-multi-turn/23-static-then-simulated.jsonl"), ConversationOptions.NONE);

        assertThat(read).extracting(each -> each.identity().key())
                .containsExactly("23-static-then-simulated.jsonl#23-static-then-simulated");
    }
}
