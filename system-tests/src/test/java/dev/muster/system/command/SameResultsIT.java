package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.net.http;
import module java.xml;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.up.UpFile;
import dev.muster.common.json.Json;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/**
 * Tests that a run with every status, muted and flaky, has the same results in all forms: as files of the client that
 * follows a fleet, from the coordinator, and as files made of what is stored; also after its re-run, and stopped.
 */
@Tag("slow")
final class SameResultsIT {

    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private final AtomicInteger moody = new AtomicInteger();
    private final ScriptedModel agent = start();
    private UpFile up;

    private static ScriptedModel start() {
        try {
            return ScriptedModel.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void makeProject() throws Exception {
        agent.saying("/good", "fine \u0001 é").saying("/bad", "no").refusing("/closed").saying("/moody",
                () -> moody.getAndIncrement() == 0 ? "no" : "fine");
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  good: { protocol: openai, url: "%1$s/good" }
                  bad: { protocol: openai, url: "%1$s/bad" }
                  moody: { protocol: openai, url: "%1$s/moody" }
                  closed: { protocol: openai, url: "%1$s/closed" }
                quarantine:
                  - { case: "s.jsonl#muted", mode: mute, owner: Ann, reason: it wobbles, expires: 2199-01-01 }
                """.formatted(agent.url()));
        Files.writeString(project.resolve("s.jsonl"), """
                {"id": "fine", "agent": "good", "input": "a", "repeat": 3, "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "moody", "agent": "moody", "input": "b", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "wrong", "agent": "bad", "input": "c", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "muted", "agent": "bad", "input": "d", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "closed", "agent": "closed", "input": "e", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "later", "agent": "good", "input": "f", "skip": true}
                {"id": "talk", "agent": "good", "type": "multi_turn", "turns": [{"input": "g"}, {"input": "h"}]}
                """);
        var started = Command.type(home, "up", "--workers", "1", "--slots", "4", "--detach");
        assertThat(started.code()).as(started.output()).isZero();
        up = UpFile.read(new Home(home).upFile()).orElseThrow();
    }

    @AfterEach
    void stop() throws Exception {
        agent.close();
        assertThat(Command.type(home, "down").code()).isZero();
    }

    @Test
    void everyFormHasTheSameResults() throws Exception {
        var run = run("--retry-failed", "1");

        assertThat(statuses()).as(run.output()).containsExactlyInAnyOrder("passed", "passed", "passed", "flaky",
                "failed", "skipped", "error", "skipped", "passed");
        same(run.output());
        replaced();
    }

    @Test
    void ofAStoppedRunToo() throws Exception {
        var run = run("--retries", "0", "--parallel", "1", "--fail-fast");

        assertThat(statuses()).as(run.output()).contains("passed", "failed", "cancelled");
        same(run.output());
    }

    /** What a re-run replaced is the same in all files. */
    private void replaced() throws Exception {
        var parent = newest();
        agent.saying("/bad", "fine");
        var again = type("run", "--rerun-failed", parent, "--coordinator", up.coordinator().url());
        assertThat(again.output()).contains("Passed:");

        type("report", parent, "-o", file("r.jsonl"), "-o", file("r.json"),
                "-o", file("r.xml"));

        assertThat(ofJson()).isEqualTo(ofLines());
        assertThat(ofJUnit()).isEqualTo(shortened(ofLines()));
        assertThat(statuses()).contains("flaky").doesNotContain("failed");
    }

    private void same(String console) throws Exception {
        var written = ofLines();
        assertThat(ofJson()).as(console).isEqualTo(written);
        assertThat(ofJUnit()).as(console).isEqualTo(shortened(written));
        assertThat(served(newest()))
                .isEqualTo(written.stream().map(each -> head(each, each.path("repeat"))).sorted().toList());
        for (var name : List.of("r.jsonl", "r.json", "r.xml")) {
            Files.delete(project.resolve(name));
        }
        assertThat(type("runs").lines().getLast()).as("the home has the fleet's runs").startsWith(newest());
        type("report", "last", "-o", file("r.jsonl"), "-o", file("r.json"), "-o", file("r.xml"));
        assertThat(ofLines()).isEqualTo(written);
        assertThat(ofJson()).isEqualTo(written);
        assertThat(ofJUnit()).isEqualTo(shortened(written));
    }

    private Command run(String... flags) throws Exception {
        return type(Stream.concat(Stream.of("run", "-i", file("s.jsonl"), "--config", file("muster.yaml"),
                "--coordinator", up.coordinator().url(), "-o", file("r.jsonl"), "-o", file("r.json"), "-o",
                file("r.xml")), Stream.of(flags)).toArray(String[]::new));
    }

    private Command type(String... words) {
        return Command.typeIn(project, home, Map.of(), words);
    }

    private String newest() {
        return type("runs", "--coordinator", up.coordinator().url()).lines().getLast().split(" ")[0];
    }

    private String file(String name) {
        return project.resolve(name).toString();
    }

    private List<String> statuses() throws IOException {
        return Files.readAllLines(project.resolve("r.jsonl")).stream().map(Json.MAPPER::readTree)
                .map(each -> each.path("status").asString()).toList();
    }

    private List<JsonNode> ofLines() throws IOException {
        return sorted(Files.readAllLines(project.resolve("r.jsonl")).stream().map(Json.MAPPER::readTree));
    }

    private List<JsonNode> ofJson() throws IOException {
        return sorted(Json.MAPPER.readTree(Files.readString(project.resolve("r.json"))).path("results").valueStream());
    }

    /** Reads what the coordinator serves, page by page, in the form in which results travel. */
    private List<String> served(String run) throws Exception {
        var all = new ArrayList<JsonNode>();
        try (var http = HttpClient.newHttpClient()) {
            for (long after = -1; after != all.size();) {
                after = all.size();
                var request = HttpRequest.newBuilder(URI.create(up.coordinator().url() + "/api/v1/runs/" + run
                        + "/results?after=" + after)).header("Authorization", "Bearer " + up.token()).build();
                Json.MAPPER.readTree(http.send(request, BodyHandlers.ofString()).body()).path("results").forEach(
                        all::add);
            }
        }
        return all.stream().map(each -> head(each.path("result"), each.at("/ref/repeat"))).sorted().toList();
    }

    /** Returns what both forms of a result call by the same names. */
    private static String head(JsonNode result, JsonNode repeat) {
        return Stream.concat(Stream.of(repeat),
                Stream.of("status", "cause", "error", "skip_reason", "response", "duration_ms", "trace_id")
                        .map(result::path))
                .map(JsonNode::asString).collect(Collectors.joining(" | ", result.path("id").asString() + " | ", ""));
    }

    /** Reads name and kind of each case. */
    private List<String> ofJUnit() throws Exception {
        var cases = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(project.resolve("r.xml").toFile())
                .getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength()).mapToObj(cases::item).map(Element.class::cast)
                .map(each -> each.getAttribute("name") + " " + Stream.of("failure", "error", "skipped")
                        .filter(kind -> each.getElementsByTagName(kind).getLength() > 0).findFirst().orElse("passed"))
                .sorted().toList();
    }

    private static List<String> shortened(List<JsonNode> results) {
        return results.stream().map(each -> each.path("id").asString()
                + (each.path("repeat").asInt() > 0 ? " [repeat " + (each.path("repeat").asInt() + 1) + "] " : " ")
                + switch (each.path("status").asString()) {
                    case "passed", "flaky" -> "passed";
                    case "failed" -> "failure";
                    case "error" -> "error";
                    default -> "skipped";
                }).sorted().toList();
    }

    private static List<JsonNode> sorted(Stream<JsonNode> results) {
        return results.sorted(Comparator.comparing(each -> each.path("id").asString() + each.path("repeat"))).toList();
    }
}
