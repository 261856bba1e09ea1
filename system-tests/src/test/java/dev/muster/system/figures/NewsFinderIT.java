package dev.muster.system.figures;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsCase;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;
import dev.muster.system.FreshDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what is new in stored runs since the runs before. */
final class NewsFinderIT {

    private static final String DEFINITION = """
            INSERT INTO case_definitions (run_id, number, key, id, definition) VALUES (@run, @number, 'suite.jsonl#c' || @id,
                    'c' || @id, '{"key":"k","source":{"file":"suite.jsonl","line":' || @number || '},"conversation":{"say":"'
                    || @say || '"}}')
            """;

    private FreshDatabase fresh;
    private Database database;

    @BeforeEach
    void open() {
        fresh = FreshDatabase.open(2);
        database = fresh.database();
    }

    @AfterEach
    void close() {
        fresh.close();
    }

    private static About about(String... labels) {
        var told = new LinkedHashMap<String, String>();
        for (int i = 0; i < labels.length; i += 2) {
            told.put(labels[i], labels[i + 1]);
        }
        return new About(told, null, About.SEED, null, null, "suite");
    }

    /** Writes a run of one cell: the repeats of each case by letter, from case 0 of number 0. */
    private void run(String id, String... repeats) {
        run(id, about(), 0, repeats);
    }

    private void run(String id, About about, int firstNumber, String... repeats) {
        run(id, WrittenRun.settings().with(about), firstNumber, "Hi", repeats).over();
    }

    private WrittenRun run(String id, RunSettings settings, int firstNumber, String say, String... repeats) {
        var run = new WrittenRun(database, id, settings);
        for (int each = 0; each < repeats.length; each++) {
            database.update(DEFINITION, "run", id, "number", firstNumber + each, "id", each, "say", say);
            write(run, firstNumber + each, each, 0, repeats[each]);
        }
        return run;
    }

    private void write(WrittenRun run, int number, int id, int cell, String repeats) {
        for (int repeat = 0; repeat < repeats.length(); repeat++) {
            switch (repeats.charAt(repeat)) {
                case 'P' -> run.result(number, cell, repeat, "passed", "none");
                case 'F' -> run.result(number, cell, repeat, "failed", "assertion");
                case 'E' -> run.result(number, cell, repeat, "error", "infrastructure");
                case 'S' -> run.result(number, cell, repeat, "skipped", "skipped");
                case 'Y' -> run.result(number, cell, repeat, "flaky", "none");
                case 'M' -> muted(run.result(number, cell, repeat, "skipped", "muted"), number);
                default -> throw new IllegalArgumentException(repeats);
            }
        }
        database.update("UPDATE results SET key = 'suite.jsonl#c' || @id WHERE run_id = @run AND number = @number",
                "id", id,
                "run", run.id(), "number", number);
    }

    /** It would have failed. */
    private void muted(WrittenRun run, int number) {
        database.update("UPDATE results SET muted = 'failed' WHERE run_id = @run AND number = @number", "run", run.id(),
                "number", number);
    }

    private News news(String run) {
        return new NewsFinder(database).of(new RunTable(database).find(run).orElseThrow());
    }

    private static About of(String project, String... labels) {
        return about(labels).ofProject(project);
    }

    @Test
    void aRunIsHeldAgainstThoseOfItsProjectOnly() {
        run("mine", of("shop"), 0, "P");
        run("theirs", of("bank"), 0, "F");
        run("nobodys", about(), 0, "F");
        run("now", of("shop"), 0, "F");

        assertThat(news("now").baseline()).isEqualTo("mine");
        assertThat(told(news("now"))).containsOnlyKeys(NewsKind.NEWLY_FAILING);
        assertThat(news("nobodys").baseline()).isEqualTo("theirs");
    }

    @Test
    void aProjectWithoutRunsIsHeldAgainstThoseOfBefore() {
        run("before", about(), 0, "P");
        run("labelled", about("repository", "bank"), 0, "F");
        run("theirs", of("bank"), 0, "F");
        run("first", of("shop", "repository", "shop"), 0, "F");
        run("second", of("shop", "repository", "shop"), 0, "F");

        assertThat(news("first").baseline()).isEqualTo("before");
        assertThat(news("second").baseline()).isEqualTo("first");
    }

    /** Returns cases as {@code c1 3/3 → 0/3}, by kind. */
    private static Map<NewsKind, List<String>> told(News news) {
        var told = new EnumMap<NewsKind, List<String>>(NewsKind.class);
        news.groups().forEach(group -> {
            assertThat(group.cases()).isEqualTo(group.named().size());
            told.put(group.kind(), group.named().stream()
                    .map(each -> each.key().substring(each.key().indexOf('#') + 1) + " " + each.tries()).toList());
        });
        return told;
    }

    @Test
    void everyKindIsFound() {
        run("first", "PPP", "PPP", "FFF", "FFF", "PPP", "PPP", "SSS", "PPP");
        run("second", "FFF", "PPF", "PPP", "FFF", "SSS", "YPP", "SSS", "PPP", "F", "P");

        var news = news("second");

        assertThat(news.baseline()).isEqualTo("first");
        assertThat(told(news)).isEqualTo(Map.of(NewsKind.NEWLY_FAILING, List.of("c0 3/3 → 0/3"), NewsKind.WAVERING,
                List.of("c1 3/3 → 2/3"), NewsKind.FIXED, List.of("c2 0/3 → 3/3"), NewsKind.STILL_FAILING,
                List.of("c3 0/3 → 0/3"), NewsKind.NEWLY_SKIPPED, List.of("c4 3/3 → skipped"), NewsKind.FLAKY,
                List.of("c5 3/3 → 3/3"), NewsKind.NEW, List.of("c8 – → 0/1")));
    }

    @Test
    void withoutAnEarlierRunThereIsNoBaseline() {
        run("first", "F");

        assertThat(news("first")).isEqualTo(News.NONE);
    }

    @Test
    void casesKeepTheirPastWhenTheirNumbersChange() {
        run("first", "P", "F", "P");
        run("second", about(), 7, "F", "P", "P");

        assertThat(told(news("second"))).isEqualTo(
                Map.of(NewsKind.NEWLY_FAILING, List.of("c0 1/1 → 0/1"), NewsKind.FIXED, List.of("c1 0/1 → 1/1")));
    }

    @Test
    void whatTheNewestRunCouldNotJudgeIsLookedUpInOlderOnes() {
        run("passed", "P", "P", "F", "P");
        run("broken", "E", "E", "E", "P");
        run("closed", "E", "E", "E", "P");
        run("now", "F", "P", "P", "P");

        var news = news("now");

        assertThat(news.baseline()).isEqualTo("closed");
        assertThat(told(news)).isEqualTo(
                Map.of(NewsKind.NEWLY_FAILING, List.of("c0 1/1 → 0/1"), NewsKind.FIXED, List.of("c2 0/1 → 1/1")));
    }

    @Test
    void aMutedCaseIsNoNewsAndItsPastStaysKnown() {
        run("first", "F", "P", "P");
        run("muted", "M", "M", "P");
        run("again", "F", "F", "M");

        assertThat(news("muted").groups()).isEmpty();
        assertThat(told(news("again")))
                .isEqualTo(Map.of(NewsKind.STILL_FAILING, List.of("c0 0/1 → 0/1", "c1 0/1 → 0/1")));
    }

    @Test
    void anotherDefinitionIsToldApart() {
        run("first", "P", "P");
        run("second", WrittenRun.settings().with(about()), 3, "Hello", "F", "P").over();
        run("third", WrittenRun.settings().with(about()), 5, "Hello", "F", "F").over();

        assertThat(told(news("second"))).isEqualTo(Map.of(NewsKind.CHANGED, List.of("c0 1/1 → 0/1")));
        assertThat(told(news("third"))).isEqualTo(Map.of(NewsKind.NEWLY_FAILING, List.of("c1 1/1 → 0/1"),
                NewsKind.STILL_FAILING, List.of("c0 0/1 → 0/1")));
    }

    @Test
    void onlyWholeRunsOfTheSameInputsAreBaselines() throws Exception {
        run("whole", "P", "P");
        run("picked", new About(Map.of(), null, 1, "-k c1", null, "suite"), 0, "F");
        run("elsewhere", new About(Map.of(), null, 1, null, null, "other"), 0, "F");
        run("stopped", "F", "F");
        database.update("UPDATE runs SET state = 'stopped' WHERE run_id = 'stopped'");
        new RunTable(database).create("rerun", "local-test", "shop", WrittenRun.settings().with(about()), "whole",
                null);
        database.update("UPDATE runs SET state = 'finished' WHERE run_id = 'rerun'");
        run("now", "F", "P");
        run("part", new About(Map.of(), null, 1, "-k c0", null, "suite"), 0, "P");

        assertThat(news("now").baseline()).isEqualTo("whole");
        assertThat(news("now").of(NewsKind.NEWLY_FAILING)).isEqualTo(1);
        assertThat(told(news("part"))).isEqualTo(Map.of(NewsKind.FIXED, List.of("c0 0/1 → 1/1")));
    }

    @Test
    void aBranchIsHeldAgainstItselfAndAPullRequestAgainstItsBase() {
        run("main", about("branch", "main"), 0, "P");
        run("feature", about("branch", "feature"), 0, "F");
        run("again", about("branch", "feature"), 0, "F");
        run("request", about("branch", "patch", "base_branch", "main"), 0, "F");
        run("unlabelled", "F");
        run("other", about("branch", "lonely"), 0, "F");

        assertThat(
                Stream.of("again", "request", "unlabelled", "other").map(run -> String.valueOf(news(run).baseline())))
                .containsExactly("feature", "main", "request", "null");
        assertThat(news("again").of(NewsKind.STILL_FAILING)).isEqualTo(1);
        assertThat(news("request").of(NewsKind.NEWLY_FAILING)).isEqualTo(1);
    }

    @Test
    void aRunWithoutOneOfTheCasesIsNoBaseline() {
        run("mine", "P", "P");
        elsewhere("theirs");
        run("now", about(), 9, "F", "P");
        elsewhere("again");
        run("against", new About(Map.of(), null, 1, null, "theirs", "suite"), 0, "F");

        assertThat(news("now").baseline()).isEqualTo("mine");
        assertThat(news("again").baseline()).isEqualTo("theirs");
        assertThat(news("against")).isEqualTo(News.NONE);
    }

    /** Writes a run of other cases with the same paths and agent. */
    private void elsewhere(String id) {
        var run = new WrittenRun(database, id, WrittenRun.settings().with(about()));
        database.update(DEFINITION, "run", id, "number", 0, "id", 99, "say", "Hi");
        write(run, 0, 99, 0, "F");
        run.over();
    }

    @Test
    void aRunOfAnotherRepositoryIsNoBaselineButOneOfAnUnknownIs() {
        run("mine", about("repository", "o/mine"), 0, "P");
        run("other", about("repository", "o/other"), 0, "F");
        run("ours", about("repository", "o/mine"), 0, "F");
        run("unknown", "F");
        run("last", about("repository", "o/other"), 0, "F");

        assertThat(Stream.of("other", "ours", "unknown", "last").map(run -> String.valueOf(news(run).baseline())))
                .containsExactly("null", "mine", "ours", "unknown");
    }

    @Test
    void withABaselineAndNothingNewItIsKnown() {
        run("first", "P", "P");
        run("second", "P", "E");

        assertThat(news("second")).isEqualTo(new News("first", List.of()));
    }

    @Test
    void aNamedRunIsTheOnlyBaseline() {
        run("first", "P", "F");
        run("second", "F", "F");
        run("now", new About(Map.of(), null, 1, null, "first", "suite"), 0, "F", "E");

        assertThat(news("now").baseline()).isEqualTo("first");
        assertThat(told(news("now"))).isEqualTo(Map.of(NewsKind.NEWLY_FAILING, List.of("c0 1/1 → 0/1")));
    }

    @Test
    void cellsAreFoundByNameInWhicheverRunHasThem() {
        cells("both", List.of("shop", "store"), "P", "F");
        cells("one", List.of("shop"), "F");
        cells("turned", List.of("store", "shop"), "P", "P");

        var news = news("turned");

        assertThat(news.baseline()).isEqualTo("one");
        assertThat(news.groups()).flatExtracting(NewsGroup::named).extracting(NewsCase::cell, NewsCase::tries)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("store", "0/1 → 1/1"),
                        org.assertj.core.groups.Tuple.tuple("shop", "0/1 → 1/1"));
    }

    @Test
    void aRunOfSomeAgentsIsHeldAgainstTheirCasesInARunOfAll() {
        agents("all", "shop, store", List.of("c0 shop P", "c1 shop P", "c2 store P", "c3 store F"));
        agents("some", "shop", List.of("c0 shop P", "c1 shop F"));
        agents("others", "store", List.of("c2 store F", "c3 store P"));
        database.update("UPDATE runs SET whole = false WHERE run_id <> 'all'");

        assertThat(news("some").baseline()).isEqualTo("all");
        assertThat(toldByCell(news("some"))).containsExactly("NEWLY_FAILING c1 shop 1/1 → 0/1");
        assertThat(toldByCell(news("others"))).containsExactly("NEWLY_FAILING c2 store 1/1 → 0/1",
                "FIXED c3 store 0/1 → 1/1");
    }

    @Test
    void aCaseIsNotHeldAgainstItsVerdictWithAnotherAgent() {
        agents("all", "shop, store", List.of("c0 shop P", "c1 store P"));
        agents("forced", "shop", List.of("c0 shop F", "c1 shop F"));
        agents("usual", "shop, store", List.of("c0 shop P", "c1 store F"));

        assertThat(toldByCell(news("forced"))).containsExactly("NEWLY_FAILING c0 shop 1/1 → 0/1",
                "NEW c1 shop – → 0/1");
        assertThat(toldByCell(news("usual"))).containsExactly("NEWLY_FAILING c1 store 1/1 → 0/1",
                "FIXED c0 shop 0/1 → 1/1");
    }

    @Test
    void anAgentMoreOrRenamedLeavesTheOthersTheirPast() {
        agents("before", "shop, store", List.of("c0 shop P", "c1 store F"));
        agents("renamed", "kiosk, shop", List.of("c0 shop F", "c1 kiosk F"));
        agents("more", "store, bar, shop, kiosk",
                List.of("c0 shop P", "c1 kiosk F", "c2 bar P", "c3 store P"));

        assertThat(toldByCell(news("renamed"))).containsExactly("NEWLY_FAILING c0 shop 1/1 → 0/1",
                "NEW c1 kiosk – → 0/1");
        assertThat(toldByCell(news("more"))).containsExactly("FIXED c0 shop 0/1 → 1/1",
                "STILL_FAILING c1 kiosk 0/1 → 0/1");
    }

    @Test
    void cellsOfAMatrixAndAgentsOfCasesAreEachOthersPast() {
        agents("plain", "shop, store", List.of("c0 shop P", "c1 store P"));
        cells("matrix", List.of("store", "shop"), "F", "F");
        agents("again", "shop, store", List.of("c7 store P", "c0 shop P"));

        assertThat(toldByCell(news("matrix"))).containsExactly("NEWLY_FAILING c0 shop 1/1 → 0/1",
                "NEW c0 store – → 0/1");
        assertThat(news("again").baseline()).isEqualTo("matrix");
        assertThat(toldByCell(news("again"))).containsExactly("FIXED c0 shop 0/1 → 1/1");
    }

    @Test
    void aMatrixThatGainedACellHasNoPastThere() {
        cells("one", List.of("shop"), "P");
        cells("two", List.of("store", "shop"), "F", "F");

        assertThat(toldByCell(news("two"))).containsExactly("NEWLY_FAILING c0 shop 1/1 → 0/1", "NEW c0 store – → 0/1");
    }

    private static List<String> toldByCell(News news) {
        return news.groups().stream().flatMap(group -> group.named().stream().map(each -> group.kind() + " "
                + each.key().substring(each.key().indexOf('#') + 1) + " " + each.cell() + " " + each.tries())).toList();
    }

    /** Writes a run without a matrix: id, agent and repeats of each case. */
    private void agents(String id, String agents, List<String> cases) {
        var run = new WrittenRun(database, id, agents, WrittenRun.settings().with(about()));
        for (int number = 0; number < cases.size(); number++) {
            var words = cases.get(number).substring(1).split(" ", 3);
            database.update(DEFINITION.replace("\"source\"", "\"agent\":\"" + words[1] + "\",\"source\""), "run", id,
                    "number", number, "id", Integer.parseInt(words[0]), "say", "Hi");
            write(run, number, Integer.parseInt(words[0]), 0, words[2]);
        }
        run.over();
    }

    private void cells(String id, List<String> names, String... repeats) {
        var matrix = new Matrix(names.stream().map(name -> new Cell(name, null)).toList(), 1, false);
        var run = new WrittenRun(database, id, WrittenRun.settings().with(about()).with(matrix));
        database.update(DEFINITION, "run", id, "number", 0, "id", 0, "say", "Hi");
        for (int cell = 0; cell < repeats.length; cell++) {
            write(run, 0, 0, cell, repeats[cell]);
        }
        run.over();
    }

    @Test
    void theReasonIsThatOfTheResult() {
        run("first", "P");
        run("now", "F");
        database.update("""
                INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
                SELECT run_day, run_id, number, cell, repeat, @detail::json FROM results WHERE run_id = 'now'
                """, "detail",
                Json.MAPPER.writeValueAsString(TestResult.of("suite.jsonl#c0", "c0").status(Status.FAILED)
                        .cause(Cause.ASSERTION).error("it said goodbye").make()));

        assertThat(reason(news("now"))).isEqualTo("it said goodbye");
    }

    private static @Nullable String reason(News news) {
        return news.groups().getFirst().named().getFirst().reason();
    }
}
