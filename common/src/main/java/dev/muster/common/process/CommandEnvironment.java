package dev.muster.common.process;

import module java.base;

/**
 * The environment of commands: the worker's, without its own {@code MUSTER_…} variables, which may hold credentials.
 */
public record CommandEnvironment(Map<String, String> variables) {

    private static final String OURS = "MUSTER_";

    public CommandEnvironment {
        var kept = new HashMap<>(variables);
        kept.keySet().removeIf(name -> name.startsWith(OURS));
        variables = Map.copyOf(kept);
    }

    /** Returns the variables with these added, which take precedence; drops those that no environment can hold. */
    public Map<String, String> with(Map<String, String> more) {
        var all = new HashMap<>(variables);
        more.forEach((name, value) -> {
            if (fits(name, value)) {
                all.put(name, value);
            }
        });
        return all;
    }

    private static boolean fits(String name, String value) {
        return !name.isEmpty() && name.indexOf('=') < 0 && name.indexOf('\0') < 0 && value.indexOf('\0') < 0;
    }
}
