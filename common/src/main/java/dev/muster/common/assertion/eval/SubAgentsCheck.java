package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.Trace.SubAgent;

/**
 * trace-validate-sub-agents: the required sub-agents ran, and the forbidden ones did not.
 *
 * @param minIterations minimum number of sub-agent runs in total
 */
record SubAgentsCheck(List<String> required, List<String> forbidden,
        OptionalInt minIterations) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        var wanted = new ArrayList<String>();
        if (!required.isEmpty()) {
            wanted.add("include " + String.join(", ", required));
        }
        if (!forbidden.isEmpty()) {
            wanted.add("leave out " + String.join(", ", forbidden));
        }
        minIterations.ifPresent(least -> wanted.add("run at least " + Excerpt.counted(least, "time")));
        return new Expectation("the sub-agents", wanted.isEmpty() ? "be anything" : String.join(" and ", wanted));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var names = reply.trace().subAgents().stream().map(SubAgent::name).toList();
        return missing(names).or(() -> present(names)).or(() -> tooFew(names))
                .map(words -> Observation.fails(() -> words)).orElseGet(() -> Observation.holds(() -> "but it is so: "
                        + listed(names)))
                .scored();
    }

    private Optional<String> missing(List<String> names) {
        return required.stream().filter(name -> !isAmong(name, names)).findFirst()
                .map(name -> "but " + name + " did not run: " + listed(names));
    }

    private Optional<String> present(List<String> names) {
        return forbidden.stream().filter(name -> isAmong(name, names)).findFirst()
                .map(name -> "but " + name + " ran: " + listed(names));
    }

    /** Compares names ignoring case. */
    private static boolean isAmong(String name, List<String> names) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }

    private Optional<String> tooFew(List<String> names) {
        return minIterations.isEmpty() || names.size() >= minIterations.getAsInt() ? Optional.empty()
                : Optional.of("but there were " + names.size() + ": " + listed(names));
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? "no sub-agent ran"
                : names.stream().limit(10).collect(Collectors.joining(", ")) + (names.size() > 10 ? ", …" : "");
    }
}
