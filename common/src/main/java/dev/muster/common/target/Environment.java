package dev.muster.common.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The environment variables of a process: names may be told to the fleet, values never leave it.
 *
 * @param secrets values that nobody is to see, whether a case names them or not
 */
public record Environment(Map<String, String> variables, List<String> secrets) {

    private static final List<String> TELLING = List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL");

    public Environment {
        variables = Map.copyOf(variables);
        secrets = List.copyOf(secrets);
    }

    /**
     * Whose values are secret, too, where their names say so: a hook may print what no case names.
     *
     * @param more other values that are secret
     */
    public static Environment guarded(Map<String, String> variables, List<String> more) {
        var secrets = new ArrayList<>(more);
        variables.forEach((name, value) -> {
            var upper = name.toUpperCase(Locale.ROOT);
            if (TELLING.stream().anyMatch(upper::contains)) {
                secrets.add(value);
            }
        });
        return new Environment(variables, secrets);
    }

    /** Whose values are secret where they are named. */
    public Environment(Map<String, String> variables) {
        this(variables, List.of());
    }

    public Set<String> names() {
        return variables.keySet();
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    @Override
    public String toString() {
        return "Environment" + names();
    }
}
