package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.console.FlakyCases;
import dev.muster.coordinator.run.CaseHistory;
import dev.muster.coordinator.run.CaseHistory.Past;
import dev.muster.coordinator.run.CaseHistory.Verdict;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.QuarantineIndex;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The flakiest cases, each with its last reason, and the quarantine.
 *
 * @param index of a run's reasons
 */
record FlakyPage(Database database, Consumer<StoredRun> index) {

    private static final String REASONS = """
            SELECT key, cell, (SELECT reason FROM failures f WHERE f.run_id = r.run_id AND f.number = r.number
                               AND f.cell = r.cell AND f.repeat = r.repeat LIMIT 1) AS reason
            FROM results r WHERE run_day = (SELECT run_day FROM runs WHERE run_id = @run) AND run_id COLLATE "C" = @run
                 AND status NOT IN ('passed', 'cancelled') AND key = ANY (@keys) ORDER BY number, cell, repeat
            """;

    private record Found(String key, int cell, String reason) {}

    ObjectNode of(List<CaseHistory> cases, List<QuarantineEntry> entries) {
        var page = Json.MAPPER.createObjectNode();
        var reasons = reasons(cases);
        page.set("cases", new FlakyCases(cases, new QuarantineIndex(new Quarantine(entries, List.of()))).json());
        for (int i = 0; i < cases.size(); i++) {
            var each = cases.get(i);
            if (reasons.containsKey(each)) {
                ((ObjectNode) page.path("cases").get(i)).put("reason", reasons.get(each));
            }
        }
        var quarantine = page.putArray("quarantine");
        entries.forEach(each -> {
            var json = quarantine.addObject().put(each.isPattern() ? "pattern" : "key", each.cases())
                    .put("mode", each.mode().wire()).put("owner", each.owner()).put("reason", each.reason())
                    .put("until", each.expires().toString());
            if (each.agent() != null) {
                json.put("agent", each.agent());
            }
        });
        return page;
    }

    /** Returns why cases did not pass the last time that one of their results did not. */
    private Map<CaseHistory, String> reasons(List<CaseHistory> cases) {
        var last = cases.stream().filter(each -> last(each).isPresent())
                .collect(Collectors.groupingBy(each -> last(each).orElseThrow().run()));
        var reasons = new HashMap<CaseHistory, String>();
        last.forEach((id, some) -> new RunTable(database).find(id).ifPresent(run -> {
            index.accept(run);
            var found = database.list(REASONS, row -> new Found(row.getString("key"), row.getInt("cell"),
                    Objects.requireNonNullElse(row.getString("reason"), "")), "run", id, "keys",
                    some.stream().map(CaseHistory::key).toArray(String[]::new));
            some.forEach(each -> found.stream().filter(one -> one.key.equals(each.key()))
                    .min(Comparator.comparing(one -> !RunFigures.name(run, one.cell).equals(each.agent())))
                    .ifPresent(one -> reasons.put(each, one.reason)));
        }));
        return reasons;
    }

    private static Optional<Past> last(CaseHistory history) {
        return history.recent().reversed().stream().filter(past -> past.verdict() != Verdict.PASSED).findFirst();
    }
}
