package dev.muster.common.target;

import module java.base;

/** The environment variables of a process, and its secret values. Only names may leave the process. */
public record Environment(Map<String, String> variables, List<String> secrets) {

    private static final List<String> TELLING = List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL");

    public Environment {
        variables = Map.copyOf(variables);
        secrets = List.copyOf(secrets);
    }

    /** Returns an environment in which values with telling names are secret: a hook may print any value. */
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

    /** Creates an environment whose values are secret when a case names them. */
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
