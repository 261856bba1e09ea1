package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/**
 * Selects the agent and the connector of a case: {@code -n}, else the case's own agent, else {@code defaults.agent},
 * else the only agent that is not a helper; {@code -c}, else the case's own connector. With several {@code -n} or
 * {@code -c}, each pair is a cell, and a case must be valid in every cell.
 */
public final class Targets {

    private final ProjectConfig config;
    private final List<String> names;
    private final List<String> connectors;
    private final Set<String> helpers;
    private final @Nullable String onlyTarget;
    private final List<Cell> cells;

    /**
     * @param names all values of {@code -n}
     * @param connectors all values of {@code -c}
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

    /** Returns faults of {@code -n} and {@code -c} themselves; a run starts only without faults. */
    public List<Fault> faults() {
        return Stream.of(faults("-n", "agent", names, config.targets().agents().keySet()),
                faults("-c", "connector", connectors, config.targets().connectors().keySet()),
                called().flatMap(this::uncalled)).flatMap(each -> each).toList();
    }

    /** Returns the agents that the run or the configuration chooses, if the case does not. */
    private Stream<String> called() {
        return names.isEmpty() ? Stream.ofNullable(first(config.defaults().agent(), onlyTarget)) : names.stream();
    }

    private Stream<Fault> uncalled(String agent) {
        return connectors.stream().filter(config.targets().connectors()::containsKey).flatMap(
                connector -> connectorTrouble(agent, connector).stream()
                        .map(sentence -> new Fault("-c " + connector, 0, 0, sentence)));
    }

    private static Stream<Fault> faults(String flag, String kind, List<String> given, Set<String> known) {
        var seen = new HashSet<String>();
        return given.stream().flatMap(each -> {
            var sentence = !seen.add(each) ? kind + " '" + each + "' is named twice; name each once, and set with "
                    + "--repeat how often cases are run"
                    : known.contains(each) ? null : Nearest.unknown(kind, each, known);
            return sentence == null ? Stream.empty() : Stream.of(new Fault(flag + " " + each, 0, 0, sentence));
        });
    }

    /** Returns warnings of {@code -c} for the agents that are never sent the name of a connector. */
    public List<Fault> warnings() {
        boolean areKnown = config.targets().connectors().keySet().containsAll(connectors);
        return !areKnown || connectors.isEmpty() ? List.of() : called().filter(name -> uncalled(name).findAny()
                .isEmpty()).flatMap(name -> Stream.ofNullable(config.targets().agents().get(name))
                        .filter(agent -> !agent.sendsConnector())
                        .map(agent -> new Fault("-c " + String.join(", ", connectors), 0, 0, "agent '" + name
                                + "' is never sent the connector, so -c changes only prices"
                                + (agent.endpoint().protocol() == Protocol.HTTP
                                        ? "; add ${options.connector} to its 'body'" : ""))))
                .toList();
    }

    /**
     * Returns the pairs of {@code -n} and {@code -c}, by agent first; without any, one that leaves both to the case.
     */
    public List<Cell> cells() {
        return cells;
    }

    private static List<Optional<String>> or(List<String> given) {
        return given.isEmpty() ? List.of(Optional.empty()) : given.stream().map(Optional::of).toList();
    }

    /** Returns faults of a default simulator given on the command line. */
    public List<Fault> faults(Reference simulator) {
        return simulator.kind() == Reference.Kind.SCRIPT ? List.of()
                : helperTrouble(simulator.id()).stream()
                        .map(sentence -> new Fault("--simulator " + simulator.id(), 0, 0, sentence)).toList();
    }

    /** Returns what is wrong with a judge. */
    public Optional<String> judgeTrouble(Reference judge) {
        return judge.kind() == Reference.Kind.AGENT ? helperTrouble(judge.id())
                : modelTrouble(judge.id()).map(_ -> Nearest.unknown("agent or connector", judge.id(), Stream.of(
                        config.targets().agents(), config.targets().connectors())
                        .flatMap(each -> each.keySet().stream())
                        .distinct().toList()));
    }

    public Optional<String> helperTrouble(String id) {
        return config.targets().agents().containsKey(id) ? Optional.empty()
                : Optional.of(Nearest.unknown("agent", id, config.targets().agents().keySet()));
    }

    public Optional<String> helperTrouble(String id, String own) {
        return connectorTrouble(id, own);
    }

    /** Returns what is wrong with a connector that is called without an agent. */
    public Optional<String> modelTrouble(String own) {
        return config.targets().connectors().containsKey(own) ? Optional.empty()
                : Optional.of(config.targets().agents().containsKey(Reference.of(own).id())
                        ? "'" + own + "' is an agent; name a connector" : unknownConnector(own));
    }

    /** Returns who a judge's name stands for: an agent if there is one of that name, else a connector. */
    public Reference judge(String name) {
        return judge(name, config.targets().agents().keySet());
    }

    static Reference judge(String name, Set<String> agents) {
        var written = Reference.of(name);
        boolean prefixed = written.kind() != Reference.Kind.SCRIPT && !written.id().equals(name);
        return agents.contains(name) ? Reference.agent(name) : prefixed ? written : Reference.connector(name);
    }

    /** Returns targets with more helpers: a sole remaining agent is the target of cases that name none. */
    public Targets withHelpers(Set<String> more) {
        var all = new HashSet<>(helpers);
        all.addAll(more);
        return onlyTarget != null ? this : new Targets(config, names, connectors, all);
    }

    /** Whether {@code -c} sets the connector of all cases and turns. */
    public boolean choosesConnector() {
        return !connectors.isEmpty();
    }

    public boolean hasAgents() {
        return !config.targets().agents().isEmpty();
    }

    /**
     * Returns the target in the first cell, if every cell has one.
     *
     * @param ownAgent the agent that the case names; null when it names none
     * @param ownConnector the connector in the case's options; null when they name none
     */
    public TargetChoice choose(@Nullable String ownAgent, @Nullable String ownConnector) {
        var first = choose(cells.getFirst(), ownAgent, ownConnector);
        if (first instanceof TargetChoice.None || cells.size() == 1) {
            return first;
        }
        return cells.stream().map(cell -> choose(cell, ownAgent, ownConnector))
                .filter(TargetChoice.None.class::isInstance).findFirst().orElse(first);
    }

    /**
     * Returns the names under which verdicts of a case are kept, one for each cell; of all agents that it may have
     * while none is decided.
     */
    public List<String> kept(@Nullable String ownAgent) {
        return cells.stream().flatMap(cell -> {
            var agent = first(cell.agent(), ownAgent, config.defaults().agent(), onlyTarget);
            var names = agent == null ? config.targets().agents().keySet().stream() : Stream.of(agent);
            return names.map(name -> cell.connector() == null ? name : name + " / " + cell.connector());
        }).toList();
    }

    private TargetChoice choose(Cell cell, @Nullable String ownAgent, @Nullable String ownConnector) {
        var agent = first(cell.agent(), ownAgent, config.defaults().agent(), onlyTarget);
        if (agent == null) {
            return new TargetChoice.None(TargetFault.NOTHING_NAMED, nothingNamed());
        }
        // An unknown -n or defaults.agent is reported once, by faults() and the configuration, not per case.
        if (!config.targets().agents().containsKey(agent) && cell.agent() == null && ownAgent != null) {
            return new TargetChoice.None(TargetFault.AGENT,
                    Nearest.unknown("agent", agent, config.targets().agents().keySet()));
        }
        var connector = first(cell.connector(), ownConnector);
        if (connector != null && !isOfRun(cell, ownAgent)) {
            var trouble = connectorTrouble(agent, connector);
            if (trouble.isPresent()) {
                return new TargetChoice.None(TargetFault.CONNECTOR, trouble.get());
            }
        }
        return new TargetChoice.Target(agent, connector);
    }

    /** Whether {@link #faults()} names what is wrong with the agent of a cell and its connector. */
    private boolean isOfRun(Cell cell, @Nullable String ownAgent) {
        return cell.connector() != null && (!config.targets().connectors().containsKey(cell.connector())
                || cell.agent() != null
                || (ownAgent == null && (config.defaults().agent() != null || helpers.isEmpty())));
    }

    private String unknownConnector(String name) {
        return Nearest.unknown("connector", name, config.targets().connectors().keySet());
    }

    /**
     * Returns what is wrong with calling an agent by a connector. Some agents are sent its name, whether it is known or
     * not; for those that are not, it can only set the price.
     */
    private Optional<String> connectorTrouble(String id, String own) {
        var agent = config.targets().agents().get(id);
        if (agent == null || (agent.sendsConnector() && !agent.endpoint().protocol().takesConnector())) {
            return Optional.empty();
        }
        var connector = config.targets().connectors().get(own);
        if (connector == null) {
            return Optional.of(unknownConnector(own));
        }
        boolean changes = agent.sendsConnector() || (connector.pricing() != null && connectors.size() < 2);
        return changes ? Optional.empty() : Optional.of(ConnectorUse.unused(id, agent.endpoint().protocol(), own));
    }

    private static @Nullable String onlyTarget(ProjectConfig config, Set<String> helpers) {
        var targets = config.targets().agents().entrySet().stream()
                .filter(agent -> !agent.getValue().helper() && !helpers.contains(agent.getKey())).limit(2).toList();
        return targets.size() == 1 ? targets.getFirst().getKey() : null;
    }

    private String nothingNamed() {
        if (config.file() == null && config.targets().agents().isEmpty()) {
            return "no agent to test: no muster.yaml in " + config.root()
                    + ", in any folder above it or beside the suite; muster init writes"
                    + " one";
        }
        return config.targets().agents().isEmpty() ? "no agent to test: describe one under 'agents' in " + config.file()
                : "no agent to test: name one with -n, with 'agent' in the case or with defaults.agent (known: "
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
