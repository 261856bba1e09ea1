package dev.muster.coordinator.suite.project;

import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.suite.source.Fault;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which agent a case talks to, and through which connector: {@code -n}, else the case's own agent, else
 * {@code defaults.agent}, else the only agent that is no helper; {@code -c}, else the case's own connector. Where
 * {@code -n} or {@code -c} name several, each of their pairs is a cell, and a case is sound only when it is in each.
 */
public final class Targets {

    private final ProjectConfig config;
    private final List<String> names;
    private final List<String> connectors;
    private final Set<String> helpers;
    private final @Nullable String onlyTarget;
    private final List<Cell> cells;

    /**
     * @param names what {@code -n} says, each time
     * @param connectors what {@code -c} says, each time
     */
    public Targets(ProjectConfig config, List<String> names, List<String> connectors) {
        this(config, names, connectors, Set.of());
    }

    private Targets(ProjectConfig config, List<String> names, List<String> connectors, Set<String> helpers) {
        this.config = config;
        this.names = List.copyOf(names);
        this.connectors = List.copyOf(connectors);
        this.helpers = Set.copyOf(helpers);
        this.onlyTarget = onlyTarget(config, helpers);
        this.cells = or(names).stream().flatMap(name -> or(connectors).stream()
                .map(connector -> new Cell(name.orElse(null), connector.orElse(null)))).toList();
    }

    /** What was found for a case. */
    public sealed interface Choice {

        /** @param connector null leaves it to the agent's configuration */
        record Target(String agent, @Nullable String connector) implements Choice {}

        /** @param about where the mistake was made */
        record None(About about, String sentence) implements Choice {}
    }

    /** The place that a wrong choice comes from. */
    public enum About {
        /** The case names an unknown agent. */
        AGENT,
        /** The case names an unknown connector. */
        CONNECTOR,
        /** Nobody names an agent. */
        NOTHING_NAMED
    }

    /** What is wrong with {@code -n} and {@code -c} themselves; a run starts only when nothing is. */
    public List<Fault> faults() {
        return Stream.concat(faults("-n", "agent", names, config.targets().agents().keySet()),
                faults("-c", "connector", connectors, config.targets().connectors().keySet())).toList();
    }

    private static Stream<Fault> faults(String flag, String kind, List<String> given, Set<String> known) {
        var seen = new HashSet<String>();
        return given.stream().flatMap(each -> {
            var sentence = !seen.add(each) ? kind + " '" + each + "' is there twice; name each once, and say with "
                    + "--repeat how often cases are run"
                    : known.contains(each) ? null : UnknownNames.unknown(kind, each, known);
            return sentence == null ? Stream.empty() : Stream.of(new Fault(flag + " " + each, 0, 0, sentence));
        });
    }

    /** The pairs of {@code -n} and {@code -c}, the agent outermost; one that leaves it all to the case when there are none. */
    public List<Cell> cells() {
        return cells;
    }

    private static List<Optional<String>> or(List<String> given) {
        return given.isEmpty() ? List.of(Optional.empty()) : given.stream().map(Optional::of).toList();
    }

    /** What is wrong with a default simulator that the command line names. */
    public List<Fault> faults(Reference simulator) {
        return simulator.kind() == Reference.Kind.SCRIPT ? List.of()
                : helperTrouble(simulator.id()).stream()
                        .map(sentence -> new Fault("--simulator " + simulator.id(), 0, 0, sentence)).toList();
    }

    /** What is wrong with an agent that helps a case. */
    public Optional<String> helperTrouble(String id) {
        return config.targets().agents().containsKey(id) ? Optional.empty()
                : Optional.of(UnknownNames.unknown("agent", id, config.targets().agents().keySet()));
    }

    /** What is wrong with the connector that a helper is to use. */
    public Optional<String> helperTrouble(String id, String own) {
        return isUnknownTo(config.targets().agents().get(id), own)
                ? Optional.of(UnknownNames.unknown("connector", own, config.targets().connectors().keySet()))
                : Optional.empty();
    }

    /** What is wrong with a connector that is asked without an agent. */
    public Optional<String> modelTrouble(String own) {
        return config.targets().connectors().containsKey(own) ? Optional.empty()
                : Optional.of(UnknownNames.unknown("connector", own, config.targets().connectors().keySet()));
    }

    /** The same when these agents help: who is left alone is the target of cases that name none. */
    public Targets besides(Set<String> more) {
        var all = new HashSet<>(helpers);
        all.addAll(more);
        return onlyTarget != null ? this : new Targets(config, names, connectors, all);
    }

    /** Whether {@code -c} chooses for all cases and turns. */
    public boolean choosesConnector() {
        return !connectors.isEmpty();
    }

    /** Whether the project describes any agent. */
    public boolean hasAgents() {
        return !config.targets().agents().isEmpty();
    }

    /**
     * The target in the first cell, when there is one in each.
     *
     * @param ownAgent what the case names; null when it names none
     * @param ownConnector what the case's options name; null when they name none
     */
    public Choice choose(@Nullable String ownAgent, @Nullable String ownConnector) {
        var first = choose(cells.getFirst(), ownAgent, ownConnector);
        if (first instanceof Choice.None || cells.size() == 1) {
            return first;
        }
        return cells.stream().map(cell -> choose(cell, ownAgent, ownConnector))
                .filter(Choice.None.class::isInstance).findFirst().orElse(first);
    }

    private Choice choose(Cell cell, @Nullable String ownAgent, @Nullable String ownConnector) {
        var agent = first(cell.agent(), ownAgent, config.defaults().agent(), onlyTarget);
        if (agent == null) {
            return new Choice.None(About.NOTHING_NAMED, nothingNamed());
        }
        // An unknown -n or defaults.agent is told once, in faults() and by the configuration, not for every case.
        if (!config.targets().agents().containsKey(agent) && cell.agent() == null && ownAgent != null) {
            return new Choice.None(About.AGENT,
                    UnknownNames.unknown("agent", agent, config.targets().agents().keySet()));
        }
        if (cell.connector() == null && ownConnector != null
                && isUnknownTo(config.targets().agents().get(agent), ownConnector)) {
            return new Choice.None(About.CONNECTOR,
                    UnknownNames.unknown("connector", ownConnector, config.targets().connectors().keySet()));
        }
        return new Choice.Target(agent, first(cell.connector(), ownConnector));
    }

    /** Over other protocols a connector is a name of the agent's own world, passed on as it is. */
    private boolean isUnknownTo(@Nullable AgentConfig agent, String own) {
        return agent != null && agent.endpoint().protocol() == Protocol.OPENAI
                && !config.targets().connectors().containsKey(own);
    }

    private static @Nullable String onlyTarget(ProjectConfig config, Set<String> helpers) {
        var targets = config.targets().agents().entrySet().stream()
                .filter(agent -> !agent.getValue().helper() && !helpers.contains(agent.getKey())).limit(2).toList();
        return targets.size() == 1 ? targets.getFirst().getKey() : null;
    }

    private String nothingNamed() {
        return config.targets().agents().isEmpty() ? "no agent to test: describe one under 'agents' in muster.yaml"
                : "no agent to test: say which with -n, with 'agent' in the case or with defaults.agent (known: "
                        + String.join(", ", config.targets().agents().keySet()) + ")";
    }

    @SafeVarargs
    private static <T> @Nullable T first(@Nullable T... values) {
        for (var value : values) {
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
