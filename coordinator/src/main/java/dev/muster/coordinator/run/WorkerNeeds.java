package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.message.WorkerMessage.Hello;

/**
 * The requirements that a worker must meet to be given a case.
 *
 * @param env names of environment variables
 * @param switches features it must have been started with
 */
public record WorkerNeeds(Set<String> env, Set<String> switches) {

    public WorkerNeeds {
        env = Set.copyOf(env);
        switches = Set.copyOf(switches);
    }

    /** Whether a worker that sent this hello meets all needs. */
    public boolean metBy(Hello hello) {
        return hello.env().containsAll(env) && hello.switches().containsAll(switches);
    }

    public boolean isNothing() {
        return env.isEmpty() && switches.isEmpty();
    }

    /** Returns what no worker has; everything when only the combination is missing. */
    public WorkerNeeds unmetBy(Collection<Hello> all) {
        var names = new HashSet<>(env);
        var flags = new HashSet<>(switches);
        all.forEach(hello -> {
            names.removeAll(hello.env());
            flags.removeAll(hello.switches());
        });
        var unmet = new WorkerNeeds(names, flags);
        return unmet.isNothing() ? this : unmet;
    }

    /** Returns the text that follows {@code no worker}. */
    public String lacking() {
        if (switches.isEmpty()) {
            return "offers the " + variables() + " that this run needs; set " + (env.size() == 1 ? "it" : "them")
                    + " where workers start, and offer " + (env.size() == 1 ? "it" : "them") + " with --env "
                    + String.join(",", new TreeSet<>(env));
        }
        return (env.isEmpty() ? "" : "offers the " + variables() + " (--env) and ") + "was started with "
                + String.join(", ", switches.stream().map(each -> "--" + each).toList())
                + ", which the hooks or scripts of this run need";
    }

    private String variables() {
        return (env.size() == 1 ? "environment variable " : "environment variables ")
                + String.join(", ", new TreeSet<>(env));
    }
}
