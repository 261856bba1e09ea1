package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The figures of cells over runs, oldest first, and where their agent or their suite changed. */
final class TrendPage {

    private static final String WORKING = "working_ms_";
    /** What a point has of a cell. */
    private static final List<String> FIGURES = List.of("cell", "name", "in_rates", "passed", "pass_rate",
            "pass_rate_95", "cost_usd", "tokens", WORKING + "p50", WORKING + "p95");

    private final Map<String, String> casesBefore = new HashMap<>();
    private final Map<String, String> agentBefore = new HashMap<>();
    private final ObjectNode page = Json.MAPPER.createObjectNode();

    private final @Nullable String agent;
    private int later;

    /** @param agent whose cells; null for all */
    TrendPage(@Nullable String agent) {
        this.agent = agent;
        page.putArray("points");
    }

    /**
     * Adds a run; the next newer one comes next.
     *
     * @param figures as of {@link RunFigures}
     */
    void add(StoredRun run, JsonNode figures) {
        for (var cell : figures.path("cells")) {
            var name = cell.path("name").asString();
            if (agent != null && !agent.equals(name) && !agent.equals(run.agent())) {
                continue;
            }
            var point = page.withArray("points").addObject().put("run", run.id()).put("created_at",
                    String.valueOf(run.createdAt())).put("agents", run.agent());
            run.settings().about().labels().forEach(point.putObject("labels")::put);
            FIGURES.stream().filter(cell::has)
                    .forEach(figure -> point.set(figure.replace(WORKING, ""), cell.get(figure)));
            point.put("not_judged", cell.path("total").asLong() - cell.path("in_rates").asLong()
                    - cell.path("skipped").asLong());
            var changed = point.putArray("changed");
            if (differs(casesBefore, name, figures.path("cases_hash").asString())) {
                changed.add("suite");
            }
            if (differs(agentBefore, name, Json.MAPPER.writeValueAsString(run.settings().targets()))) {
                changed.add("agent");
            }
        }
    }

    /** Counts a run whose figures are still being read. */
    void addLater() {
        later++;
    }

    private static boolean differs(Map<String, String> before, String cell, String now) {
        @Nullable
        String last = before.put(cell, now);
        return last != null && !last.equals(now);
    }

    ObjectNode page() {
        return page.put("later", later);
    }
}
