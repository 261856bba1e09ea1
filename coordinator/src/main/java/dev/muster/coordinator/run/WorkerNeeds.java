package dev.muster.coordinator.run;

import dev.muster.common.message.WorkerMessage.Hello;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a worker must have to be sent a case.
 *
 * @param env names of environment variables
 * @param switches what it must have been started with
 */
public record WorkerNeeds(Set<String> env, Set<String> switches) {

    public WorkerNeeds {
        env = Set.copyOf(env);
        switches = Set.copyOf(switches);
    }

    /** Whether a worker that said this has it all. */
    public boolean metBy(Hello hello) {
        return hello.env().containsAll(env) && hello.switches().containsAll(switches);
    }

    public boolean isNothing() {
        return env.isEmpty() && switches.isEmpty();
    }

    /** Goes on after {@code no worker}. */
    public String lacking() {
        if (switches.isEmpty()) {
            return "has the environment variables " + names() + " that this run needs; set them where workers start";
        }
        return (env.isEmpty() ? "" : "has the environment variables " + names() + " and ") + "was started with "
                + String.join(", ", switches.stream().map(each -> "--" + each).toList())
                + ", which the hooks or scripts of this run need";
    }

    private String names() {
        return String.join(", ", new TreeSet<>(env));
    }
}
