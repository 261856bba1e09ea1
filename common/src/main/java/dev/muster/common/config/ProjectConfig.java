package dev.muster.common.config;

import dev.muster.common.json.Flat;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code muster.yaml}, read.
 *
 * @param root the project root: keys and {@code file://} references start here
 * @param file the file it came from, as a person would name it; null when there is none
 * @param defaults what a case may override
 * @param scripts the scripts folder, from the root
 * @param gate when a run is good enough
 * @param quarantine cases that may not decide over a build, in the file's order
 * @param keptFor how long runs are kept at least; null when the file does not say
 */
public record ProjectConfig(Path root, @Nullable String file, Targets targets, Defaults defaults, RetryPolicy retry,
        String scripts, Gate gate, List<QuarantineEntry> quarantine, @Nullable Duration keptFor) {

    /** Where scripts are when the file does not say. */
    public static final String SCRIPTS = "scripts";

    /** One whose file says no more than that. */
    public static ProjectConfig of(Path root, @Nullable String file, Targets targets, Defaults defaults) {
        return new ProjectConfig(root, file, targets, defaults, RetryPolicy.DEFAULT, SCRIPTS, Gate.NONE, List.of(),
                null);
    }

    /**
     * What can be talked to.
     *
     * @param agents by id, in the file's order
     * @param connectors by name
     * @param databases that assertions ask, by name
     */
    @Flat
    public record Targets(Map<String, AgentConfig> agents, Map<String, ConnectorConfig> connectors,
            Map<String, DatabaseConfig> databases) {

        public static final Targets NONE = new Targets(Map.of(), Map.of(), Map.of());

        public Targets {
            agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));
            connectors = Collections.unmodifiableMap(new LinkedHashMap<>(connectors));
            databases = Collections.unmodifiableMap(new LinkedHashMap<>(databases));
        }
    }

    /**
     * When a run is good enough.
     *
     * @param minPassRate share of the results in the rates that must have passed
     * @param maxInfrastructureErrors results that say nothing about the agent and are no skip
     * @param maxSkipped share of all results that may be skipped
     * @param allowFlaky whether a case that passed only when it was tried again counts as passed
     */
    public record Gate(double minPassRate, int maxInfrastructureErrors, double maxSkipped, boolean allowFlaky) {

        /** When the file says nothing: all that was judged passed, and nothing else happened but skips. */
        public static final Gate NONE = new Gate(1, 0, 1, false);
    }

    /**
     * @param agent the target when neither {@code -n} nor the case names one; null when there is no such default
     * @param timeout of a case; null when the file says none
     * @param simulator of conversations that name none; null when the file says none
     * @param validator of assertions that name none; null when the file says none
     * @param maxTurns of conversations that say none; null when the file says none
     * @param onMissingInput of conversations that say none; null when the file says none
     * @param refusal of turns that are to fail and say none; null when the file says none
     */
    public record Defaults(@Nullable String agent, @Nullable Duration timeout, @Nullable Reference simulator,
            @Nullable Reference validator, @Nullable Integer maxTurns, @Nullable OnMissingInput onMissingInput,
            @Nullable RefusalRule refusal) {

        public static final Defaults NONE = new Defaults(null, null);

        public Defaults(@Nullable String agent, @Nullable Duration timeout) {
            this(agent, timeout, null, null, null);
        }

        /** One that says nothing of how conversations end. */
        public Defaults(@Nullable String agent, @Nullable Duration timeout, @Nullable Reference simulator,
                @Nullable Reference validator, @Nullable Integer maxTurns) {
            this(agent, timeout, simulator, validator, maxTurns, null, null);
        }
    }
}
