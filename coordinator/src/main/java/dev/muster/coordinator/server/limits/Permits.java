package dev.muster.coordinator.server.limits;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Target;
import org.jspecify.annotations.Nullable;

/**
 * Limits the cases in flight for each agent over the whole fleet: a case is dispatched only with a permit of every
 * agent that it may call. For an agent with a rate limit, no more cases are dispatched than can be called soon: cases
 * that only wait would take slots from others.
 */
public final class Permits {

    private static final Duration SOON = Duration.ofMinutes(1);

    private final Rates rates;
    private final Map<String, Integer> taken = new HashMap<>();
    private Set<String> kept = Set.of();
    private @Nullable CaseRef keptFor;

    public Permits(Rates rates) {
        this.rates = rates;
    }

    /** @param maxWait how long a call may wait for the rate limit before it is given up */
    public boolean free(CaseRef ref, Collection<Target> agents, Duration maxWait) {
        return agents.stream().allMatch(agent -> taken(agent)
                + (kept.contains(agent.address()) && !ref.equals(keptFor) ? 1 : 0) < most(agent, maxWait));
    }

    /**
     * Reserves permits for a case that needs several and has waited long: cases that need fewer would otherwise keep
     * taking them one by one. Reserves for one case at a time, so two cases can't block each other.
     */
    public void keep(CaseRef ref, Collection<Target> agents) {
        keptFor = ref;
        kept = agents.stream().map(Target::address).collect(Collectors.toSet());
    }

    public void keepNothing() {
        keptFor = null;
        kept = Set.of();
    }

    public void take(Collection<Target> agents, String incarnation) {
        for (var agent : agents) {
            taken.merge(agent.address(), 1, Integer::sum);
            rates.taken(agent, incarnation);
        }
    }

    public void giveBack(Collection<Target> agents, String incarnation) {
        for (var agent : agents) {
            taken.computeIfPresent(agent.address(), (address, count) -> count == 1 ? null : count - 1);
            rates.givenBack(agent, incarnation);
        }
    }

    public int taken(Target agent) {
        return taken.getOrDefault(agent.address(), 0);
    }

    private double most(Target agent, Duration maxWait) {
        int concurrency = agent.agent().limits().concurrency();
        var half = maxWait.dividedBy(2);
        double seconds = (half.compareTo(SOON) < 0 ? half : SOON).toMillis() / 1000.0;
        double inTime = Math.max(1, rates.perSecond(agent) * seconds);
        return concurrency == 0 ? inTime : Math.min(concurrency, inTime);
    }
}
