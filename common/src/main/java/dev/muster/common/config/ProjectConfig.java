package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import org.jspecify.annotations.Nullable;

/**
 * The contents of {@code muster.yaml}.
 *
 * @param root the project root: keys and {@code file://} references are relative to it
 * @param heading the configuration file, and the name of the project
 * @param quarantine cases that must not fail a build, in the file's order
 * @param notices addresses that are notified of the ends of runs
 */
public record ProjectConfig(Path root, Heading heading, Targets targets, Defaults defaults, RetryPolicy retry,
        String scripts, Gate gate, List<QuarantineEntry> quarantine, Keeping keeping, List<Notice> notices) {

    public static final String SCRIPTS = "scripts";

    public static ProjectConfig of(Path root, @Nullable String file, Targets targets, Defaults defaults) {
        return new ProjectConfig(root, new Heading(file, null), targets, defaults, RetryPolicy.DEFAULT, SCRIPTS,
                Gate.NONE, List.of(),
                Keeping.ALL, List.of());
    }

    public @Nullable String file() {
        return heading.file();
    }

    public @Nullable String name() {
        return heading.name();
    }

    /**
     * The agents, connectors and databases of a project.
     *
     * @param agents by id, in the file's order
     * @param databases databases that assertions query, by name
     */
    @Flat
    public record Targets(Map<String, AgentConfig> agents, Map<String, ConnectorConfig> connectors,
            Map<String, DatabaseConfig> databases) {

        public static final Targets NONE = new Targets(Map.of(), Map.of(), Map.of());
    }

    /**
     * @param agents the targets when neither {@code -n} nor the case names one; several make a matrix
     * @param timeout timeout of a case; null when the file sets none
     * @param simulator simulator of conversations that name none; null when the file sets none
     * @param validator validator of assertions that name none; null when the file sets none
     * @param maxTurns for conversations that set none; null when the file sets none
     * @param onMissingInput for conversations that set none; null when the file sets none
     * @param refusal refusal rule of turns that must fail and set none; null when the file sets none
     * @param judging judges of assertions that name none
     */
    public record Defaults(List<String> agents, @Nullable Duration timeout, @Nullable Reference simulator,
            @Nullable Reference validator, @Nullable Integer maxTurns, @Nullable OnMissingInput onMissingInput,
            @Nullable RefusalRule refusal, Judging judging) {

        public static final Defaults NONE = new Defaults(null, null);

        public Defaults(@Nullable String agent, @Nullable Duration timeout) {
            this(agent == null ? List.of() : List.of(agent), timeout, null, null, null, null, null, Judging.NONE);
        }

        /** Returns the only default target; null when there is none, or when there are several. */
        public @Nullable String agent() {
            return agents.size() == 1 ? agents.getFirst() : null;
        }

        /** Returns the default targets where there are several. */
        public List<String> matrix() {
            return agents.size() > 1 ? agents : List.of();
        }
    }
}
