package dev.muster.system.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;
import module java.net.http;
import dev.muster.common.json.Json;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.RunTable;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what the pages read, over HTTP, from a real database. */
final class ViewsIT {

    private ViewClient client;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        client = ViewClient.open();
        database = client.database();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private HttpResponse<String> ask(String path) {
        return client.ask(path);
    }

    private JsonNode get(String path) {
        return client.get(path);
    }

    private List<JsonNode> all(String path, String list) {
        return client.all(path, list);
    }

    private List<Integer> numbers(String query) {
        return client.numbers("one", query);
    }

    private static RunSettings settings(String... labels) {
        var told = new LinkedHashMap<String, String>();
        for (int i = 0; i < labels.length; i += 2) {
            told.put(labels[i], labels[i + 1]);
        }
        return WrittenRun.settings().with(new About(told, null, About.SEED, null, null, "suite"));
    }

    private ShownRun run(String id, String letters) {
        return run(id, settings(), letters);
    }

    private ShownRun run(String id, RunSettings settings, String letters) {
        var run = new ShownRun(database, id, settings);
        for (int number = 0; number < letters.length(); number++) {
            run.of(number, 0, letters.substring(number, number + 1), Map.of("team", number % 2 == 0 ? "even" : "odd"),
                    number % 2 == 0 ? "expected 12 but found " + number : "the agent said nothing",
                    "Case " + number + " is just fine: zebra" + number);
        }
        return run;
    }

    @Test
    void runsAreListedInPagesAndByFilter() {
        for (int i = 0; i < 7; i++) {
            run("run-" + i, settings("branch", i % 2 == 0 ? "main" : "side"), i == 3 ? "F" : "P").over();
        }
        run("under-way", "PF").underWay();

        assertThat(all("/runs?limit=3", "runs")).extracting(each -> each.get("id").asString()).containsExactly(
                "under-way", "run-6", "run-5", "run-4", "run-3", "run-2", "run-1", "run-0");
        assertThat(all("/runs?label=branch=side&limit=1", "runs")).hasSize(3);
        assertThat(all("/runs?state=running", "runs")).singleElement()
                .satisfies(run -> assertThat(run.get("id").asString()).isEqualTo("under-way"));
        assertThat(all("/runs?q=RUN-4", "runs")).hasSize(1);
        assertThat(all("/runs?q=side", "runs")).hasSize(3);
        assertThat(all("/runs?suite=suite&agent=shop", "runs")).hasSize(8);
        assertThat(all("/runs?agent=other", "runs")).isEmpty();
    }

    @Test
    void aRunHasItsFiguresItsNewsAndItsLabels() {
        run("zero", "PPFPP").over();
        run("one", "FPPPES").over();

        var page = get("/runs/one");

        assertThat(page.at("/cells/0/name").asString()).isEqualTo("shop");
        assertThat(page.at("/cells/0/in_rates").asInt()).isEqualTo(4);
        assertThat(page.at("/statuses/failed").asInt()).isEqualTo(1);
        assertThat(page.at("/causes/infrastructure").asInt()).isEqualTo(1);
        assertThat(page.at("/news/baseline").asString()).isEqualTo("zero");
        assertThat(page.at("/news/newly_failing").asInt()).isEqualTo(1);
        assertThat(page.at("/gate_failure").asString()).contains("could not be judged");
        assertThat(page.at("/label_values/team").toString()).isEqualTo("[\"even\",\"odd\"]");
        assertThat(page.at("/by_label")).hasSize(2);
        assertThat(page.at("/files").toString()).isEqualTo("[\"suite.jsonl\"]");
        assertThat(page.at("/groups_complete").asBoolean()).isTrue();
        assertThat(page.at("/figures_complete").asBoolean()).isTrue();
        assertThat(get("/runs/one")).as("as it is kept").isEqualTo(page);
    }

    @Test
    void casesComeWorstFirstAndEachOnce() {
        run("one", "PPSFPEPYCFP").over();

        assertThat(numbers("limit=100")).containsExactly(3, 9, 5, 7, 0, 1, 2, 4, 6, 8, 10);
        for (int limit : new int[]{1, 2, 3}) {
            assertThat(numbers("limit=" + limit)).containsExactly(3, 9, 5, 7, 0, 1, 2, 4, 6, 8, 10);
            assertThat(numbers("sort=number&limit=" + limit)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
            assertThat(numbers("sort=-ms&limit=" + limit)).containsExactly(10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            assertThat(numbers("sort=cost&limit=" + limit)).containsExactly(1, 3, 5, 7, 9, 0, 2, 4, 6, 8, 10);
            assertThat(numbers("sort=-cost&limit=" + limit)).containsExactly(9, 7, 5, 3, 1, 0, 2, 4, 6, 8, 10);
            assertThat(numbers("sort=-score&limit=" + limit)).containsExactly(1, 2, 4, 5, 7, 8, 10, 0, 3, 6, 9);
        }
    }

    @Test
    void filtersHoldTogether() {
        run("one", "PPSFPEPYCFP").over();

        assertThat(numbers("status=unwell&sort=number")).containsExactly(3, 5, 7, 9);
        assertThat(numbers("status=passed&status=error&sort=number")).containsExactly(0, 1, 4, 5, 6, 10);
        assertThat(numbers("cause=assertion")).containsExactly(3, 9);
        assertThat(numbers("label=team=even&status=unwell")).isEmpty();
        assertThat(numbers("label=team=odd&status=unwell&min_ms=140")).containsExactly(9, 5, 7);
        assertThat(numbers("file=suite.jsonl&max_ms=110")).containsExactly(0, 1);
        assertThat(numbers("file=other.jsonl")).isEmpty();
        assertThat(numbers("q=zebra5")).containsExactly(5);
        assertThat(numbers("q=noth&sort=number")).containsExactly(3, 5, 7, 9);
        assertThat(numbers("q=%23c10")).as("by key").containsExactly(10);
        assertThat(numbers("q=zebra4")).as("of a case that passed").isEmpty();
        assertThat(numbers("q=zebra4&replies=all")).containsExactly(4);
        assertThat(numbers("q=ZEBRA&replies=all&limit=2")).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(get("/runs/one/cases?q=zebra&replies=all").get("scanned").asInt()).isEqualTo(11);
        assertThat(get("/runs/one/count?status=unwell")).isEqualTo(Json.MAPPER.readTree("{\"cases\":4,\"results\":4}"));
        assertThat(get("/runs/one/count?q=zebra5").get("cases").asInt()).isEqualTo(1);
    }

    @Test
    void rowsSayWhatACaseDidInEachCell() {
        var matrix = settings().with(new Matrix(List.of(new Cell("shop", null), new Cell("other", null)), 3, false));
        var run = new ShownRun(database, "one", matrix);
        for (int number = 0; number < 6; number++) {
            run.of(number, 0, "PPP", Map.of(), "", "fine").of(number, 1, number == 4 ? "PFE" : "PPY", Map.of(),
                    "why " + number, "fine");
        }
        run.over();

        var first = get("/runs/one/cases?limit=1").at("/cases/0");

        assertThat(first.get("number").asInt()).isEqualTo(4);
        assertThat(first.get("line").asInt()).isEqualTo(5);
        assertThat(first.at("/cells/0/dots").asString()).isEqualTo("PPP");
        assertThat(first.at("/cells/1/dots").asString()).isEqualTo("PFE");
        assertThat(first.at("/cells/1/status").asString()).isEqualTo("failed");
        assertThat(first.at("/cells/1/reason").asString()).isEqualTo("why 4");
        for (var sort : List.of("worst", "number", "ms", "-ms", "cost", "-cost", "score", "-score")) {
            for (int limit : new int[]{1, 2, 4}) {
                assertThat(numbers("sort=" + sort + "&limit=" + limit)).as(sort).containsExactlyInAnyOrder(0, 1, 2, 3,
                        4, 5);
            }
        }
        assertThat(numbers("cell=other&status=failed")).containsExactly(4);
        assertThat(numbers("cell=0&status=unwell")).isEmpty();
        assertThat(get("/runs/one/count").toString()).isEqualTo("{\"cases\":6,\"results\":36}");
        assertThat(get("/runs/one/count?status=flaky").toString()).isEqualTo("{\"cases\":5,\"results\":5}");
    }

    @Test
    void timesAreThoseOfAllResults() {
        run("one", "PPSFPEPYCFP").over();
        database.update("UPDATE results SET worker = 'w' || number % 2, started_at = stored_at");

        var times = get("/runs/one/times");

        assertThat(times.at("/times/0/results").asInt()).isEqualTo(11);
        assertThat(times.at("/times/0/p50").asInt()).isEqualTo(150);
        assertThat(times.at("/times/0/p95").asInt()).isEqualTo(200);
        assertThat(times.at("/times/0/bins/0").toString()).isEqualTo("[0,1,0]");
        assertThat(times.at("/times/0/bins").valueStream().mapToInt(bin -> bin.get(2).asInt()).sum()).isEqualTo(4);
        assertThat(times.get("all_workers").asInt()).isEqualTo(2);
        assertThat(times.get("results")).hasSize(11);
        assertThat(get("/runs/one/times?status=unwell").at("/times/0/results").asInt()).isEqualTo(4);
        assertThat(get("/runs/one/times?file=other.jsonl").get("times")).isEmpty();
    }

    @Test
    void ofManyResultsTimesSayHowManyRanAtOnce() {
        run("one", "PF").over();
        database.update("""
                INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, duration_ms, working_ms,
                                     first_event_ms, started_at, stored_at, turns, key, worker)
                SELECT run_day, run_id, more, cell, repeat, more, status, cause, attempt, duration_ms, working_ms, more,
                       stored_at + more * interval '10 ms', stored_at, turns, key, 'w' || more % 2
                FROM results, generate_series(2, 1001) AS more WHERE number = 0
                """);

        var times = get("/runs/one/times");

        assertThat(times.at("/times/0/results").asInt()).isEqualTo(1002);
        assertThat(times.at("/times/1/of").asString()).isEqualTo("first");
        assertThat(times.at("/times/1/p50").asInt()).isEqualTo(500);
        assertThat(times.has("results")).isFalse();
        assertThat(times.at("/workers")).hasSize(2);
        assertThat(times.at("/workers").valueStream().flatMap(each -> each.get("bins").valueStream())
                .mapToDouble(bin -> bin.get(1).asDouble() + bin.get(2).asDouble()).sum()
                * times.get("span_ms").asDouble() / 250).as("ms drawn").isCloseTo(1000 * 100, withinPercentage(1));
    }

    @Test
    void whatDidNotPassIsGrouped() {
        run("one", "FFFFFPE").over();

        var groups = get("/runs/one/groups").get("groups");

        assertThat(groups).hasSize(3);
        assertThat(groups.at("/0/message").asString()).isEqualTo("expected 12 but found #");
        assertThat(groups.at("/0/size").asInt()).isEqualTo(3);
        assertThat(groups.at("/0/example/id").asString()).isEqualTo("c0");
        assertThat(groups.at("/0/example/reply").asString()).isEqualTo("Case 0 is just fine: zebra0");
        assertThat(groups.at("/2/message").asString()).isEqualTo("expected 12 but found 6");
        assertThat(numbers("group=" + groups.at("/0/group").asInt())).containsExactly(0, 2, 4);
        assertThat(get("/runs/one/groups?label=team=odd").get("groups")).hasSize(1);
    }

    @Test
    void aCaseHasItsDefinitionAndItsResults() {
        run("one", "PF").over();

        var page = get("/runs/one/cases/1");

        assertThat(page.at("/definition/labels/team").asString()).isEqualTo("odd");
        assertThat(page.at("/results/0/error").asString()).isEqualTo("the agent said nothing");
        assertThat(page.at("/results/0/cell_name").asString()).isEqualTo("shop");
        assertThat(get("/runs/one/cases/1?cell=0&repeat=1").get("results")).isEmpty();
    }

    @Test
    void homeHasWhatIsUnderWayAndTheNewestOfEachSuite() {
        run("zero", settings("branch", "main"), "PPP").over();
        run("one", settings("branch", "main"), "PFE").over();
        run("aside", settings("branch", "side"), "PP").over();
        run("now", settings("branch", "main"), "P").underWay();

        var home = get("/home");

        assertThat(home.get("running")).singleElement()
                .satisfies(run -> assertThat(run.get("id").asString()).isEqualTo("now"));
        assertThat(home.get("suites")).hasSize(2);
        assertThat(home.at("/suites/0/newest/id").asString()).isEqualTo("now");
        assertThat(home.at("/suites/0/strip")).hasSize(3);
        assertThat(home.at("/suites/0/strip/1/failed").asInt()).isEqualTo(1);
        assertThat(home.at("/suites/1/branch").asString()).isEqualTo("side");
    }

    @Test
    void aCaseHasItsHistoryWhateverItsNumberWas() {
        run("zero", "PP").over();
        new ShownRun(database, "moved", settings()).of(1, 0, "F", Map.of(), "because", "no").over();
        database.update("UPDATE results SET number = 8 WHERE run_id = 'moved'");
        database.update("UPDATE result_details SET number = 8 WHERE run_id = 'moved'");
        run("two", "PF").over();

        var history = get("/history?key=suite.jsonl%23c1&agent=shop");

        assertThat(history.get("outcomes")).extracting(each -> each.get("run").asString() + each.get("dots").asString())
                .containsExactly("twoF", "movedF", "zeroP");
        assertThat(history.at("/streaks/0/since/run").asString()).isEqualTo("moved");
        assertThat(history.at("/streaks/0/runs").asInt()).isEqualTo(2);
        assertThat(history.at("/streaks/0/wavers").asBoolean(true)).isFalse();
        assertThat(history.at("/outcomes/1/reason").asString()).isEqualTo("because");
        assertThat(get("/history?key=none").path("outcomes")).isEmpty();
        assertThat(get("/history?key=suite.jsonl%23c1&agent=else").path("outcomes")).isEmpty();
    }

    @Test
    void runsAreComparedAndTheirChangesRead() {
        run("zero", "PPPPF").over();
        run("one", "FPFPP").over();

        var compared = get("/compare?run=zero&run=one");
        var failing = all("/compare/cases?run=zero&run=one&pair=0&kind=newly_failing&limit=1", "cases");

        assertThat(compared.at("/pairs/0/kinds/newly_failing").asInt()).isEqualTo(2);
        assertThat(compared.at("/pairs/0/sentence").asString()).isNotBlank();
        assertThat(compared.at("/sides")).hasSize(2);
        assertThat(failing).extracting(each -> each.get("id").asString()).containsExactly("c0", "c2");
        assertThat(failing.getFirst().get("before").asString()).isEqualTo("1/1");
        assertThat(failing.getFirst().get("after").asString()).isEqualTo("0/1");
        assertThat(failing.getLast().get("number_b").asInt()).isEqualTo(2);
        assertThat(all("/compare/cases?run=zero&run=one&kind=newly_passing", "cases")).hasSize(1);
    }

    @Test
    void trendsSayWhereTheSuiteChanged() {
        run("zero", "PPPP").over();
        run("one", "PPPF").over();
        run("two", "PPPFF").over();

        var points = get("/trends?suite=suite").get("points");

        assertThat(points).extracting(each -> each.get("run").asString()).containsExactly("zero", "one", "two");
        assertThat(points.at("/1/pass_rate").asDouble()).isEqualTo(0.75);
        assertThat(points.at("/1/changed")).isEmpty();
        assertThat(points.at("/2/changed/0").asString()).isEqualTo("suite");
        assertThat(points.at("/2/p50").asLong()).isPositive();
    }

    @Test
    void flakyCasesHaveTheirRunsAndTheirLastReason() {
        for (var id : List.of("zero", "one", "two", "three")) {
            run(id, id.equals("one") || id.equals("three") ? "FP" : "PP").over();
            new HistoryTable(database).learn(id);
        }

        var flaky = get("/flaky?agent=shop").get("cases");

        assertThat(flaky).singleElement().satisfies(each -> {
            assertThat(each.get("runs").valueStream().map(run -> run.get("verdict").asString()))
                    .containsExactly("passed", "failed", "passed", "failed");
            assertThat(each.get("reason").asString()).as("of the last time").isEqualTo("expected 12 but found 0");
        });
    }

    @Test
    void aReRunIsShownOverItsRun() throws Exception {
        run("one", "PFE").over();
        new RunTable(database).create("again", "local-test", "shop", settings(), "one", null);
        var again = new ShownRun(database, "again");
        again.of(1, 0, "P", Map.of(), "", "fine now").of(2, 0, "F", Map.of(), "really wrong", "bad").over();

        assertThat(all("/runs/one/cases", "cases")).extracting(each -> each.at("/cells/0/dots").asString())
                .containsExactly("F", "Y", "P");
        assertThat(get("/runs/one/cases").at("/cases/0/cells/0/reason").asString()).isEqualTo("really wrong");
        assertThat(get("/runs/one").at("/reruns/0").asString()).isEqualTo("again");
        assertThat(get("/runs/one").at("/statuses/flaky").asInt()).isEqualTo(1);
        assertThat(get("/runs/one/count?status=failed").get("cases").asInt()).isEqualTo(1);
        assertThat(get("/runs/one/cases/2").at("/results/0/error").asString()).isEqualTo("really wrong");
        assertThat(get("/runs/one/groups").get("groups")).hasSize(2);
    }

    @Test
    void aRunUnderWayShowsWhatIsThere() {
        var run = run("one", "PF").underWay();

        assertThat(get("/runs/one").has("gate_failure")).isFalse();
        assertThat(numbers("")).containsExactly(1, 0);
        run.of(2, 0, "F", Map.of(), "more", "bad").underWay();
        assertThat(get("/runs/one/groups").get("groups")).hasSize(2);
        assertThat(get("/runs/one").at("/statuses/failed").asInt()).isEqualTo(2);
    }

    @Test
    void aPathThatIsNoneIsToldLikeAnyFault() {
        var answer = ask("/nope");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("{\"error\":\"there is no /api/v1/nope\"}");
    }

    @Test
    void theInterfaceIsDescribed() {
        assertThat(ask("/openapi.yaml").body()).startsWith("openapi: 3.1");
    }

    /** A client is generated from this: each operation has a name and schemas for what it takes and gives. */
    @Test
    void everyOperationIsDescribedInFull() {
        var description = new ApiDescription();
        var operations = description.operations();

        assertThat(operations).extracting(each -> each.said().path("operationId").asString("")).doesNotContain("")
                .doesNotHaveDuplicates();
        assertThat(description.top().path("servers")).isNotEmpty();
        for (var each : operations) {
            var bodies = Stream.concat(each.said().path("responses").properties().stream()
                    .filter(answer -> !answer.getKey().equals("204") && !each.name().startsWith("HEAD"))
                    .filter(answer -> !answer.getKey().equals("default"))
                    .map(answer -> answer.getValue().path("content")),
                    Stream.ofNullable(each.said().get("requestBody")).map(body -> body.path("content")));
            assertThat(bodies).as(each.name()).allSatisfy(body -> assertThat(body.valueStream())
                    .isNotEmpty().allSatisfy(type -> assertThat(type.has("schema")).isTrue()));
        }
    }

    @Test
    void answersAreAsTheyAreDescribed() {
        var description = new ApiDescription();
        run("zero", settings("branch", "main"), "PPFPP").over();
        run("one", settings("branch", "main"), "FPPPES").over();
        run("now", "PF").underWay();
        var asked = new LinkedHashMap<String, String>();
        Stream.of("/me", "/home", "/runs", "/trends?suite=suite", "/flaky", "/history?key=suite.jsonl%23c1",
                "/compare?run=zero&run=one", "/compare/cases?run=zero&run=one").forEach(
                        path -> asked.put(path,
                                "GET /api/v1" + path.replaceAll("\\?.*", "")));
        Stream.of("", "/cases", "/count", "/groups", "/times").forEach(path -> asked.put("/runs/one" + path,
                "GET /api/v1/runs/{run}" + path));
        asked.put("/runs/one/cases/0", "GET /api/v1/runs/{run}/cases/{number}");
        asked.put("/runs/now", "GET /api/v1/runs/{run}");

        var differences = asked.entrySet().stream()
                .flatMap(each -> description.differences(each.getValue(), get(each.getKey())).stream()).toList();

        assertThat(differences).isEmpty();
        assertThat(ask("/history").statusCode()).as("without its key").isEqualTo(400);
    }

    @Test
    void aRunUnderWaySaysWhatItWaitsFor() throws Exception {
        run("one", "PF").underWay();
        run("two", "PF").over();
        var views = new Views(database, null, InstantSource.system());
        var waiting = new Waiting("no worker is there", List.of());

        assertThat(views.run("one", _ -> waiting).path("waiting").asString()).isEqualTo("no worker is there");
        assertThat(views.run("two", _ -> waiting).has("waiting")).isFalse();
    }

    @Test
    void homeSaysWhetherItHasTheNewsOfAll() {
        run("zero", "PP").over();
        run("one", "FP").over();
        get("/runs/one");

        var home = get("/home");

        assertThat(home.path("complete").asBoolean()).isTrue();
        assertThat(home.at("/suites/0/news/newly_failing").asInt()).isEqualTo(1);
    }

    @Test
    void whatPagesKeepOfARunGoesWithIt() throws Exception {
        for (var id : List.of("one", "two", "three")) {
            run(id, "PFE").over();
            get("/runs/" + id);
        }
        var pruning = new Pruning(database, Instant.now());

        pruning.delete("one", null);
        assertThat(kept()).containsExactly("three", "two");
        pruning.carryOut(pruning.plan(null, 1));
        assertThat(kept()).containsExactly("three");
    }

    private List<String> kept() {
        var kept = new ArrayList<List<String>>();
        for (var table : List.of("failures", "case_labels", "run_pages")) {
            kept.add(database.list("SELECT DISTINCT run_id FROM " + table + " ORDER BY 1", row -> row.getString(1)));
        }
        assertThat(Set.copyOf(kept)).as("the same runs in all tables").hasSize(1);
        return kept.getFirst();
    }
}
