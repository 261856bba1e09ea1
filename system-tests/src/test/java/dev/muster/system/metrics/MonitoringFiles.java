package dev.muster.system.metrics;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import tools.jackson.databind.JsonNode;

/** The dashboard and the alerts of the tree: their queries, by what shows or says them. */
final class MonitoringFiles {

    static final Path DASHBOARD = Repository.root().resolve("deploy/grafana/muster.json");
    static final Path ALERTS = Repository.root().resolve("deploy/prometheus/alerts.yml");

    private static final Pattern METRIC = Pattern.compile("\\b(?:muster|jvm|process|system)_[a-z_]+");

    private MonitoringFiles() {}

    /** Each query of the dashboard, with its variables filled in. */
    static Map<String, String> panels() throws IOException {
        var queries = new LinkedHashMap<String, String>();
        for (var panel : Json.MAPPER.readTree(DASHBOARD).path("panels")) {
            for (var target : panel.path("targets")) {
                queries.put(panel.path("title").asString() + " " + target.path("refId").asString(),
                        target.path("expr").asString().replace("$job", ".*").replace("$__rate_interval", "1m"));
            }
        }
        return queries;
    }

    static List<JsonNode> rules() throws IOException {
        var faults = new Faults(ALERTS.toString(), fault -> {
            throw new AssertionError(fault.toString());
        });
        var rules = YamlText.read(Files.readString(ALERTS), faults).getFirst().json().at("/groups/0/rules")
                .valueStream().toList();
        faults.flush();
        return rules;
    }

    /** The names of metrics in a query. */
    static Set<String> metrics(String query) {
        return METRIC.matcher(query).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
