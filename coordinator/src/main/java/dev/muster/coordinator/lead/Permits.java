package dev.muster.coordinator.lead;

import dev.muster.common.message.Target;
import java.util.HashMap;
import java.util.Map;

/** Calls that an agent takes at once, over the whole fleet: a case is handed out only with a permit of its agent. */
final class Permits {

    private final Map<String, Integer> taken = new HashMap<>();

    boolean free(Target target) {
        int most = target.agent().concurrency();
        return most == 0 || taken.getOrDefault(key(target), 0) < most;
    }

    void take(Target target) {
        taken.merge(key(target), 1, Integer::sum);
    }

    void giveBack(Target target) {
        taken.computeIfPresent(key(target), (key, count) -> count == 1 ? null : count - 1);
    }

    /** Two runs that name the same address share its limit. */
    private static String key(Target target) {
        return target.id() + " " + target.agent().url();
    }
}
