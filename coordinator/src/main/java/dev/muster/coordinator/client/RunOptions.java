package dev.muster.coordinator.client;

import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.coordinator.run.RunLimits;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run as a person asked for it.
 *
 * @param inputs files, folders, globs, generators or direct messages
 * @param across whom to ask, and how often
 * @param config {@code --config}; null looks for one
 * @param running how it is run
 * @param conversing who answers agents that wait
 * @param reporter {@code --reporter}; null when it was not given
 * @param updatesSnapshots {@code --update-snapshots}: replies are recorded, not compared
 * @param within what it may take, and how soon it is wanted
 * @param standardInput what {@code -i -} reads
 */
public record RunOptions(List<String> inputs, Across across, @Nullable Path config, Running running,
        Conversing conversing, @Nullable String reporter, boolean updatesSnapshots, Within within,
        Supplier<InputStream> standardInput) {

    public RunOptions {
        inputs = List.copyOf(inputs);
    }

    /** Of which no more is said. */
    public static RunOptions of(List<String> inputs) {
        return new RunOptions(inputs, Across.one(null, null), null, Running.USUAL, Conversing.NONE, null, false,
                Within.USUAL, InputStream::nullInputStream);
    }

    /** The same of these. */
    public RunOptions with(Across other) {
        return new RunOptions(inputs, other, config, running, conversing, reporter, updatesSnapshots, within,
                standardInput);
    }

    /** The same run like this. */
    public RunOptions with(Running other) {
        return new RunOptions(inputs, across, config, other, conversing, reporter, updatesSnapshots, within,
                standardInput);
    }

    /** The same with this configuration; null looks for one. */
    public RunOptions with(@Nullable Path other) {
        return new RunOptions(inputs, across, other, running, conversing, reporter, updatesSnapshots, within,
                standardInput);
    }

    /** The same with others to answer. */
    public RunOptions with(Conversing other) {
        return new RunOptions(inputs, across, config, running, other, reporter, updatesSnapshots, within,
                standardInput);
    }

    /** The same with something on standard input. */
    public RunOptions reading(Supplier<InputStream> piped) {
        return new RunOptions(inputs, across, config, running, conversing, reporter, updatesSnapshots, within, piped);
    }

    /**
     * How it is run.
     *
     * @param timeout {@code --timeout}; null takes the configuration's
     * @param parallel 0 for as many as there are slots
     */
    public record Running(@Nullable Duration timeout, int parallel, boolean failFast, int retries) {

        public static final Running USUAL = new Running(null, 0, false, 0);

        /** So many at once. */
        public static Running parallel(int cases) {
            return new Running(null, cases, false, 0);
        }
    }

    /**
     * Whom to ask, and how often.
     *
     * @param agents {@code -n}, each time it was given
     * @param connectors {@code -c}, each time it was given
     * @param repeat of cases that do not say; at least 1
     * @param stopRepeats no more repeats of a case that can't pass all of them any more
     */
    public record Across(List<String> agents, List<String> connectors, int repeat, boolean stopRepeats) {

        public Across {
            agents = List.copyOf(agents);
            connectors = List.copyOf(connectors);
        }

        /** Once, in one cell. */
        public static Across one(@Nullable String agent, @Nullable String connector) {
            return new Across(agent == null ? List.of() : List.of(agent),
                    connector == null ? List.of() : List.of(connector), 1, false);
        }
    }

    /**
     * What a run may take, and how soon it is wanted.
     *
     * @param priority beside other runs of the fleet; 0 is usual, more is sooner
     * @param retryFailed how often a case that failed goes round again
     */
    public record Within(RunLimits limits, int priority, int retryFailed) {

        public static final Within USUAL = new Within(RunLimits.NONE, 0, 0);
    }

    /**
     * Who answers agents that wait.
     *
     * @param simulator {@code --simulator}; null when it was not given
     * @param interactive {@code --interactive}, at a terminal
     * @param skipInteractive {@code --skip-interactive}, or no terminal
     * @param onMissingInput {@code --on-missing-input}; null leaves it to the cases
     */
    public record Conversing(@Nullable String simulator, boolean interactive, boolean skipInteractive,
            @Nullable OnMissingInput onMissingInput) {

        public static final Conversing NONE = new Conversing(null, false, false, null);

        /** Whether {@code -i -} is a conversation that a person opens. */
        public boolean opensConversation() {
            return interactive && !skipInteractive;
        }
    }
}
