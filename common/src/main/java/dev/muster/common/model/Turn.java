package dev.muster.common.model;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.option.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is said next, and what is checked of the answer.
 *
 * @param name for reports and {@code goto}; null when it has none
 * @param content text first, then attachments; at least one part
 * @param assertions on this turn's reply, all of them
 * @param options what the target is told for this turn, over the case's
 * @param tools answers that the test gives to calls of these tools, over the case's
 * @param payload structured input beside the text (AG-UI: state; openai: a JSON part); null for none
 * @param expected how the turn is to end
 * @param pace when it begins and how long it may take
 * @param path where the conversation goes from here
 */
public record Turn(@Nullable String name, List<ContentPart> content, List<Assertion> assertions, Options options,
        Map<String, ToolStub> tools, @Nullable JsonNode payload, Expected expected, Pace pace, Path path) {

    /** Name of the turn that a case's own {@code input} or {@code messages} make. */
    public static final String INITIAL = "initial";

    public Turn {
        content = List.copyOf(content);
        assertions = List.copyOf(assertions);
        tools = Map.copyOf(tools);
    }

    /** A turn that only says something. */
    public static Turn saying(List<ContentPart> content, List<Assertion> assertions) {
        return new Turn(null, content, assertions, Options.NONE, Map.of(), null, Expected.SUCCESS, Pace.NONE,
                Path.ON);
    }

    /** What a case's own {@code input} or {@code messages} say. */
    public static Turn initial(List<ContentPart> content) {
        return new Turn(INITIAL, content, List.of(), Options.NONE, Map.of(), null, Expected.SUCCESS, Pace.NONE,
                Path.ON);
    }

    /** The same with these options. */
    public Turn with(Options told) {
        return new Turn(name, content, assertions, told, tools, payload, expected, pace, path);
    }

    /** The same with these assertions. */
    public Turn with(List<Assertion> checked) {
        return new Turn(name, content, checked, options, tools, payload, expected, pace, path);
    }

    /** As one text; attachments are left out. */
    public String text() {
        return new Message("user", content, List.of(), null).text();
    }

    /**
     * How a turn is to end.
     *
     * @param success null: nothing said, a failure of the agent fails the turn; false: the agent is to refuse or fail
     * @param continueOnFailure the conversation goes on when the turn failed; the case has failed all the same
     * @param refusal what holds of a reply that refuses in words; null when words never do
     */
    public record Expected(@Nullable Boolean success, boolean continueOnFailure, @Nullable Assertion refusal) {

        public static final Expected SUCCESS = new Expected(null, false);

        public Expected(@Nullable Boolean success, boolean continueOnFailure) {
            this(success, continueOnFailure, null);
        }

        /** The agent is to refuse or fail. */
        public boolean wantsFailure() {
            return Boolean.FALSE.equals(success);
        }
    }

    /**
     * @param delay waited before it is said; null for none
     * @param timeout of the turn; null takes the case's
     */
    public record Pace(@Nullable Duration delay, @Nullable Duration timeout) {

        public static final Pace NONE = new Pace(null, null);
    }

    /**
     * Where the conversation goes.
     *
     * @param capture values kept for later texts as {@code ${captured.NAME}}: JSON paths over the response document
     * @param when the turn is passed over unless this holds for the reply before it; null: always said
     * @param goTo name of the turn that comes next; null: the one that follows
     */
    public record Path(Map<String, String> capture, @Nullable Assertion when, @Nullable String goTo) {

        public static final Path ON = new Path(Map.of(), null, null);

        public Path {
            capture = Map.copyOf(capture);
        }
    }
}
