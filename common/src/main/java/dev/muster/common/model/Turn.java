package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A turn: the next input, and the checks on the answer.
 *
 * @param name for reports and {@code goto}; null for none
 * @param content text first, then attachments; at least one part
 * @param options options for this turn, which override the case's
 * @param tools the test's answers to calls of these tools, which override the case's
 * @param payload structured input beside the text (AG-UI: state; openai: a JSON part); null for none
 * @param answer a structured answer to what the agent waits for, {@code {approve, reason}} or {@code {value}}; the
 *            content
 *     is the same as text; null for a turn that says something
 */
public record Turn(@Nullable String name, List<ContentPart> content, List<Assertion> assertions, Options options,
        Map<String, ToolStub> tools, @Nullable JsonNode payload, ExpectedOutcome expected, Pace pace, Path path,
        @Nullable JsonNode answer) {

    /** The name of the turn from a case's own {@code input} or {@code messages}. */
    public static final String INITIAL = "initial";

    /** Creates a turn that says something. */
    public Turn(@Nullable String name, List<ContentPart> content, List<Assertion> assertions, Options options,
            Map<String, ToolStub> tools, @Nullable JsonNode payload, ExpectedOutcome expected, Pace pace, Path path) {
        this(name, content, assertions, options, tools, payload, expected, pace, path, null);
    }

    /** Returns the turn that gives a structured answer, as it is written. */
    public Turn answering(@Nullable JsonNode written) {
        return new Turn(name, content, assertions, options, tools, payload, expected, pace, path, written);
    }

    /** Returns the structured answer as it is sent: the value, or the decision with its reason. */
    public @Nullable JsonNode answered() {
        return answer == null ? null : sent(answer);
    }

    /** @param answer {@code {approve, reason}} or {@code {value}} */
    public static JsonNode sent(JsonNode answer) {
        return answer.has("value") ? answer.path("value") : answer;
    }

    public static Turn saying(List<ContentPart> content, List<Assertion> assertions) {
        return new Turn(null, content, assertions, Options.NONE, Map.of(), null, ExpectedOutcome.SUCCESS, Pace.NONE,
                Path.ON);
    }

    /** Returns the turn from a case's own {@code input} or {@code messages}. */
    public static Turn initial(List<ContentPart> content) {
        return new Turn(INITIAL, content, List.of(), Options.NONE, Map.of(), null, ExpectedOutcome.SUCCESS, Pace.NONE,
                Path.ON);
    }

    /** Whether it is to be checked: it has assertions, or expects a refusal. */
    public boolean judges() {
        return !assertions.isEmpty() || expected.wantsFailure();
    }

    public Turn with(Options others) {
        return new Turn(name, content, assertions, others, tools, payload, expected, pace, path, answer);
    }

    public Turn with(List<Assertion> checked) {
        return new Turn(name, content, checked, options, tools, payload, expected, pace, path, answer);
    }

    /** Returns the content as one text, without attachments. */
    public String text() {
        return new Message("user", content, List.of(), null).text();
    }

    /**
     * @param delay wait before the turn; null for none
     * @param timeout timeout of the turn; null uses the case's
     */
    public record Pace(@Nullable Duration delay, @Nullable Duration timeout) {

        public static final Pace NONE = new Pace(null, null);
    }

    /**
     * The continuation of the conversation.
     *
     * @param capture values for later texts, used as {@code ${captured.NAME}}: JSON paths over the response document
     * @param when the turn is skipped unless this holds for the previous reply; null: never skipped
     * @param goTo name of the next turn; null: the following one
     */
    public record Path(Map<String, String> capture, @Nullable Assertion when, @Nullable String goTo) {

        public static final Path ON = new Path(Map.of(), null, null);
    }
}
