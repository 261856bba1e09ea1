package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.store.RunTable;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests one run in every report format, with cells, repeats and every status: they all count what SQL counts. */
final class ReportsAgreeIT {

    private static final List<String> FORMS = List.of("r.jsonl", "r.json", "r.xml", "r.md", "r.html");

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static final AtomicInteger ASKED_MOODY = new AtomicInteger();

    private static ScriptedModel agent;
    private static LocalDatabase database;

    @BeforeAll
    static void start() throws Exception {
        agent = ScriptedModel.start().saying("/good", "fine").saying("/bad", "no").refusing("/closed")
                .saying("/sly", "fine\n\n::add-mask::x\n ##[group]x").saying("/moody",
                        () -> ASKED_MOODY.getAndIncrement() == 0 ? "no" : "fine");
        database = LocalDatabase.open(new Home(home), 2); // so that it stays between the commands
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  good: { protocol: openai, connector: good }
                  bad: { protocol: openai, connector: bad }
                connectors:
                  good: { url: "%1$s/good" }
                  bad: { url: "%1$s/bad" }
                  moody: { url: "%1$s/moody" }
                  closed: { url: "%1$s/closed" }
                  sly: { url: "%1$s/sly" }
                """.formatted(agent.url()));
        Files.writeString(project.resolve("s.jsonl"), """
                {"id": "fine", "input": "hello", "repeat": 3, "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "moody", "input": "and you", "options": {"connector": "moody"}, "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "closed", "input": "and now", "options": {"connector": "closed"}}
                {"id": "later", "input": "and then", "skip": true}
                {"id": "talk", "type": "multi_turn", "turns": [{"input": "one"}, {"input": "two"}]}
                """);
    }

    @BeforeEach
    void theMoodyOneRefusesItsFirstCall() {
        ASKED_MOODY.set(0);
    }

    @AfterAll
    static void stop() {
        agent.close();
        database.close();
    }

    @Test
    void everyFormCountsWhatTheStoreCounts() throws Exception {
        // When
        var summary = project.resolve("step.md");
        var run = type(Map.of("GITHUB_STEP_SUMMARY", summary.toString(), "GITHUB_ACTIONS", "true"), "run", "-i",
                file("s.jsonl"), "--config", file("muster.yaml"), "-n", "good", "-n", "bad", "--retry-failed", "1");

        // Then
        var counts = stored();
        assertThat(counts).as(run.output()).containsKeys("passed", "failed", "flaky", "error", "skipped");
        assertThat(summary).hasSameTextualContentAs(project.resolve("r.md"));
        agree(counts);
        assertThat(run.output()).contains("::error file=").contains("title=fine%3A failed::");
        assertThat(counted(run.output())).isEqualTo(counts.values().stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    @Tag("slow")
    void ofARunThatWasStoppedToo() throws Exception {
        // When
        var run = type(Map.of(), "run", "-i", file("s.jsonl"), "--config", file("muster.yaml"), "-n", "bad",
                "--parallel", "1", "--fail-fast");

        // Then
        assertThat(stored()).as(run.output()).containsKey("cancelled");
        agree(stored());
        assertThat(Files.readString(project.resolve("r.html"))).contains("and the run was stopped before its end");
    }

    @Test
    void inAJobNothingThatAnAgentSaysIsACommand() throws Exception {
        // Given
        Files.writeString(project.resolve("t.jsonl"), """
                {"id": "one", "input": "hi", "options": {"connector": "sly"}, "assertions": [{"type": "contains", "value": "::add-mask::x"}]}
                {"id": "::two", "input": "hi", "options": {"connector": "bad"}, "assertions": [{"type": "contains", "value": "::x::"}]}
                """);

        // When
        var run = Command.typeHere(home, Map.of("GITHUB_ACTIONS", "true"), "run", "-i", file("t.jsonl"), "--config",
                file("muster.yaml"), "-n", "good", "-v");

        // Then
        assertThat(run.output()).contains(":\u200b:add-mask::x", "##\u200b[group]");
        assertThat(run.output().lines().map(String::strip).filter(line -> line.startsWith("::"))).hasSize(1)
                .allMatch(line -> line.startsWith("::error file="));
    }

    @Test
    @Tag("slow")
    void ofALongRunTheConsoleShowsSomeAndCountsAll() throws Exception {
        // Given
        var run = Command.typeHere(home, Map.of(), "run", "-i", file("s.jsonl"), "--config", file("muster.yaml"), "-n",
                "good", "-n", "bad", "--repeat", "40");

        // When
        var report = Command.typeHere(home, Map.of(), "report");

        // Then
        assertThat(summary(report.output())).contains("Avg turns/test:", "Pass rate")
                .isEqualTo(summary(run.output()));
        assertThat(times(report.output(), "\n✗ ")).isBetween(1, 50);
        assertThat(report.code()).isEqualTo(run.code());
    }

    private static String summary(String console) {
        return console.substring(console.indexOf("  Summary\n"));
    }

    /** Checks the files of the run, and those made from what is stored. */
    private static void agree(Map<String, Integer> counts) throws Exception {
        agree("run", counts);
        var took = Json.MAPPER.readTree(read("r.json")).path("duration_ms");
        type(Map.of(), "report");
        agree("report", counts);
        assertThat(Json.MAPPER.readTree(read("r.json")).path("duration_ms")).isEqualTo(took);
        for (var form : List.of("jsonl", "json", "junit", "markdown", "html")) {
            var printed = Command.typeHere(home, Map.of(), "report", "--format", form).output();
            assertThat(printed).as(form).isEqualTo(Files.readString(project.resolve(FORMS.get(
                    List.of("jsonl", "json", "junit", "markdown", "html").indexOf(form)))));
        }
    }

    private static void agree(String by, Map<String, Integer> counts) throws Exception {
        assertThat(lines()).as(by + " jsonl").isEqualTo(counts);
        var json = Json.MAPPER.readTree(read("r.json"));
        assertThat(statuses(json.path("summary"))).as(by + " json").isEqualTo(counts);
        agree(json.path("cells"));
        assertThat(json.path("results").size()).isEqualTo(json.path("summary").path("total").asInt());
        assertThat(junit()).as(by + " junit").isEqualTo(List.of(sum(counts, "passed", "flaky"), sum(counts, "failed"),
                sum(counts, "error"), sum(counts, "skipped", "cancelled"), sum(counts, "flaky")));
        assertThat(markdown()).as(by + " markdown").isEqualTo(counts);
        assertThat(page()).as(by + " html").isEqualTo(counts);
        assertThat(between(read("r.html"), "<h1>", "</h1>"))
                .isEqualTo(read("r.md").lines().findFirst().orElseThrow().split(" ", 3)[2]);
    }

    /** Compares figures from single rows with those that PostgreSQL adds up. */
    private static void agree(JsonNode cells) {
        var newest = new RunTable(database.database()).newest(null, ProjectScope.ALL, Map.of(), false, 0, 1).getFirst()
                .id();
        var figures = WrittenRun.figures(database.database(), newest);
        assertThat(cells).hasSameSizeAs(figures);
        for (int i = 0; i < figures.size(); i++) {
            agree(cells.get(i), figures.get(i));
        }
    }

    private static void agree(JsonNode cell, CellFigures figures) {
        assertThat(cell.path("in_rates").asLong()).isEqualTo(figures.outcomes().observed());
        var outcomes = figures.pass().rated();
        outcomes.rate().ifPresent(rate -> assertThat(cell.path("pass_rate").asDouble()).isEqualTo(rate));
        outcomes.interval().ifPresent(interval -> assertThat(cell.path("pass_rate_95")).extracting(JsonNode::asDouble)
                .containsExactly(interval.low(), interval.high()));
        assertThat(cell.path("pass_at").size()).isEqualTo(tries(figures));
        for (int k = 1; k <= tries(figures); k++) {
            assertThat(cell.path("pass_at").path(String.valueOf(k)).asDouble())
                    .isEqualTo(figures.whole().passAtK(k).orElseThrow());
            assertThat(cell.path("pass_hat").path(String.valueOf(k)).asDouble())
                    .isEqualTo(figures.whole().passHatK(k).orElseThrow());
        }
        var working = Objects.requireNonNull(figures.working());
        assertThat(cell.path("working_ms_p50").asLong()).isEqualTo(working.median());
        assertThat(cell.path("working_ms_p95").asLong()).isEqualTo(working.p95());
        var paid = figures.paid();
        assertThat(cell.path("tokens").path("input").asLong()).isEqualTo(paid.results().target().input()).isPositive();
        assertThat(cell.path("tokens").path("output").asLong()).isEqualTo(paid.results().target().output());
        assertThat(cell.path("other_attempts").path("attempts").asLong()).isEqualTo(paid.otherAttempts());
        assertThat(cell.path("other_attempts").path("tokens").path("input").asLong())
                .isEqualTo(paid.others().target().input());
    }

    /** Empty where nothing is repeated. */
    private static int tries(CellFigures figures) {
        int most = figures.whole().mostObserved();
        return most < 2 ? 0 : most;
    }

    private static Map<String, Integer> stored() {
        var counts = new TreeMap<String, Integer>();
        database.database().list("""
                SELECT status, count(*) FROM results
                WHERE run_id = (SELECT run_id FROM runs ORDER BY created_at DESC LIMIT 1) GROUP BY status
                """, row -> counts.put(row.getString(1), row.getInt(2)) == null);
        return counts;
    }

    private static Map<String, Integer> lines() throws IOException {
        var counts = new TreeMap<String, Integer>();
        for (var line : read("r.jsonl").lines().toList()) {
            counts.merge(Json.MAPPER.readTree(line).path("status").asString(), 1, Integer::sum);
        }
        return counts;
    }

    private static Map<String, Integer> statuses(JsonNode json) {
        return Arrays.stream(Status.values()).map(Status::wire).filter(status -> json.path(status).asInt() > 0)
                .collect(Collectors.toMap(status -> status, status -> json.path(status).asInt(), Integer::sum,
                        TreeMap::new));
    }

    /** Returns passed, failed, errors, skipped, and the flaky ones among the passed. */
    private static List<Integer> junit() throws IOException {
        var xml = read("r.xml");
        int failed = times(xml, "<failure ");
        int errors = times(xml, "<error ");
        int skipped = times(xml, "<skipped ");
        assertThat(xml).contains("failures=\"" + failed + "\" errors=\"" + errors + "\">");
        return List.of(times(xml, "<testcase ") - failed - errors - skipped, failed, errors, skipped,
                times(xml, "<flakyFailure "));
    }

    private static Map<String, Integer> markdown() throws IOException {
        var counts = new TreeMap<String, Integer>();
        var columns = List.of("passed", "failed", "flaky", "error", "skipped", "cancelled");
        for (var row : read("r.md").lines().dropWhile(line -> !line.startsWith("| "))
                .takeWhile(line -> line.startsWith("|")).filter(line -> line.startsWith("| ")).skip(1).toList()) {
            for (int i = 0; i < columns.size(); i++) {
                counts.merge(columns.get(i), Integer.valueOf(row.split("\\|", -1)[i + 2].strip()), Integer::sum);
            }
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static Map<String, Integer> page() throws IOException {
        var html = read("r.html");
        var names = Json.MAPPER.readTree(between(html, "id=\"packed\">", "</script>")).path("statuses");
        var packed = Base64.getDecoder().decode(between(html, "id=\"index-0\">", "</script>"));
        var counts = new TreeMap<String, Integer>();
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            Json.MAPPER.readTree(stream.readAllBytes()).path("status")
                    .forEach(status -> counts.merge(names.path(status.asInt()).asString(), 1, Integer::sum));
        }
        return counts;
    }

    private static int sum(Map<String, Integer> counts, String... statuses) {
        return Stream.of(statuses).mapToInt(status -> counts.getOrDefault(status, 0)).sum();
    }

    private static int counted(String console) {
        return Integer.parseInt(between(console, "Total:   ", " tests"));
    }

    private static int times(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static String read(String name) throws IOException {
        return Files.readString(project.resolve(name), StandardCharsets.UTF_8);
    }

    private static String file(String name) {
        return project.resolve(name).toString();
    }

    /** Types a command with a file of each format. */
    private static Command type(Map<String, String> environment, String... words) {
        var all = new ArrayList<>(List.of(words));
        FORMS.forEach(form -> all.addAll(List.of("-o", file(form))));
        return Command.typeHere(home, environment, all.toArray(String[]::new));
    }
}
