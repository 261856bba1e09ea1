package dev.muster.common.party;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The environment variables of a process: names may be told to the fleet, values never leave it. */
public record Environment(Map<String, String> variables) {

    public Environment {
        variables = Map.copyOf(variables);
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
