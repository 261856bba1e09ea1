package dev.muster.cli.demo;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.common.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Result files of 40 made-up nights of three agents: what is in use, a candidate, and a cheaper model that is worse. A
 * change breaks refunds from night 29 to 32 and exchanges in the newest night, the agent in use is down in night 18,
 * two cases are flaky, and the candidate gets better in night 25.
 */
public final class DemoHistory {

    private static final int NIGHTS = 40;
    private static final int REPEATS = 3;
    private static final Set<Integer> BROKEN_NIGHTS = Set.of(29, 30, 31, 32);
    private static final int OUTAGE = 18;
    private static final int BETTER = 25;

    /** @param usdPerToken what an input token costs; an output token costs four times that */
    private record Agent(String name, double usdPerToken, int typicalMs) {}

    private static final List<Agent> AGENTS = List.of(new Agent("support", 3e-6, 2_400),
            new Agent("support-mini", 1.5e-7, 900), new Agent("support-next", 5e-6, 3_100));

    /** One case of {@code demo/questions.json}; the reply must contain the expected text. */
    private record Question(String file, String id, String name, String input, String expected, String right,
            String wrong) {}

    private static final List<Question> QUESTIONS = List.of(Json.MAPPER
            .readValue(BuildFile.text("/demo/questions.json"), Question[].class));

    private final Instant newest;

    /** @param newest when the newest night began */
    public DemoHistory(Instant newest) {
        this.newest = newest.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Writes a file for each night. */
    public void write(Path folder) throws IOException {
        for (int night = 1; night <= NIGHTS; night++) {
            Files.writeString(folder.resolve("night-%02d.json".formatted(night)), night(night).toString());
        }
    }

    private ObjectNode night(int night) {
        var begins = newest.minus(Duration.ofDays(NIGHTS - night));
        var id = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm").withZone(ZoneOffset.UTC).format(begins) + "-night"
                + "%02d".formatted(night);
        var document = Json.MAPPER.createObjectNode();
        var run = document.putObject("run").put("id", id).put("agents",
                AGENTS.stream().map(Agent::name).collect(Collectors.joining(", ")));
        QUESTIONS.stream().map(Question::file).distinct().forEach(run.putArray("inputs")::add);
        var commit = HexFormat.of().toHexDigits(new Random(1_000 + commit(night)).nextInt());
        run.putObject("labels").put("branch", "main").put("commit", commit).put("build_url",
                "https://ci.example.com/nightly/" + (400 + night));
        var results = document.putArray("results");
        for (var agent : AGENTS) {
            for (int number = 0; number < QUESTIONS.size(); number++) {
                for (int repeat = 0; repeat < REPEATS; repeat++) {
                    result(results, night, agent, number, repeat, begins);
                }
            }
        }
        return document;
    }

    /** Several nights have the commit of the one before. */
    private static int commit(int night) {
        return night % 5 == 3 ? night - 1 : night;
    }

    private static void result(ArrayNode results, int night, Agent agent, int number, int repeat, Instant begins) {
        var chance = new Random(Objects.hash(night, agent.name(), number, repeat));
        chance.nextInt();
        var question = QUESTIONS.get(number);
        boolean isDown = night == OUTAGE && agent.name().equals("support");
        boolean isRight = isRight(night, agent, question, chance);
        long millis = isDown ? 40
                : Math.round(agent.typicalMs() * (0.7 + chance.nextDouble() * chance.nextDouble() * 2));
        var began = begins.plusMillis((long) results.size() * 350);
        int in = 310 + question.input().length();
        int out = (isRight ? question.right() : question.wrong()).length() / 4;
        var result = results.addObject().put("key", question.file() + "#" + question.id()).put("id", question.id())
                .put("name", question.name());
        result.putObject("cell").put("agent", agent.name());
        result.putObject("labels").put("area", question.file().replace(".jsonl", "")).put("priority",
                number % 4 == 0 ? "high" : "normal");
        result.put("repeat", repeat).put("attempt", isDown ? 3 : 1)
                .put("status", isDown ? "error" : isRight ? "passed" : "failed")
                .put("cause", isDown ? "infrastructure" : isRight ? "none" : "assertion");
        if (isDown) {
            result.put("error", "the agent answered 503 Service Unavailable: upstream is restarting");
        }
        result.put("input", question.input()).put("messages_count", 1);
        if (!isDown) {
            answered(result, question, isRight, in, out, agent);
            result.put("first_event_ms", millis / 5);
            ((ObjectNode) result.at("/tool_calls/0")).put("timestamp", began.toEpochMilli() + millis / 3);
        }
        result.put("duration_ms", millis).put("working_ms", millis).put("worker", "worker-" + (1 + number % 4))
                .put("started_at", began.toString()).put("test_start_ts", began.toEpochMilli())
                .put("test_end_ts", began.toEpochMilli() + millis);
    }

    private static void answered(ObjectNode result, Question question, boolean isRight, int in, int out, Agent agent) {
        var reply = isRight ? question.right() : question.wrong();
        result.put("response", reply);
        result.putArray("tool_calls").addObject().put("name", "find_policy").putObject("args").put("topic",
                question.file().replace(".jsonl", ""));
        var assertion = result.putArray("assertions").addObject().put("type", "contains")
                .put("value", question.expected())
                .put("passed", isRight);
        if (!isRight) {
            var reason = "expected the reply to contain \"" + question.expected() + "\", found \"" + reply + "\"";
            assertion.put("reason", reason).putObject("evidence").put("expected", question.expected()).put("found",
                    reply);
            result.putArray("assertion_errors").add(reason);
        }
        result.putObject("tokens").put("input", in).put("output", out);
        result.put("cost_usd", BigDecimal.valueOf(agent.usdPerToken() * (in + 4 * out)).round(new MathContext(6)));
    }

    private static boolean isBroken(int night, Question question) {
        return (BROKEN_NIGHTS.contains(night) && question.file().equals("refunds.jsonl")
                && !question.id().equals("gift"))
                || (night == NIGHTS && question.file().equals("exchanges.jsonl"));
    }

    private static boolean isRight(int night, Agent agent, Question question, Random chance) {
        double wrong = switch (question.id()) {
            case "where-is-it", "language" -> 0.12;
            default -> 0.002;
        };
        wrong = switch (agent.name()) {
            case "support" -> isBroken(night, question) ? 0.97 : wrong;
            case "support-mini" ->
                Set.of("twice", "price-difference", "other-customer", "abroad").contains(question.id())
                        ? 0.9 : wrong + 0.06;
            default -> night < BETTER && Set.of("lost", "email").contains(question.id()) ? 0.8 : wrong / 2;
        };
        return chance.nextDouble() >= wrong;
    }
}
