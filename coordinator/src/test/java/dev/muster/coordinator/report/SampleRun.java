package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.config.Gate;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Message;
import dev.muster.common.result.AwaitingState;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.common.testing.TestTurn;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;

/** A handmade run over two agents, with every status, earlier attempts, repeats, a conversation and hostile replies. */
public final class SampleRun {

    /** A text that would be a script, the end of one and an image if read as markup. */
    public static final String HOSTILE = "</script><script>window.hit=1</script><img src=x onerror=\"window.hit=1\">"
            + " ]]> & \u0000 \uD800 \u202E";
    private static final String MUTED = "it wobbles (quarantined until 2026-03-01, Ann)";
    private static final Instant START = Instant.parse("2026-01-31T09:15:00Z");

    private static final Map<String, String> LABELS = Map.of("team", "payments", "flow", "refunds & \"returns\"");

    private final List<StoredCase> cases = new ArrayList<>();
    private final List<String> agents;

    private SampleRun(List<String> agents) {
        this.agents = agents;
    }

    /** Returns 19 results: nine cases with two agents, and a muted one. */
    public static List<StoredCase> cases() {
        var run = new SampleRun(List.of("shop.old", "shop.new"));
        for (int cell = 0; cell < 2; cell++) {
            run.add(1, cell, 0, "orders.jsonl", 3, Results.passed("greets").name("Says hello")
                    .response("Hello! What can I do for you?")
                    .holding(new TextCheck.Contains(List.of("Hello"), false)));
            run.add(2, cell, 0, "orders.jsonl", 9, refund(cell));
            run.add(2, cell, 1, "orders.jsonl", 9, refund(0));
            run.add(3, cell, 0, "orders.jsonl", 15, Results.errors("status",
                    "agent unreachable: connection to 127.0.0.1:812" + cell + " refused"));
            run.add(4, cell, 0, "orders.jsonl", 21, Results.skipped("export", "not before March"));
            run.add(5, cell, 0, "talks/returns.yaml", 1, Results.failed("slow", Cause.AGENT_TIMEOUT,
                    "timeout after 30s"), Results.lost(1));
            run.add(6, cell, 0, "talks/returns.yaml", 30, Results.passed("flaky one").status(Status.FLAKY),
                    new StoredCase.Earlier(1, "retried", "failed", "assertion", "expected \"yes\", found \"no\"", "w-1",
                            START, 900L,
                            new Spent(new Usage(40, 10).costing(new BigDecimal("0.0012")),
                                    new Usage(15, 5).costing(new BigDecimal("0.0003")))));
            run.add(7, cell, 0, "talks/returns.yaml", 44, Results.failed("returns a parcel", Cause.CHECKPOINT,
                    "missing checkpoints: label_sent").dialogue(talk()));
            if (cell == 1) {
                run.add(9, cell, 0, "talks/returns.yaml", 60,
                        Results.failed("asks twice", Cause.AGENT_ERROR, "agent error: it lost the thread")
                                .response("What?"));
                run.cases.add(Results.muted(run.cases.removeLast(), "Ann", MUTED));
            }
            run.add(8, cell, 0, "talks/returns.yaml", 80, Results.cancelled("never run"));
        }
        return run.cases;
    }

    private static TestResult refund(int cell) {
        return cell == 0 ? Results.passed("refund").labels(LABELS).response("Refunded.")
                : Results.failed("refund").labels(LABELS).response(HOSTILE)
                        .sent(SentMessages.of(List.of(Message.user("Hello?"), Message.user(HOSTILE))))
                        .calling("find_order", "{\"id\":\"A-17\",\"note\":\"</script>\"}")
                        .missing(new TextCheck.Contains(List.of("refunded"), true),
                                "expected the reply to contain \"refunded\", found \"" + HOSTILE + "\"");
    }

    private static Dialogue talk() {
        return TestTurn.dynamic(List.of(TestTurn.reached("order_found", "the order is known", 1),
                new CheckpointResult("label_sent", null, true, false, null,
                        "expected a call of send_label, found none")),
                TestTurn.by(InputSource.SIMULATED, 1, "I want to send back order A-17", 1200)
                        .because("begins with the order").replied("Found it. Why?", AwaitingState.CONTENT_IS_QUESTION)
                        .calling("find_order", "{\"id\":\"A-17\"}"),
                TestTurn.by(InputSource.SIMULATED, 2, "It is broken", 900)
                        .replied("I am sorry.", AwaitingState.COMPLETED)
                        .missing(new ToolCheck.ToolCalled(List.of("send_label"), null),
                                "expected a call of send_label, found find_order"));
    }

    /** Returns a range of results: passed, every tenth failed. */
    public static List<StoredCase> many(int from, int to) {
        return many(from, to, () -> "It has shipped.");
    }

    /** Returns a range of results: passed with these replies, every tenth failed. */
    public static List<StoredCase> many(int from, int to, Supplier<String> reply) {
        var run = new SampleRun(List.of("shop.old"));
        for (int number = from; number < to; number++) {
            run.add(number, 0, 0, "suite-" + number % 7 + ".jsonl", number + 1, number % 10 == 3
                    ? Results.failed("case-" + number).taking(400 + number % 900, 1)
                            .response("I can't find order " + number)
                            .missing(new TextCheck.Contains(List.of("shipped"), false),
                                    "expected the reply to contain \"shipped\", found \"I can't find order " + number
                                            + "\"")
                    : Results.passed("case-" + number).taking(200 + number * 37L % 1900, 1)
                            .response("Order " + number + ": " + reply.get())
                            .holding(new TextCheck.Contains(List.of("shipped"), false)));
        }
        return run.cases;
    }

    /** Sends the whole run to a writer. */
    public static void tell(ResultWriter writer, List<StoredCase> cases) throws IOException {
        var tally = new RunTally();
        cases.forEach(tally::add);
        writer.begin(new RunHead("20260131-0915-k3xq7m", "shop.old, shop.new", List.of(),
                List.of("orders.jsonl",
                        "talks"),
                cases.size(), START));
        writer.write(cases.subList(0, cases.size() / 2));
        writer.write(cases.subList(cases.size() / 2, cases.size()));
        writer.end(new RunEnd(RunState.FINISHED, null, Duration.ofSeconds(42),
                ExitCode.of(tally.summary(), Gate.NONE), tally, News.NONE, null));
        writer.close();
    }

    private void add(int number, int cell, int repeat, String file, int line, TestResult result,
            StoredCase.Earlier... earlier) {
        var made = result.at(file, line).agent(agents.get(cell)).state(Json.MAPPER.readTree("{\"cart\":[]}"))
                .startedAt(START.plusMillis(cases.size() * 150L % 60_000)).make();
        cases.add(new StoredCase(new CaseRef("20260131-0915-k3xq7m", number, cell, repeat), cases.size() + 1,
                earlier.length + 1, String.format(Locale.ROOT, "w-%d", 1 + cases.size() % 3), made, List.of(earlier)));
    }
}
