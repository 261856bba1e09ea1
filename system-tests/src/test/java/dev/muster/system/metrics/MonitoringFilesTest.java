package dev.muster.system.metrics;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.testing.EveryMetric;
import dev.muster.common.status.StatusPages;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Checks that the dashboard and the alerts ask for metrics that there are, and that the page explains each alert. */
class MonitoringFilesTest {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{.*})? \\S+$");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (\\w+) ?(.*)$");

    @Test
    void everyMetricOfTheDashboardAndTheAlertsIsServed() throws Exception {
        var wanted = new TreeSet<String>();
        MonitoringFiles.panels().values().forEach(query -> wanted.addAll(MonitoringFiles.metrics(query)));
        MonitoringFiles.rules().forEach(rule -> wanted.addAll(MonitoringFiles.metrics(rule.path("expr").asString())));

        assertThat(wanted).hasSizeGreaterThan(25);
        assertThat(names(scrape())).containsAll(wanted);
    }

    @Test
    void everyMetricOfOursIsOnTheDashboard() throws Exception {
        var shown = new TreeSet<String>();
        MonitoringFiles.panels().values().forEach(query -> shown.addAll(MonitoringFiles.metrics(query)));

        var served = HELP.matcher(scrape()).results().map(help -> help.group(1))
                .filter(name -> name.startsWith("muster_") && !name.endsWith("_max"));
        assertThat(served).isNotEmpty().allSatisfy(name -> assertThat(shown).anyMatch(
                each -> each.equals(name) || each.equals(name + "_bucket")));
    }

    @Test
    void everyMetricOfOursHasAHelpText() throws Exception {
        var helps = HELP.matcher(scrape()).results().filter(help -> help.group(1).startsWith("muster_")).toList();

        assertThat(helps).hasSizeGreaterThan(25).allSatisfy(help -> assertThat(help.group(2)).as(help.group(1))
                .endsWith("."));
    }

    @Test
    void thePageSaysWhatToDoAboutEachAlert() throws IOException {
        var page = Files.readString(Repository.root().resolve("docs/monitoring.md"));

        assertThat(MonitoringFiles.rules()).hasSizeGreaterThan(15).allSatisfy(rule -> {
            assertThat(page).contains("| `" + rule.path("alert").asString() + "` | "
                    + rule.at("/labels/severity").asString() + " |");
            assertThat(page).contains("| " + rule.at("/annotations/runbook").asString() + " |");
            assertThat(rule.at("/annotations/summary").asString()).isNotBlank();
        });
        assertThat(Pattern.compile("(?m)^\\| `Muster\\w+` \\|").matcher(page).results().count())
                .isEqualTo(MonitoringFiles.rules().size());
    }

    @Test
    void everyAlertIsTried() throws IOException {
        var tests = Files.readString(MonitoringFiles.ALERTS.resolveSibling("alerts.test.yml"));

        assertThat(MonitoringFiles.rules().stream().map((JsonNode rule) -> rule.path("alert").asString()))
                .allSatisfy(alert -> assertThat(tests).contains("- name: " + alert + "\n"));
    }

    private static String scrape() throws Exception {
        try (var meters = Meters.open()) {
            EveryMetric.in(meters.registry());
            System.gc();
            eventually("a collection is counted",
                    () -> meters.scrape(StatusPages.METRICS_TYPE).contains("jvm_gc_pause_seconds_sum"));
            return meters.scrape(StatusPages.METRICS_TYPE);
        }
    }

    private static Set<String> names(String scrape) {
        return SAMPLE.matcher(scrape).results().map(sample -> sample.group(1)).collect(Collectors.toSet());
    }
}
