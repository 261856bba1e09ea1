package dev.muster.worker.call;

import static dev.muster.common.result.AwaitingState.AGENT_DECLARED;
import static dev.muster.common.result.AwaitingState.COMPLETED;
import static dev.muster.common.result.AwaitingState.CONTENT_IS_QUESTION;
import static dev.muster.common.result.AwaitingState.TOOL_REQUIRES_CONFIRMATION;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Trace;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.AwaitingRules.Text;
import dev.muster.common.result.AwaitingState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how Muster detects that an agent waits for its user, or is done. */
class AwaitingTest {

    private static final String DECLARED = "{\"content\": \"The amount\", \"awaiting_input\": %s, \"input_hint\": \"e.g. $5\"}";

    @ParameterizedTest
    @CsvSource({"true, AGENT_DECLARED", "false, COMPLETED"})
    void whatTheAgentDeclaresDecides(boolean waits, AwaitingState found) {
        var awaiting = in(saying(DECLARED.formatted(waits)));

        assertThat(awaiting).isEqualTo(new Awaiting(found, "The amount", "e.g. $5"));
        assertThat(awaiting.waits()).isEqualTo(waits);
    }

    @Test
    void anInterruptDeclaresItToo() {
        var interrupt = new Interrupt("i", "Really?", Json.MAPPER.createObjectNode(), false);
        var plain = saying("Paying");
        var reply = new AgentReply(AgentReply.Content.of("Paying", List.of(), List.of(), null, List.of()), "interrupt",
                true, null, plain.timing(), List.of(), new Sequel(plain.messages(), List.of(interrupt), List.of()),
                plain.trace());

        assertThat(in(reply)).isEqualTo(new Awaiting(AGENT_DECLARED, "Paying", "Really?"));
    }

    @ParameterizedTest
    @CsvSource({"stop, CONTENT_IS_QUESTION", "tool_calls, COMPLETED", "length, COMPLETED"})
    void finishReasonsAreRead(String finish, AwaitingState found) {
        assertThat(in(reply("Shall I?", finish)).found()).isEqualTo(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Is that all?", "What type of expense", "how much", "When was it", "WHERE to",
        "Which of them", "Who pays", "Please give the PO number.", "Could you say more", "Shall I confirm? I can.",
        "Verify? Then I go on", "Proceed? Say so", "Shall I continue? Yes or no", "报销多少?"})
    void aTextThatAsksIsAwaiting(String text) {
        assertThat(in(saying(text)).found()).isEqualTo(CONTENT_IS_QUESTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Done.", "", "Why? Because.", "I know what you want", "I will confirm.", "{\"a\": 1}",
        "{\"awaiting_input\": \"yes\"}"})
    void aTextThatTellsIsNot(String text) {
        assertThat(in(saying(text)).found()).isEqualTo(COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"request_confirmation", "ask_user", "get_user_input", "server__ask_user",
        "server.get_user_input"})
    void aToolThatAsksIsAwaiting(String tool) {
        assertThat(in(calling("Done.", "lookup", tool)).found()).isEqualTo(TOOL_REQUIRES_CONFIRMATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"question", "prompt", "message"})
    void whatAToolAsksIsTheHint(String argument) {
        var call = new ToolCall("1", "ask_user", Json.MAPPER.createObjectNode().put(argument, "Which color?"));

        assertThat(in(reply("", "tool_calls", List.of(call))))
                .isEqualTo(new Awaiting(TOOL_REQUIRES_CONFIRMATION, "", "Which color?"));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"Hm. Which color?, Which color?, Which color?",
        "'', Which color?, Which color?",
        "Amount?, -, Amount?"})
    void whatWasAskedIsTheHintElseItsWords(String words, @Nullable String hint, String asked) {
        assertThat(new Awaiting(AGENT_DECLARED, words, hint).question()).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ask_users", "ask", "create_expense", "ask_user__log"})
    void anotherToolIsNot(String tool) {
        assertThat(in(calling("Done.", tool)).found()).isEqualTo(COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"This requires manager approval. Please provide PO number.",
        "That is done. Could you send the receipt", "Noted.\nPlease enter the amount",
        "One more thing! Please state the day.",
        "I see. PLEASE CONFIRM the total of $5.00 today.", "Thanks.\n\nPlease share the receipt"})
    void aLastSentenceThatAsksIsAwaiting(String text) {
        assertThat(in(saying(text)).found()).isEqualTo(CONTENT_IS_QUESTION);
        assertThat(found(saying(text), new AwaitingRules(List.of(), Text.SEED, null))).isEqualTo(COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"All done. Please let me know if that helps.", "It is paid. Please note the number 5.",
        "Why so? It is what you wanted.", "Done. Pleased to help.", "Could you imagine? Nobody could.",
        "Please provide nothing more.\nIt is done.", "Version 1.please confirm is the name.",
        "Done. Please providers are many."})
    void aLastSentenceThatTellsIsNot(String text) {
        var onlyLast = new AwaitingRules(List.of(), Text.SEED_AND_SENTENCE, null);
        assertThat(found(saying("It is so: " + text), onlyLast)).isEqualTo(COMPLETED);
    }

    @Test
    void theHeuristicsCanBeTurnedOffAndAPatternOfTheProjectAsks() {
        assertThat(found(saying("Is there anything else?"), new AwaitingRules(List.of(), Text.OFF, null)))
                .isEqualTo(COMPLETED);
        assertThat(found(saying("Geben Sie den Betrag ein."),
                new AwaitingRules(List.of(), Text.OFF, "(?i)geben sie .* ein")))
                .isEqualTo(CONTENT_IS_QUESTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"confirm_order", "server__confirm_order", "shop.confirm_order", "ask_human", "ask_user",
        "is_it_ok_now"})
    void toolsOfTheProjectAskToo(String tool) {
        assertThat(found(calling("Done.", tool),
                new AwaitingRules(List.of("confirm_*", "ask_human", "is*ok*now"), null, null)))
                .isEqualTo(TOOL_REQUIRES_CONFIRMATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"confirms", "ask_humans", "my_confirm_order", "is_now", "isnow"})
    void toolsWithOtherNamesDoNot(String tool) {
        assertThat(found(calling("Done.", tool),
                new AwaitingRules(List.of("confirm_*", "ask_human", "is*ok*now"), null, null)))
                .isEqualTo(COMPLETED);
    }

    @Test
    void aCallThatIsLeftToTheFrontendIsAwaitingWhateverTheFinishReasonSays() {
        var reply = new AgentReply(
                AgentReply.Content.of("", List.of(new ToolCall("1", "show_form", Json.MAPPER.createObjectNode())),
                        List.of(), null, List.of()),
                "tool_calls", true, null, new AgentReply.Timing(1, 1, 2), List.of(),
                Sequel.of("", List.of(new ToolCall("1", "show_form", Json.MAPPER.createObjectNode()))),
                Trace.of(Timeline.until(2)));

        assertThat(in(reply).found()).isEqualTo(TOOL_REQUIRES_CONFIRMATION);
    }

    @Test
    void anAgentThatSaysSoInItsAnswerDeclaresIt() {
        var reply = new AgentReply(AgentReply.Content.of("Go on.", List.of(), List.of(), null, List.of()), "stop",
                true, null, new AgentReply.Timing(1, 1, 2), List.of(), Sequel.of("Go on.", List.of()),
                Trace.of(Timeline.until(2)));

        assertThat(in(reply).found()).isEqualTo(AGENT_DECLARED);
    }

    @Test
    void whatIsDeclaredComesBeforeToolsAndToolsBeforeText() {
        assertThat(in(calling(DECLARED.formatted(false), "ask_user")).found()).isEqualTo(COMPLETED);
        assertThat(in(calling(DECLARED.formatted(true), "ask_user")).found()).isEqualTo(AGENT_DECLARED);
        assertThat(in(calling("Which one?", "ask_user")).found()).isEqualTo(TOOL_REQUIRES_CONFIRMATION);
        assertThat(in(saying("Which one?")).found()).isEqualTo(CONTENT_IS_QUESTION);
        assertThat(in(saying("That one.")).found()).isEqualTo(COMPLETED);
    }

    private static Awaiting in(AgentReply reply) {
        return Awaiting.in(reply, new AwaitingDetector(AwaitingRules.NONE));
    }

    private static AwaitingState found(AgentReply reply, AwaitingRules rules) {
        return Awaiting.in(reply, new AwaitingDetector(rules)).found();
    }

    private static AgentReply saying(String text) {
        return reply(text, "stop");
    }

    private static AgentReply calling(String text, String... tools) {
        var calls = Arrays.stream(tools).map(tool -> new ToolCall(tool, tool, Json.MAPPER.createObjectNode())).toList();
        return reply(text, "tool_calls", calls);
    }

    private static AgentReply reply(String text, String finish) {
        return reply(text, finish, List.of());
    }

    private static AgentReply reply(String text, String finish, List<ToolCall> calls) {
        return AgentReply.of(AgentReply.Content.of(text, calls, List.of(), null, List.of()), finish, null,
                new AgentReply.Timing(1, 1, 2));
    }
}
