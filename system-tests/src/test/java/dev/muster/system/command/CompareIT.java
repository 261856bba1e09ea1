package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.config.Gate;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.store.Database;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code muster compare} on runs with known results. */
final class CompareIT {

    @TempDir
    private static Path folder;

    private static LocalDatabase local;

    @BeforeAll
    static void start() {
        local = LocalDatabase.open(new Home(folder.resolve("home")), 2);
        var lenient = WrittenRun.settings().with(new Policies(false, 2, RetryPolicy.DEFAULT, FailedAgain.NEVER,
                new Gate(0.5, 0, 1, false), Quarantine.NONE));
        // 40 cases: all pass, but for one; one more, that the later runs do not have
        run("old").passed(IntStream.range(1, 41).toArray()).failed(0).over();
        // 14 of them fail, one passes, one is new, one is not judged
        new WrittenRun(database(), "worse", lenient).failed(IntStream.range(1, 15).toArray())
                .passed(IntStream.range(15, 39).toArray()).passed(0).result(39, 0, 0, "skipped", "skipped").passed(99)
                .over();
        new WrittenRun(database(), "alike", lenient).passed(IntStream.range(0, 38).toArray()).failed(38).over();
    }

    @AfterAll
    static void stop() {
        local.close();
    }

    private static Database database() {
        return local.database();
    }

    private static WrittenRun run(String id) {
        return new WrittenRun(database(), id);
    }

    private static Command compare(String... arguments) {
        return Command.typeHere(folder.resolve("home"), Map.of(),
                Stream.concat(Stream.of("compare"), Stream.of(arguments)).toArray(String[]::new));
    }

    @Test
    void aDifferenceIsToldInASentenceWithTheCasesByName() {
        var told = compare("old", "worse");

        assertThat(told.code()).isZero();
        assertThat(told.output()).contains("worse (shop) is worse on 14 cases and better on 1, and that is significant",
                "39 of 40 common cases judged on both sides", "Newly failing: 14", "suite.jsonl#c1 (assertion)",
                "Newly passing: 1", "Missing: 1", "suite.jsonl#c40", "New: 1", "suite.jsonl#c99",
                "not counted: 1 skipped (skipped)");
        assertThat(told.output().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void noDifferenceSaysHowManyMoreCasesWouldDecide() throws Exception {
        assertThat(compare("old", "alike").output()).contains("No difference");
    }

    @Test
    void aRegressionFailsTheGateWithItsReason() throws Exception {
        var told = compare("old", "worse", "--gate");

        assertThat(told.code()).isEqualTo(1);
        assertThat(told.output()).contains("Gate failed: worse (shop) is worse on 14 cases");
        assertThat(compare("old", "alike", "--gate").code()).isZero();
        assertThat(compare("worse", "old", "--gate").output())
                .contains("97.56 % passed (40 of 41), gate.min_pass_rate is 100");
    }

    @Test
    void filesSayTheSame() throws Exception {
        var json = folder.resolve("c.json");
        var told = compare("old", "worse", "-o", json.toString(), "-o", folder.resolve("c.md").toString(), "-o",
                folder.resolve("c.html").toString());

        assertThat(told.code()).as(told.output()).isZero();
        var pair = Json.MAPPER.readTree(Files.readString(json)).path("pairs").path(0);
        assertThat(pair.path("newly_failing")).hasSize(14);
        assertThat(pair.path("findings")).allMatch(finding -> finding.path("cases").asInt() == 39);
        assertThat(pair.path("missing").path(0).path("key").asString()).isEqualTo("suite.jsonl#c40");
        var sentence = pair.path("sentence").asString();
        assertThat(Files.readString(folder.resolve("c.md")).replace("&#60;", "<")).contains(sentence);
        assertThat(Files.readString(folder.resolve("c.html")).replace("&lt;", "<")).contains(sentence);
    }

    @Test
    void flakyResultsAndErrorsAreCountedByThemselves() {
        run("wobbly").passed(1).failed(2).result(3, 0, 0, "flaky", "none")
                .result(4, 0, 0, "error", "infrastructure").over();
        run("steady").passed(1, 2, 3, 4).over();

        assertThat(compare("wobbly", "steady").output()).contains("suite.jsonl#c3 (flaky)",
                "1 passed, 1 failed, 1 error, 1 flaky", "4 passed, 0 failed, 0 error, 0 flaky");
        var runs = Command.typeHere(folder.resolve("home"), Map.of(), "runs").lines();
        assertThat(runs.getFirst()).contains("these are the runs of every project");
        assertThat(runs.get(1)).contains("VERDICT PASSED");
        assertThat(runs).anyMatch(line -> line.startsWith("wobbly ") && line.contains("failed    33 % "));
    }

    @Test
    void repeatsAreComparedByCase() throws Exception {
        var first = run("thrice");
        var second = run("thrice-again");
        for (int number = 0; number < 12; number++) {
            for (int repeat = 0; repeat < 3; repeat++) {
                first.result(number, 0, repeat, "passed", "none");
                boolean passes = repeat < number % 3;
                second.result(number, 0, repeat, passes ? "passed" : "failed", passes ? "none" : "assertion");
            }
        }
        first.over();
        second.over();

        var told = compare("thrice:0", "thrice-again:0");

        assertThat(told.output()).contains("passes 66.7 points less often, and that is significant",
                "exchanging the sides of cases", "pass@3 66.7 %, pass^3 0.0 %", "12 of 12 common cases");
    }

    @Test
    void meansOfTheSameValuesDoNotDiffer() {
        var often = run("ten-times");
        var once = run("once");
        for (int number = 0; number < 12; number++) {
            once.result(number, 0, 0, "passed", "none", 100, 0.9, 0.0025);
            for (int repeat = 0; repeat < 10; repeat++) {
                often.result(number, 0, repeat, "passed", "none", 100, 0.9, 0.0025);
            }
        }
        often.over();
        once.over();

        var told = compare("ten-times", "once", "--gate");

        assertThat(told.code()).as(told.output()).isZero();
        assertThat(told.output()).contains("No difference");
        assertThat(told.output().lines()).noneMatch(line -> line.endsWith("*"));
    }

    @Test
    void casesWhoseRepeatsWereStoppedAreComparedByTheirVerdicts() {
        var whole = run("whole");
        var stopped = run("stopped");
        for (int number = 0; number < 10; number++) {
            for (int repeat = 0; repeat < 4; repeat++) {
                boolean fails = number < 5 && repeat == 0;
                boolean left = number < 5 && repeat > 0;
                whole.result(number, 0, repeat, fails ? "failed" : "passed", fails ? "assertion" : "none");
                stopped.result(number, 0, repeat, fails ? "failed" : left ? "skipped" : "passed",
                        fails ? "assertion" : left ? "decided" : "none");
            }
        }
        whole.over();
        stopped.over();

        assertThat(compare("whole", "stopped").output()).contains("No difference: all 10 cases came out alike",
                "50.0 % of cases passed all their tries (5 of 10;", "over 5 of 10 cases", "exact McNemar test");
    }

    @Test
    void oneRunAloneComparesItsCells() {
        var matrix = new WrittenRun(database(), "matrix", WrittenRun.settings()
                .with(new Matrix(List.of(new Cell("model-a", null), new Cell("model-b", null)), 1, false)));
        for (int number = 0; number < 9; number++) {
            matrix.result(number, 0, 0, "passed", "none").result(number, 1, 0, "failed", "assertion");
        }
        matrix.over();

        var told = compare("matrix");

        assertThat(told.output()).contains("model-b against model-a",
                "model-b is worse on 9 cases, and that is significant");
        assertThat(compare("matrix:model-b", "matrix:0").output()).contains("model-a is better on 9 cases");
    }

    @Test
    void filesAreLookedAtBeforeAnythingIsTold() {
        var twice = compare("old", "alike", "-o", "x.json", "-o", "./x.json");
        var nowhere = compare("old", "alike", "-o", "/dev/null/x.json");

        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.output()).contains("-o ./x.json is named twice").doesNotContain("No difference");
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.output()).contains("is not a folder").doesNotContain("No difference");
    }

    @Test
    void faultsSayWhatWouldBeRight() throws Exception {
        run("newest").passed(1).over();
        assertThat(compare("newest").output()).contains("run newest has one cell").contains("name a second run");
        assertThat(compare("old").output()).contains("newest against old (shop)");
        assertThat(compare("old", "old").output()).contains("would be compared with itself");
        assertThat(compare("old", "worse:7").output()).contains("run worse has no cell 7; it has 0 (shop)");
        assertThat(compare("old", "worse", "-o", "x.txt").output()).contains(".json, .md or .html");
        assertThat(compare("old", "nowhere").output()).contains("run nowhere not found");
    }
}
