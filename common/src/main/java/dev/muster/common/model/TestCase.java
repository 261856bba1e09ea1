package dev.muster.common.model;

import dev.muster.common.assertion.Assertion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One case of a suite, resolved: what is said to the target, and what is checked of its answer.
 *
 * @param key identity across runs: the file's path from the project root, {@code #}, the id
 * @param id unique in its file
 * @param name for people; null when the case has none
 * @param agent the target that the case names itself; null leaves the choice to the run
 * @param options what the target is told beside the conversation
 * @param labels free pairs for filters and reports, among them what a dialect brings and Muster does not use
 * @param source where the case was written
 * @param conversation what is said
 * @param assertions checked on the reply, all of them
 * @param timeout limit of the whole case; null takes the run's
 * @param retries how often the case may go round again for the causes that allow it; null takes the run's
 * @param skip why the case is not run; null runs it
 */
public record TestCase(String key, String id, @Nullable String name, @Nullable String agent, Options options,
        Map<String, String> labels, Source source, Conversation conversation, List<Assertion> assertions,
        @Nullable Duration timeout, @Nullable Integer retries, @Nullable String skip) {

    public TestCase {
        labels = Map.copyOf(labels);
        assertions = List.copyOf(assertions);
    }
}
