package dev.muster.common.model;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.json.Flat;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;

/**
 * A resolved case of a suite: the input to the target, and the checks on its answers.
 *
 * @param agent the target that the case names itself; null leaves the choice to the run
 * @param assertions checked on the reply, or at the end of the conversation; all of them
 * @param skip why the case is skipped; null to run it
 */
@JsonPropertyOrder({"key", "id", "name", "agent", "options", "labels", "source", "conversation", "assertions",
    "limits", "setup", "skip"})
public record TestCase(Identity identity, @Nullable String agent, Options options, Conversation conversation,
        List<Assertion> assertions, Limits limits, Setup setup, @Nullable String skip) {

    /**
     * The identity of a case.
     *
     * @param key identity across runs: the file's path from the project root, {@code #}, the id
     * @param id unique in its file
     * @param labels free pairs for filters and reports, including fields of a dialect that Muster does not use
     */
    @Flat
    public record Identity(String key, String id, @Nullable String name, Map<String, String> labels, Source source) {}

    /** Returns a case without labels, options, limits and setup. */
    public static TestCase of(Identity identity, @Nullable String agent, Conversation conversation,
            List<Assertion> assertions) {
        return new TestCase(identity, agent, Options.NONE, conversation, assertions, Limits.NONE, Setup.NONE, null);
    }

    /** Returns this case without the connectors that single turns choose. */
    public TestCase withoutConnectorsOfTurns() {
        if (conversation.turns().stream().allMatch(turn -> turn.options().connector() == null)) {
            return this;
        }
        return with(conversation.with(conversation.turns().stream()
                .map(turn -> turn.with(turn.options().withConnector(null))).toList()), assertions);
    }

    /** Whether an assertion of the case, or of one of its turns or checkpoints, wants something to be there. */
    public boolean demandsSomething() {
        var checkpoints = conversation instanceof Conversation.Dynamic dynamic
                ? dynamic.checkpoints().stream().flatMap(checkpoint -> checkpoint.assertions().stream())
                : Stream.<Assertion>empty();
        return Stream.of(assertions.stream(), conversation.turns().stream().flatMap(turn -> turn.assertions().stream()),
                checkpoints).flatMap(each -> each).anyMatch(Assertion::demands);
    }

    /** Whether the test answers calls of tools itself, in the case or in one of its turns. */
    public boolean answersCalls() {
        return !setup.tools().isEmpty() || conversation.turns().stream().anyMatch(turn -> !turn.tools().isEmpty());
    }

    public TestCase with(Conversation checked, List<Assertion> finals) {
        return new TestCase(identity, agent, options, checked, finals, limits, setup, skip);
    }

    public TestCase at(String target, Options others) {
        return new TestCase(identity, target, others, conversation, assertions, limits, setup, skip);
    }

    /**
     * The timeouts, retries and repeats of a case.
     *
     * @param timeout timeout of the whole case; null uses the run's
     * @param turnTimeout timeout of each turn without its own; null: only the case's applies
     * @param retries how often the case is retried for causes that allow it; null uses the run's
     * @param repeat how often the case is run; null uses the run's
     */
    public record Limits(@Nullable Duration timeout, @Nullable Duration turnTimeout, @Nullable Integer retries,
            @Nullable Integer repeat) {

        public static final Limits NONE = new Limits(null, null, null, null);
    }
}
