package dev.muster.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.EveryMetric;
import dev.muster.common.status.StatusPages;
import org.junit.jupiter.api.Test;

/** Checks that the metrics page lists what is served, with its labels, and nothing else. */
class MetricsPageTest {

    private static final Pattern ROW = Pattern.compile("\\| `(muster_\\w+)` \\|([^|]*)\\|.*");
    private static final Pattern SAMPLE = Pattern.compile("(muster_\\w+?)(_bucket|_count|_sum|_max)?(?:\\{(.*)})? .*");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");

    @Test
    void thePageAndTheRegistryAgree() throws IOException {
        try (var meters = Meters.open()) {
            EveryMetric.in(meters.registry());

            var served = served(meters.scrape(StatusPages.METRICS_TYPE));

            assertThat(served).isEqualTo(onThePage());
        }
    }

    @Test
    void namesFollowPrometheus() {
        try (var meters = Meters.open()) {
            EveryMetric.in(meters.registry());

            var types = meters.scrape(StatusPages.METRICS_TYPE).lines()
                    .filter(line -> line.startsWith("# TYPE muster_")).toList();

            assertThat(types).isNotEmpty().allSatisfy(line -> {
                var words = line.split(" ", -1);
                assertThat(words[2].endsWith("_total")).as(line).isEqualTo(words[3].equals("counter"));
            });
        }
    }

    @Test
    void whatIsOverIsNotShownAnyMore() {
        try (var meters = Meters.open()) {
            var gauges = EveryMetric.in(meters.registry());

            gauges.show(EveryMetric.idle());

            assertThat(meters.scrape(StatusPages.METRICS_TYPE)).doesNotContain("20260131-0915-k3xq7m", "worker=\"w1\"",
                    "agent=\"shop\"");
        }
    }

    private static Map<String, Set<String>> served(String scrape) {
        var served = new TreeMap<String, Set<String>>();
        scrape.lines().map(SAMPLE::matcher).filter(sample -> sample.matches()).forEach(sample -> {
            var labels = new HashSet<>(all(LABEL, sample.group(3) == null ? "" : sample.group(3)));
            labels.remove("le");
            served.put(sample.group(1), labels);
        });
        return served;
    }

    private static Map<String, Set<String>> onThePage() throws IOException {
        var rows = new TreeMap<String, Set<String>>();
        for (var line : Files.readAllLines(Path.of("../docs/metrics.md"))) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(row.group(1), new TreeSet<>(all(QUOTED, row.group(2))));
            }
        }
        return rows;
    }

    private static List<String> all(Pattern pattern, String text) {
        var found = new ArrayList<String>();
        var matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
