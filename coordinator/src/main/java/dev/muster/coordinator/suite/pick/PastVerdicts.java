package dev.muster.coordinator.suite.pick;

import module java.base;
import dev.muster.coordinator.run.DefinitionHash;
import dev.muster.coordinator.run.NewestVerdicts;

/** The newest verdicts of cases, by agent; those of an agent are fetched with the first of its cases. */
public final class PastVerdicts {

    private final VerdictSource source;
    private final Function<Candidate, List<String>> agents;
    private final boolean all;
    private final Map<String, Map<String, NewestVerdicts.Newest>> known = new HashMap<>();
    private final Set<String> unknown = new TreeSet<>();

    /**
     * @param agents the names under which the verdicts of a case are stored, one for each cell
     * @param all whether verdicts that passed are needed, too
     */
    public PastVerdicts(VerdictSource source, Function<Candidate, List<String>> agents, boolean all) {
        this.source = source;
        this.agents = agents;
        this.all = all;
    }

    /** Returns the agents of which no verdict is stored. */
    public Set<String> unknown() {
        return unknown;
    }

    /** Returns the names whose verdicts were looked up. */
    Set<String> agents() {
        return new TreeSet<>(known.keySet());
    }

    boolean failed(Candidate candidate) {
        return agents.apply(candidate).stream().map(agent -> of(agent).get(candidate.key()))
                .anyMatch(newest -> newest != null && !newest.passed());
    }

    /** Whether a case has no verdict of this agent yet, or one of another definition. */
    boolean changed(Candidate candidate, String definition) {
        long hash = DefinitionHash.of(definition);
        return agents.apply(candidate).stream().map(agent -> of(agent).get(candidate.key()))
                .anyMatch(newest -> newest == null || newest.definition() != hash);
    }

    /** @throws UncheckedIOException when they can't be fetched */
    private Map<String, NewestVerdicts.Newest> of(String agent) {
        return known.computeIfAbsent(agent, this::fetched);
    }

    private Map<String, NewestVerdicts.Newest> fetched(String agent) {
        var found = new HashMap<String, NewestVerdicts.Newest>();
        try {
            for (var page = source.after(agent, "", all);; page = source.after(agent, page.cases().getLast().key(),
                    all)) {
                page.cases().forEach(each -> found.put(each.key(), each));
                if (!page.known()) {
                    unknown.add(agent);
                }
                if (page.cases().isEmpty()) {
                    return found;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
