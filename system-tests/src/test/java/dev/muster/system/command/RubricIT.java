package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests rubrics, comparisons by embeddings, and the check of a judge, over HTTP. */
final class RubricIT {

    private static final Map<String, String> KEY = Map.of("JUDGE_KEY", "key-of-the-judge");

    @TempDir
    private static Path home;

    @TempDir
    private Path project;

    private NoisyJudge judge;

    @BeforeEach
    void start() throws IOException {
        judge = new NoisyJudge(project);
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    private Command run(String suite, String... flags) throws IOException {
        Files.writeString(project.resolve("t.yaml"), suite);
        return Command.typeIn(project, home, KEY, Stream.concat(Stream.of("run", "-i", "t.yaml", "-o", "r.json",
                "--retries", "0"), Stream.of(flags)).toArray(String[]::new));
    }

    private Command check(String... flags) {
        return Command.typeIn(project, home, KEY,
                Stream.concat(Stream.of("judge", "check", "labeled.jsonl"), Stream.of(flags)).toArray(String[]::new));
    }

    @Test
    void judgesJudgeInTheirShortAndTheirLongForm() throws IOException {
        var run = run("""
                - id: short
                  input: a good word, sent with key-of-the-judge
                  assert:
                    - rubric: says a good word
                      threshold: 0.8
                    - not_rubric: says a good word
                      judge: plain
                      message: too good
                    - similar: it was sent
                    - contains_any: [good, bad]
                    - starts-with: a good
                - id: long
                  input: a bad word, lost
                  assert:
                    - { type: llm-rubric, value: says a good word, samples: 3, judge: "agents:critic" }
                    - { type: similar, value: [it was sent, it arrived], threshold: 0.9 }
                    - { type: not-is-json }
                """);

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains(
                "too good the judge passed it, but must not: it says good",
                "the judge failed it: it does not say good (0 of 3 samples passed, scores 0.10 to 0.10)",
                "the comparison failed it: its score 0.", "Judges: ", "100 % of the pairs of samples agree");
        var report = Json.MAPPER.readTree(Files.readString(project.resolve("r.json")));
        assertThat(report.path("summary").path("judging").path("answers").asInt()).isEqualTo(5);
        assertThat(report.path("summary").path("judging").path("cost_usd").decimalValue()).isEqualByComparingTo("1");
        assertThat(report.path("summary").path("judging").path("sampled").asInt()).isOne();
        assertThat(Files.readString(project.resolve("r.json")))
                .contains("\"rubric/1\"", "<<<REPLY t", "a good word, sent with ***")
                .doesNotContain("key-of-the-judge");
        assertThat(judge.asked).allSatisfy(body -> assertThat(body.path("messages").toString()).contains("<<<REPLY t"));
        assertThat(judge.asked).anySatisfy(body -> assertThat(body.path("response_format").path("type").asString(""))
                .isEqualTo("json_schema"));
    }

    @Test
    void nonsenseIsNotTheAgentsFault() throws IOException {
        var run = run("{ id: n, input: good, assert: { rubric: says good, judge: babbler } }");

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("validator error: it gave no verdict",
                "I like it very much.").doesNotContain("Failed: 1");
    }

    @Test
    @Tag("slow")
    void otherDialectsTakeAssertionsToo() throws IOException {
        var agUi = run("""
                name: a
                turns:
                  - user: good
                    assert: { assertions: [{ rubric: says good }] }
                  - user: bad
                assert: { assertions: { rubric: says good, samples: 3 } }
                """);
        Files.writeString(project.resolve("e.json"), """
                {"name": "e", "userMessage": "bad", "assertions": [{"rubric": "says good"}]}""");
        var eval = Command.typeIn(project, home, KEY, "run", "-i", "e.json", "--retries", "0");

        assertThat(agUi.code()).as(agUi.output()).isZero();
        assertThat(eval.code()).as(eval.output()).isEqualTo(1);
        assertThat(eval.output()).contains("the judge failed it: it does not say good");
    }

    @Test
    void everyFaultIsToldAtItsPlace() throws IOException {
        Files.writeString(project.resolve("muster.yaml"), Files.readString(project.resolve("muster.yaml"))
                .replace("judge: sure, embeddings: embed", "agent: shop")
                .replace("{ agent: shop, agent: shop", "{ agent: shop"));

        var run = run("""
                - id: a
                  input: b
                  assert:
                    - rubric: polite
                    - { type: rubric, criteria: polite, judge: gtp, samples: 2 }
                    - similar: it was sent
                    - { type: similar, value: x, connector: emebd }
                    - { type: javascript, value: output }
                    - { contains: x, value: y }
                    - { type: latency, threshold: 5 }
                """);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.output().replaceAll("\\s+", " ")).contains("t.yaml:4:7: no judge is configured for this rubric",
                "t.yaml:5:48: unknown agent or connector 'gtp'", "t.yaml:5:62: 'samples' of rubric must be odd",
                "t.yaml:6:7: similar has no embeddings to compare",
                "t.yaml:7:45: unknown connector 'emebd'; did you mean 'embed'?",
                "t.yaml:8:15: unknown assertion type 'javascript'; Muster has none, write it as a function: type script",
                "t.yaml:9:22: 'value' means the same as another key",
                "unknown assertion type 'latency'; write type max_duration_ms with 'value', in milliseconds");
    }

    /** The judge is wrong in 30 % of its answers; with n samples, the majority is wrong as a binomial tail says. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"1, 0.3", "3, 0.216", "5, 0.16308"})
    void samplesMakeANoisyJudgeBetterAsTheorySays(int samples, double theory) throws IOException {
        int replies = 200;
        Files.write(project.resolve("labeled.jsonl"), IntStream.range(0, replies)
                .mapToObj(n -> "{\"input\": \"q\", \"output\": \"" + (n % 2 == 0 ? "good" : "bad") + "\", \"label\": "
                        + (n % 2 == 0) + ", \"criteria\": \"says good\"}")
                .toList());

        var check = check("--judge", "noisy", "--samples", String.valueOf(samples), "--json", "--parallel", "16");

        var json = Json.MAPPER.readTree(check.output());
        assertThat(check.code()).as(check.output()).isZero();
        // 3.5 standard deviations
        assertThat(1 - json.path("agreement").asDouble()).isBetween(
                theory - 3.5 * Math.sqrt(theory * (1 - theory) / replies),
                theory + 3.5 * Math.sqrt(theory * (1 - theory) / replies));
        assertThat(json.path("judging").path("answers").asInt()).isEqualTo(replies * samples);
        if (samples > 1) {
            // a pair agrees with 0.7² + 0.3²
            assertThat(json.path("judging").path("agreement").asDouble()).isBetween(0.5, 0.66);
        }
    }

    @Test
    void aJudgeIsComparedWithPeople() throws IOException {
        Files.writeString(project.resolve("labeled.jsonl"), """
                {"input": "q", "output": "good", "label": true, "criteria": "says good"}
                {"input": "q", "output": "good too", "label": "pass", "criteria": ["says good", "short"]}
                {"input": "q", "output": "bad", "label": false, "criteria": "says good"}
                {"input": "q", "output": "good, they say", "label": "FAIL", "criteria": "says good"}
                """);

        var check = check();
        var missed = check("--gate", "kappa=0.7", "--gate", "agreement=0.7");
        var agent = check("--judge", "agents:critic", "--gate", "kappa=0.5");

        assertThat(check.code()).as(check.output()).isZero();
        assertThat(check.output()).contains("Replies:   4, 0 of them without a verdict", "Agreement: 75.0 %",
                "Kappa:     0.50 (95 %: ", "people pass              2            0",
                "people fail              1            1",
                "labeled.jsonl:4 passes, people say fail: it says good", "$4.00");
        assertThat(missed.code()).isEqualTo(1);
        assertThat(missed.output()).contains("kappa is 0.500, and the gate asks for 0.7")
                .doesNotContain("agreement is");
        assertThat(agent.code()).as(agent.output()).isZero();
    }

    @Test
    void aBrokenJudgePassesNoGate() throws IOException {
        Files.writeString(project.resolve("labeled.jsonl"),
                "{\"output\": \"good\", \"label\": true, \"criteria\": \"says good\"}\n");

        var gated = check("--judge", "babbler", "--gate", "kappa=0.1");
        var plain = check("--judge", "babbler");
        var alike = check("--gate", "agreement=0.9");

        assertThat(gated.code()).as(gated.output()).isEqualTo(1);
        assertThat(gated.output()).contains("kappa is unknown, and the gate asks for 0.1");
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.output()).contains("labeled.jsonl:1 validator error: it gave no verdict",
                "Kappa:     unknown");
        assertThat(alike.code()).as(alike.output()).isZero();
        assertThat(alike.output()).contains("Agreement: 100.0 %", "Kappa:     unknown");
    }

    @Test
    @Tag("slow")
    void aRefusedFormIsOfferedOnce() throws IOException {
        var run = run("""
                - { id: n, input: good, assert: { rubric: says good, judge: plain, samples: 5 } }
                """);

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(judge.asked).hasSize(5);
        assertThat(judge.refusals).hasValue(1);
    }

    @Test
    void samplesBesideNonsenseAreShownAndCounted() throws IOException {
        Files.writeString(project.resolve("labeled.jsonl"),
                "{\"output\": \"good\", \"label\": true, \"criteria\": \"says good\"}\n");

        var run = run("{ id: n, input: good, assert: { rubric: says good, judge: moody, samples: 5 } }");
        var check = check("--judge", "babbler", "--json");

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("Judges: ", "100 % of the pairs of samples agree");
        var judging = Json.MAPPER.readTree(Files.readString(project.resolve("r.json"))).path("summary").path("judging");
        assertThat(judging.path("answers").asInt()).isEqualTo(5);
        assertThat(Json.MAPPER.readTree(check.output()).path("judging").path("answers").asInt()).isOne();
    }

    @Test
    @Tag("slow")
    void theJudgesLineOfALongRunIsThereLaterToo() throws IOException {
        var run = run(IntStream.range(0, 201).mapToObj(n -> "- { id: n" + n
                + ", input: good, assert: { rubric: says good, samples: 3 } }\n").collect(Collectors.joining()));
        var report = Command.typeIn(project, home, KEY, "report");

        assertThat(run.output()).contains("Judges: ");
        assertThat(report.output()).contains("Total:   201 tests", "Judges: ", "100 % of the pairs of samples agree");
    }

    @Test
    @Tag("slow")
    void aCheckKeepsTheLimitOfAJudge() throws IOException {
        Files.write(project.resolve("labeled.jsonl"), Collections.nCopies(4,
                "{\"output\": \"good\", \"label\": true, \"criteria\": \"says good\"}"));

        Files.writeString(project.resolve("muster.yaml"), Files.readString(project.resolve("muster.yaml"))
                .replace("max_wait: 1s", "max_wait: 1m"));

        long began = System.nanoTime();
        var check = check("--judge", "agents:slow");

        assertThat(check.code()).as(check.output()).isZero();
        // 120 calls a minute: the fourth begins after 2 s
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1_900));
    }

    @Test
    void everyFaultOfTheOptionsIsTold() throws IOException {
        var options = check("--samples", "101", "--threshold", "7", "--gate", "kappa=70", "--gate", "kapa=0.5",
                "--gate",
                "agreement=NaN", "--parallel", "1000000", "--judge", "gtp");
        var folder = Command.typeIn(project, home, KEY, "judge", "check", ".");

        assertThat(options.code()).isEqualTo(2);
        assertThat(options.output().lines().map(String::strip)).contains(
                "muster: --samples takes an odd number from 1 to 99, not 101",
                "--threshold takes a number from 0 to 1, not 7.0",
                "--gate takes agreement, kappa or kappa_low, at most 1, not kappa=70.0",
                "--gate takes agreement, kappa or kappa_low, at most 1, not kapa=0.5",
                "--gate takes agreement, kappa or kappa_low, at most 1, not agreement=NaN",
                "--parallel takes a whole number from 1 to 256, not 1000000");
        assertThat(options.output()).contains("unknown agent or connector 'gtp'");
        assertThat(folder.code()).isEqualTo(2);
        assertThat(folder.output()).contains("is a folder; name a file of labeled replies");
    }

    @Test
    void everyFaultOfAFileIsTold() throws IOException {
        Files.writeString(project.resolve("labeled.jsonl"), """
                {"output": "good", "label": "maybe", "criteria": "says good"}
                {"label": true, "criteria": []}
                {"output": "good", "label": true, "criteria": "a", "lable": 1}
                {"output": 5,
                """);

        var check = check();

        assertThat(check.code()).isEqualTo(2);
        assertThat(check.output()).contains("labeled.jsonl:1:29: a labeled reply needs 'label'",
                "labeled.jsonl:2:1: a labeled reply needs 'output'",
                "labeled.jsonl:2:29: a labeled reply needs 'criteria'",
                "labeled.jsonl:3:52: unknown key 'lable'", "labeled.jsonl:5:1: not JSON").doesNotContain("Exception");
    }
}
