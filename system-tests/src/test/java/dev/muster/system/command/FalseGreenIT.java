package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that no case passes, or leaves the rates, that must not: each test is a way in which one did. */
@MusterProject
final class FalseGreenIT {

    private static final String GOOD = "{\"content\":\"good\"}";
    private static final String BAD = "{\"content\":\"bad\"}";

    private final TestProject muster;

    FalseGreenIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        new InputScript().on(muster.agent());
        muster.write("muster.yaml", """
                agents:
                  a: { protocol: openai, url: "%1$s/agent" }
                  v: { protocol: openai, url: "%1$s/judge", helper: true, instructions: "{{criteria}}" }
                  done: { protocol: openai, url: "%1$s/done", helper: true }
                connectors: { j: { url: "%1$s/judge", model: j } }
                defaults: { agent: a, judge: j }
                """.formatted(muster.agent().url()));
    }

    private Command run(String lines, String... flags) throws IOException {
        muster.write("s.jsonl", lines);
        return muster.run(Stream.concat(Stream.of("-o", muster.file("r.jsonl"), "-o", muster.file("r.xml")),
                Stream.of(flags)).toArray(String[]::new));
    }

    private Map<String, JsonNode> results() throws IOException {
        var results = new LinkedHashMap<String, JsonNode>();
        muster.read("r.jsonl").lines().map(Json.MAPPER::readTree)
                .forEach(result -> results.put(result.path("id").asString(), result));
        return results;
    }

    private JsonNode result(String id) throws IOException {
        return Objects.requireNonNull(results().get(id), id);
    }

    private String verdict(String id) throws IOException {
        var result = result(id);
        return result.path("status").asString() + " " + result.path("cause").asString();
    }

    private String error(String id) throws IOException {
        return result(id).path("error").asString("");
    }

    private static String line(String id, String input, String members) {
        var line = Json.MAPPER.createObjectNode().put("id", id).put("input", input);
        Json.MAPPER.readTree("{" + members + "}").properties()
                .forEach(each -> line.set(each.getKey(), each.getValue()));
        return line + "\n";
    }

    private static String turns(String id, String members, String... turns) {
        return "{\"id\":\"" + id + "\"," + members + ",\"turns\":[" + String.join(",", turns) + "]}\n";
    }

    private static String turn(String input, String members) {
        return Json.MAPPER.createObjectNode().put("input", input).toString().replaceFirst("}$", "") + members + "}";
    }

    private static final String IS_GOOD = "\"assertions\":[{\"contains\":\"good\"}]";

    @Test
    void aFailureStandsWhateverALaterAttemptEndsWithButAPass() throws IOException {
        var again = "\"content\":\"good. What now?\"";
        var run = run(line("ok", InputScript.says("good"), IS_GOOD)
                + turns("skip", "\"type\":\"multi_turn\"",
                        turn(InputScript.says("skip", BAD, "{" + again + "}"), "," + IS_GOOD))
                + line("down", InputScript.says("down", BAD, "{\"status\":401}"), IS_GOOD)
                + line("judge", InputScript.says("judged", BAD, GOOD),
                        "\"assertions\":[{\"contains\":\"good\"},{\"rubric\":\"J:{\\\"key\\\":\\\"j\\\","
                                + "\\\"seq\\\":[{\\\"passed\\\":true,\\\"reason\\\":\\\"y\\\"},\\\"no verdict\\\"]}\"}]")
                + line("flaky", InputScript.says("flaky", BAD, GOOD), IS_GOOD)
                + line("worse", InputScript.says("worse", BAD, "{\"content\":\"worse\"}"), IS_GOOD),
                "--retry-failed", "1", "--retries", "0");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(verdict("ok")).isEqualTo("passed none");
        for (var id : List.of("skip", "down", "judge", "worse")) {
            assertThat(verdict(id)).as(id + ": " + result(id)).isEqualTo("failed assertion");
        }
        assertThat(verdict("flaky")).isEqualTo("flaky none");
        assertThat(result("down").path("response").asString()).isEqualTo("bad");
        assertThat(result("down").path("attempt").asInt()).isEqualTo(1);
        assertThat(result("down").path("warnings").toString())
                .contains("attempt 2 ended without a verdict on the "
                        + "agent (error: agent refused: HTTP 401", "so attempt 1 counts");
        assertThat(result("down").path("attempts").valueStream().map(each -> each.path("attempt").asInt()))
                .containsExactlyInAnyOrder(1, 2);
        assertThat(result("worse").path("response").asString()).isEqualTo("worse");
        assertThat(run.output()).contains("Failed:  4");
        var failed = muster.type("run", "--rerun-failed", muster.newest());
        assertThat(failed.output()).contains("Total:   4");
    }

    @Test
    void whatIsNotTheAgentsFaultMakesNothingFlaky() throws IOException {
        var hook = "\"hooks\":[{\"cmd\":[\"bash\",\"-c\",\"[ -e ran ] && echo {} || { touch ran; exit 1; }\"]}],";
        var run = run(
                line("ok", InputScript.says("good"), IS_GOOD) + line("hook", InputScript.says("good"), hook + IS_GOOD),
                "--retry-failed", "3");

        assertThat(run.code()).isEqualTo(1);
        assertThat(verdict("hook")).isEqualTo("failed hook_error");
        assertThat(result("hook").path("attempt").asInt()).isEqualTo(1);
        var parent = muster.newest();
        assertThat(muster.type("runs").output()).as("passed of what counts").contains("100 %");
        assertThat(muster.type("run", "--rerun-failed", parent).code()).isZero();
        var report = muster.type("report", parent, "-o", muster.file("r.json"));
        assertThat(report.code()).as(report.output()).isZero();
        var cell = Json.MAPPER.readTree(muster.read("r.json")).path("cells").get(0);
        assertThat(cell.path("pass_rate").asDouble()).isEqualTo(1);
        assertThat(cell.path("in_rates").asInt()).isEqualTo(2);
    }

    @Test
    void aConversationThatSaidNothingShowsNothing() throws IOException {
        var run = run(line("opt", InputScript.says("x"), """
                "simulator":"agents:done","assertions":[{"contains":"never"}],
                "checkpoints":[{"id":"c","required":false,"assertion":{"contains":"y"}}]""")
                + "{\"id\":\"sim\",\"type\":\"multi_turn\",\"simulator\":\"agents:done\",\"assertions\":[{\"contains\":\"x\"}]}\n"
                + "{\"id\":\"bare\",\"type\":\"multi_turn\",\"simulator\":\"agents:done\"}\n");

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        for (var id : List.of("opt", "sim", "bare")) {
            assertThat(result(id).path("status").asString()).as(id).isEqualTo("failed");
            assertThat(error(id)).as(id + result(id)).contains("the agent was never called");
        }
    }

    @Test
    void finalAssertionsThatCannotBeJudgedFail() throws IOException {
        var refused = turn("@{\"raw\":{\"error\":{\"message\":\"no\"}}}", ",\"expect_success\":false");
        var run = run(turns("neg", "\"type\":\"scripted\",\"final_assertions\":[{\"contains\":\"never\"}]", refused)
                + turns("old", "\"type\":\"scripted\",\"final_assertions\":[{\"contains\":\"order made\"}]",
                        turn(InputScript.says("order made"), ""), refused)
                + turns("none", "\"type\":\"scripted\",\"final_assertions\":[{\"not_contains\":\"x\"}]",
                        turn(InputScript.says("order made"), ""), refused)
                + turns("tools", "\"type\":\"scripted\",\"final_assertions\":[{\"tool_called\":\"f\"}]",
                        turn("@{\"calls\":[[\"f\",{}]]}", ""), refused)
                + turns("plain", "\"type\":\"scripted\"", refused));

        assertThat(run.code()).isEqualTo(1);
        for (var id : List.of("neg", "old", "none")) {
            assertThat(verdict(id)).as(id).isEqualTo("failed assertion");
            assertThat(error(id)).contains("not evaluated: the agent gave no reply to look at");
        }
        assertThat(verdict("tools")).as(result("tools").toString()).isEqualTo("passed none");
        assertThat(verdict("plain")).isEqualTo("passed none");
        assertThat(result("plain").has("judged")).as("it was judged").isFalse();
    }

    @Test
    void aPassThresholdWithoutAScoreIsNotReached() throws IOException {
        muster.write("e.json", """
                [{"name":"eval","agentId":"a","pass_threshold":0.9,"expectedOutcomes":{"a":1},"conversationTurns":
                  [{"userMessage":"@{\\"raw\\":{\\"error\\":{\\"message\\":\\"no\\"}}}","expectSuccess":false}]}]
                """);

        var run = muster.type("run", "-i", muster.file("e.json"), "--config", muster.file("muster.yaml"), "-o",
                muster.file("r.jsonl"));

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(muster.read("r.jsonl")).contains("\"status\":\"failed\"");
    }

    @Test
    void aBrokenJudgeInWhenIsAnError() throws IOException {
        var run = run(turns("when", "\"type\":\"scripted\",\"retries\":0", turn(InputScript.says("one"), ""),
                turn(InputScript.says("two"), ",\"when\":{\"rubric\":\"J:{\\\"key\\\":\\\"w\\\","
                        + "\\\"seq\\\":[\\\"no verdict\\\"]}\"},\"assertions\":[{\"contains\":\"never\"}]")));

        assertThat(run.code()).as(run.output()).isNotZero();
        assertThat(verdict("when")).isEqualTo("error validator_error");
    }

    /** One rule for all that give scores: with a threshold, a verdict needs a score, and both must agree. */
    @Test
    void aThresholdNeedsAScoreAndTheJudgesOwnPass() throws IOException {
        var run = run(judged("no", "agent", "{\"passed\":false,\"score\":0.9,\"reason\":\"bad\"}")
                + judged("low", "agent", "{\"passed\":true,\"score\":0.7}")
                + judged("both", "agent", "{\"passed\":true,\"score\":0.9}")
                + judged("bare", "agent", "true") + judged("missing", "agent", "{\"passed\":true}")
                + judged("null", "agent", "{\"passed\":true,\"score\":null}")
                + judged("rubric", "rubric", "{\"passed\":true,\"reason\":\"y\"}")
                + judged("rubric-both", "rubric", "{\"passed\":true,\"score\":1,\"reason\":\"y\"}"), "--retries", "0");

        assertThat(run.code()).isEqualTo(1);
        assertThat(verdict("no")).isEqualTo("failed assertion");
        assertThat(verdict("low")).isEqualTo("failed assertion");
        assertThat(verdict("both")).isEqualTo("passed none");
        assertThat(verdict("rubric-both")).isEqualTo("passed none");
        for (var id : List.of("bare", "missing", "null", "rubric")) {
            assertThat(verdict(id)).as(id + ": " + result(id)).isEqualTo("error validator_error");
            assertThat(error(id)).contains("'score', which the threshold 0.8 needs");
        }
    }

    private static String judged(String id, String type, String answer) {
        var script = "J:" + Json.MAPPER.createObjectNode().put("key", id).set("seq",
                Json.MAPPER.createArrayNode().add(answer.startsWith("{") ? Json.MAPPER.readTree(answer)
                        : Json.MAPPER.getNodeFactory().stringNode(answer)));
        var assertion = Json.MAPPER.createObjectNode().put("type", type).put("threshold", 0.8);
        if (type.equals("agent")) {
            assertion.put("use", "agents:v").putObject("options").putObject("metadata").put("criteria", script);
        } else {
            assertion.put("criteria", script);
        }
        return Json.MAPPER.createObjectNode().put("id", id).put("input", InputScript.says("x")).set("assertions",
                Json.MAPPER.createArrayNode().add(assertion)) + "\n";
    }

    @Test
    void aNegatedJudgeThatIsRightScoresFull() throws IOException {
        run(line("neg", InputScript.says("x"), "\"assertions\":[{\"not_rubric\":\"J:{\\\"key\\\":\\\"n\\\","
                + "\\\"seq\\\":[{\\\"passed\\\":false,\\\"score\\\":0,\\\"reason\\\":\\\"n\\\"}]}\"}]"));

        assertThat(verdict("neg")).isEqualTo("passed none");
        assertThat(result("neg").path("score").asDouble()).isEqualTo(1);
    }

    private static final String NO_SORRY = "\"assertions\":[{\"not_contains\":\"sorry\"}]";

    private static String choice(String message, String finish) {
        return "@{\"raw\":{\"choices\":[{\"index\":0,\"message\":" + message + ",\"finish_reason\":\"" + finish
                + "\"}]}}";
    }

    @Test
    void noReplyIsNoPass() throws IOException {
        var run = run(line("filtered", choice("null", "content_filter"), NO_SORRY)
                + line("nothing", choice("{\"content\":null}", "stop"), NO_SORRY)
                + line("reasoning", choice("{\"content\":\"\",\"reasoning_content\":\"Paris, I think\"}", "length"),
                        NO_SORRY)
                + line("plain", choice("{\"content\":null}", "stop"), "\"name\":\"without assertions\"")
                + line("call", "@{\"calls\":[[\"f\",{}]]}", NO_SORRY));

        assertThat(run.code()).isEqualTo(1);
        for (var id : List.of("filtered", "nothing", "reasoning", "plain")) {
            assertThat(verdict(id)).as(id).isEqualTo("failed agent_error");
        }
        assertThat(error("filtered")).contains("the agent gave no reply", "(finish reason: content_filter)");
        assertThat(error("reasoning")).contains("(finish reason: length)");
        assertThat(verdict("call")).isEqualTo("passed none");
    }

    @Test
    void anEmptyReplyShowsNothingOfWhatIsForbidden() throws IOException {
        var empty = InputScript.says("");
        var run = run(line("forbids", empty, NO_SORRY) + line("negated", empty,
                "\"assertions\":[{\"type\":\"contains\",\"value\":\"sorry\",\"negate\":true}]")
                + line("demands", empty, "\"assertions\":[{\"not_contains\":\"sorry\"},{\"equals\":\"\"}]")
                + line("tools", empty, "\"assertions\":[{\"type\":\"tool_not_called\",\"name\":\"f\"}]")
                + turns("elsewhere", "\"type\":\"scripted\"", turn(empty, "," + NO_SORRY),
                        turn(InputScript.says("good"), "," + IS_GOOD)));

        assertThat(run.code()).isEqualTo(1);
        for (var id : List.of("forbids", "negated")) {
            assertThat(verdict(id)).as(id).isEqualTo("failed assertion");
            assertThat(result(id).path("assertion_errors").toString()).contains("the reply is empty");
            assertThat(result(id).path("warnings").toString()).contains("the reply is empty");
        }
        for (var id : List.of("demands", "tools", "elsewhere")) {
            assertThat(verdict(id)).as(id).isEqualTo("passed none");
        }
    }

    @Test
    void aReplyThatWasCutOffSaysSo() throws IOException {
        var cut = "{\"content\":null,\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":"
                + "{\"name\":\"pay\",\"arguments\":\"{\\\"amount\\\": 1\"}}]}";
        run(line("length", "@{\"content\":\"Paris is\",\"finish\":\"length\"}", NO_SORRY)
                + line("filter", "@{\"content\":\"Paris is\",\"finish\":\"content_filter\"}", NO_SORRY)
                + line("whole", InputScript.says("Paris"), NO_SORRY)
                + line("called", choice(cut, "length"), "\"assertions\":[{\"tool_called\":\"pay\"}]")
                + line("forbidden", choice(cut, "length"),
                        "\"assertions\":[{\"type\":\"tool_not_called\",\"name\":\"pay\"}]"));

        assertThat(result("length").path("finish").asString()).isEqualTo("length");
        assertThat(result("length").path("warnings").toString()).contains("the reply was cut off",
                "(finish reason: length)");
        assertThat(result("filter").path("warnings").toString()).contains("a filter stopped the reply");
        assertThat(result("whole").path("finish").asString()).isEqualTo("stop");
        assertThat(result("whole").has("warnings")).isFalse();
        assertThat(verdict("called")).isEqualTo("failed assertion");
        assertThat(result("called").path("assertion_errors").toString()).contains("arguments were cut off");
        assertThat(verdict("forbidden")).isEqualTo("failed assertion");
    }

    @Test
    void callsWithoutIdsAreTwoCalls() throws IOException {
        run(line("forbidden", "@{\"calls\":[[\"delete\",{\"id\":1}],[\"delete\",{\"id\":2}]]}",
                "\"assertions\":[{\"type\":\"tool_not_called\",\"name\":\"delete\",\"arguments\":{\"id\":2}}]")
                + line("twice", "@{\"calls\":[[\"f\",{\"a\":1}],[\"f\",{\"a\":2}]]}",
                        "\"assertions\":[{\"type\":\"tool_called\",\"name\":\"f\",\"count\":2}]")
                + line("legacy", choice("{\"content\":null,\"function_call\":{\"name\":\"delete\",\"arguments\":"
                        + "\"{}\"}}", "function_call"),
                        "\"assertions\":[{\"type\":\"tool_not_called\",\"name\":\"delete\"}]"));

        assertThat(verdict("forbidden")).isEqualTo("failed assertion");
        assertThat(verdict("twice")).isEqualTo("passed none");
        assertThat(verdict("legacy")).isEqualTo("failed assertion");
    }

    @Test
    void decimalsAreComparedAsTheyAreWritten() throws IOException {
        run(line("same", InputScript.says("{\"eth\": 0.123456789012345678}"),
                "\"assertions\":[{\"type\":\"json_path\",\"path\":\"$.eth\",\"value\":0.123456789012345678}]")
                + line("other", "@{\"calls\":[[\"pay\",{\"eth\":0.123456789012345679}]]}",
                        "\"assertions\":[{\"type\":\"tool_called\",\"name\":\"pay\","
                                + "\"arguments\":{\"eth\":0.123456789012345678}}]"));

        assertThat(verdict("same")).as(result("same").toString()).isEqualTo("passed none");
        assertThat(verdict("other")).isEqualTo("failed assertion");
    }

    @Test
    void aQuestionIsOneWhateverStandsAroundIt() throws IOException {
        var waits = List.of("**Shall I go on?**", "Shall I go on? \uD83D\uDE42", "Go on (yes/no?)",
                "\u60a8\u8981\u7ee7\u7eed\u5417\uff1f");
        var ends = List.of("Whole order shipped.", "However, it is done.");
        var lines = new StringBuilder();
        Stream.concat(waits.stream(), ends.stream()).forEach(text -> lines
                .append(turns(text.replaceAll("\\P{Alnum}", "") + text.length(), "\"type\":\"multi_turn\"",
                        turn(InputScript.says(text), ""))));
        run(lines.toString());

        assertThat(
                results().values().stream().map(each -> each.path("turns").get(0).path("awaiting_reason").asString("")))
                .containsExactly("content_is_question", "content_is_question", "content_is_question",
                        "content_is_question", "completed", "completed");
    }

    @Test
    void aDeclarationWithoutContentKeepsTheReply() throws IOException {
        run(turns("declared", "\"type\":\"multi_turn\",\"on_missing_input\":\"end\"",
                turn(InputScript.says("{\"message\":\"Which date?\",\"awaiting_input\":true}"),
                        ",\"assertions\":[{\"contains\":\"Which date\"}]")));

        assertThat(verdict("declared")).as(result("declared").toString()).isEqualTo("passed none");
    }

    @Test
    void theTimeOfAConversationIsThatOfItsTurns() throws IOException {
        run(turns("delay", "\"type\":\"scripted\",\"final_assertions\":[{\"max_duration_ms\":900}]",
                turn(InputScript.says("a"), ""), turn(InputScript.says("b"), ",\"delay_ms\":1000")));

        assertThat(verdict("delay")).as(result("delay").toString()).isEqualTo("passed none");
    }

    @Test
    void aDifferenceThatIsNotSeenIsNamed() throws IOException {
        run(line("accent", InputScript.says("The cafe\u0301 costs 5\u00a0\u20ac"),
                "\"assertions\":[{\"contains\":\"caf\u00e9 costs 5 \u20ac\"}]")
                + line("hidden", InputScript.says("sub\u200bmitted"), "\"assertions\":[{\"equals\":\"submitted\"}]"));

        assertThat(result("accent").path("assertion_errors").toString()).contains("looks the same, but has U+0065 "
                + "(LATIN SMALL LETTER E) and U+0301 (COMBINING ACUTE ACCENT) instead of U+00E9");
        assertThat(result("hidden").path("assertion_errors").toString())
                .contains("it looks the same, but has U+200B (ZERO WIDTH SPACE)");
    }

    @Test
    void whatMustNotBeAtAPathIsLookedForInEveryPlace() throws IOException {
        var not = "\"assertions\":[{\"type\":\"json_path\",\"path\":\"$.status\",\"value\":\"cancelled\","
                + "\"negate\":true}]";
        run(line("nowhere", InputScript.says("sorry"), not)
                + line("there", InputScript.says("{\"status\":\"open\"}"), not)
                + line("is", InputScript.says("{\"status\":\"cancelled\"}"), not));

        assertThat(verdict("nowhere")).isEqualTo("passed none");
        assertThat(result("nowhere").path("warnings").toString()).contains("nothing is at $.status");
        assertThat(verdict("there")).isEqualTo("passed none");
        assertThat(result("there").has("warnings")).isFalse();
        assertThat(verdict("is")).isEqualTo("failed assertion");
    }

    @Test
    void anEvenNumberOfSamplesAndAPatternInSlashesAreSaidBefore() throws IOException {
        var even = run(line("even", InputScript.says("x"),
                "\"assertions\":[{\"type\":\"agent\",\"use\":\"agents:v\",\"samples\":2}]"));
        assertThat(even.code()).isEqualTo(2);
        assertThat(even.output()).contains("'samples' of agent must be odd");

        var slashes = run(line("slashes", InputScript.says("x"), "\"assertions\":[{\"regex\":\"/yes/i\"}]"));
        assertThat(slashes.output()).contains("is searched for with its slashes");
    }
}
