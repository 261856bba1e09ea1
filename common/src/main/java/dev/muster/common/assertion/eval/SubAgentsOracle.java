package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.Trace;

/**
 * trace-validate-sub-agents: the required sub-agents ran, and the forbidden ones did not.
 *
 * @param minIterations minimum number of sub-agent runs in total
 */
record SubAgentsOracle(List<String> required, List<String> forbidden,
        OptionalInt minIterations) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        var parts = new ArrayList<String>();
        if (!required.isEmpty()) {
            parts.add("include " + String.join(", ", required));
        }
        if (!forbidden.isEmpty()) {
            parts.add("leave out " + String.join(", ", forbidden));
        }
        minIterations.ifPresent(least -> parts.add("run at least " + Excerpt.counted(least, "time")));
        return new Expectation("the sub-agents", parts.isEmpty() ? "be anything" : String.join(" and ", parts));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var names = reply.reply().trace().subAgents().stream().map(Trace.SubAgent::name).toList();
        return Observation.unless(missing(names).or(() -> present(names)).or(() -> tooFew(names)),
                () -> "but it is so: " + Oracles.listed(names, "no sub-agent ran"));
    }

    private Optional<String> missing(List<String> names) {
        return required.stream().filter(name -> !isAmong(name, names)).findFirst()
                .map(name -> "but " + name + " did not run: " + Oracles.listed(names, "no sub-agent ran"));
    }

    private Optional<String> present(List<String> names) {
        return forbidden.stream().filter(name -> isAmong(name, names)).findFirst()
                .map(name -> "but " + name + " ran: " + Oracles.listed(names, "no sub-agent ran"));
    }

    private static boolean isAmong(String name, List<String> names) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }

    private Optional<String> tooFew(List<String> names) {
        return minIterations.isEmpty() || names.size() >= minIterations.getAsInt() ? Optional.empty()
                : Optional.of("but there were " + names.size() + ": " + Oracles.listed(names, "no sub-agent ran"));
    }
}
