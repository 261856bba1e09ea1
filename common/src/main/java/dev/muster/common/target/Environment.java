package dev.muster.common.target;

import module java.base;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.process.CommandEnvironment;

/**
 * The part of a process that suites may use. Of its variables, only names may leave the process.
 *
 * @param variables those that a suite may name
 * @param secrets values to mask in addition to those that a case names
 * @param commands the environment of hooks and programs
 * @param hosts the addresses that may be called
 */
public record Environment(Map<String, String> variables, List<String> secrets, Map<String, String> commands,
        AllowedHosts hosts) {

    private static final List<String> TELLING = List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL");
    /** Variables that programs expect everywhere, and that hold no secrets. */
    private static final Set<String> EVERYWHERE = Set.of("PATH", "HOME", "LANG", "TMPDIR");

    /** Returns an environment in which values with telling names are secret: a hook may print any value. */
    public static Environment guarded(Map<String, String> variables, List<String> more) {
        var theirs = new CommandEnvironment(variables).variables();
        return new Environment(theirs, Stream.concat(more.stream(), telling(variables)).toList(), theirs,
                AllowedHosts.USUAL);
    }

    /** Returns an environment of a fleet's process: what is offered, and for commands what they need everywhere. */
    public static Environment offering(OfferedNames names, Map<String, String> process) {
        var offered = new HashMap<>(process);
        offered.keySet().removeIf(name -> !names.has(name));
        var commands = new HashMap<>(process);
        commands.keySet().removeIf(name -> !names.has(name) && !EVERYWHERE.contains(name));
        return new Environment(offered, telling(offered).toList(), commands, AllowedHosts.USUAL);
    }

    /** Creates an environment whose values are secret when a case names them. */
    public Environment(Map<String, String> variables) {
        this(new CommandEnvironment(variables).variables(), List.of(), new CommandEnvironment(variables).variables(),
                AllowedHosts.USUAL);
    }

    public Environment with(AllowedHosts allowed) {
        return new Environment(variables, secrets, commands, allowed);
    }

    private static Stream<String> telling(Map<String, String> variables) {
        return variables.entrySet().stream().filter(each -> isTelling(each.getKey())).map(Map.Entry::getValue);
    }

    private static boolean isTelling(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return TELLING.stream().anyMatch(upper::contains);
    }

    public Set<String> names() {
        return variables.keySet();
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** Returns a warning about those of these variables whose values look secret and are too short to be masked. */
    public Optional<String> shortSecrets(Set<String> used) {
        var names = used.stream().filter(Environment::isTelling)
                .filter(name -> value(name).filter(text -> !text.isEmpty() && text.length() < Secrets.SHORTEST)
                        .isPresent())
                .sorted().toList();
        return names.isEmpty() ? Optional.empty() : Optional.of((names.size() == 1 ? "the value of " : "the values of ")
                + String.join(", ", names) + (names.size() == 1 ? " has" : " have") + " fewer than " + Secrets.SHORTEST
                + " characters, so results show " + (names.size() == 1 ? "it" : "them") + " where an agent repeats "
                + (names.size() == 1 ? "it" : "them"));
    }

    @Override
    public String toString() {
        return "Environment" + names();
    }
}
