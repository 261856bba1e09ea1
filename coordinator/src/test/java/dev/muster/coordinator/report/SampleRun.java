package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Spent;
import dev.muster.common.result.TurnResult.Awaiting;
import dev.muster.common.result.TurnResult.InputSource;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

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
            run.add(1, cell, 0, "orders.jsonl", 3, Results.passed("greets").named("Says hello")
                    .saying("Hello! What can I do for you?").holding(new Check.Contains(List.of("Hello"), false)));
            run.add(2, cell, 0, "orders.jsonl", 9, refund(cell));
            run.add(2, cell, 1, "orders.jsonl", 9, refund(0));
            run.add(3, cell, 0, "orders.jsonl", 15, Results.errors("status",
                    "agent unreachable: connection to 127.0.0.1:812" + cell + " refused"));
            run.add(4, cell, 0, "orders.jsonl", 21, Results.skipped("export", "not before March"));
            run.add(5, cell, 0, "talks/returns.yaml", 1, Results.failed("slow", Cause.AGENT_TIMEOUT,
                    "timeout after 30s").after(Results.lost(1)));
            run.add(6, cell, 0, "talks/returns.yaml", 30, Results.passed("flaky one").flaky().after(
                    new StoredCase.Earlier(1, "retried", "failed", "assertion", "expected \"yes\", found \"no\"", "w-1",
                            START, 900L,
                            new Spent(new Usage(40, 10).costing(new BigDecimal("0.0012")),
                                    new Usage(15, 5).costing(new BigDecimal("0.0003"))))));
            run.add(7, cell, 0, "talks/returns.yaml", 44, talk(), Results.failed("returns a parcel", Cause.CHECKPOINT,
                    "missing checkpoints: label_sent"));
            if (cell == 1) {
                run.add(9, cell, 0, "talks/returns.yaml", 60,
                        Results.failed("asks twice", Cause.AGENT_ERROR, "agent error: it lost the thread")
                                .saying("What?"));
                run.cases.add(Results.muted(run.cases.removeLast(), "Ann", MUTED));
            }
            run.add(8, cell, 0, "talks/returns.yaml", 80, Results.cancelled("never run"));
        }
        return run.cases;
    }

    private static Results refund(int cell) {
        return cell == 0 ? Results.passed("refund").saying("Refunded.")
                : Results.failed("refund").saying(HOSTILE)
                        .calling("find_order", "{\"id\":\"A-17\",\"note\":\"</script>\"}")
                        .missing(new Check.Contains(List.of("refunded"), true),
                                "expected the reply to contain \"refunded\", found \"" + HOSTILE + "\"");
    }

    private static Dialogue talk() {
        return Said.dynamic(List.of(Said.reached("order_found", "the order is known", 1),
                new CheckpointResult("label_sent", null, true, false, null,
                        "expected a call of send_label, found none")),
                Said.by(InputSource.SIMULATED, 1, "I want to send back order A-17", 1200)
                        .because("begins with the order").replied("Found it. Why?", Awaiting.CONTENT_IS_QUESTION)
                        .calling("find_order", "{\"id\":\"A-17\"}"),
                Said.by(InputSource.SIMULATED, 2, "It is broken", 900).replied("I am sorry.", Awaiting.COMPLETED)
                        .missing(new Check.ToolCalled(List.of("send_label"), null),
                                "expected a call of send_label, found find_order"));
    }

    /** Returns a range of results: passed, every tenth failed. */
    public static List<StoredCase> many(int from, int to) {
        var run = new SampleRun(List.of("shop.old"));
        for (int number = from; number < to; number++) {
            run.add(number, 0, 0, "suite-" + number % 7 + ".jsonl", number + 1, number % 10 == 3
                    ? Results.failed("case-" + number).taking(400 + number % 900, 1)
                            .saying("I can't find order " + number)
                            .missing(new Check.Contains(List.of("shipped"), false),
                                    "expected the reply to contain \"shipped\", found \"I can't find order " + number
                                            + "\"")
                    : Results.passed("case-" + number).taking(200 + number * 37L % 1900, 1)
                            .saying("Order " + number + " has shipped.")
                            .holding(new Check.Contains(List.of("shipped"), false)));
        }
        return run.cases;
    }

    /** Sends the whole run to a writer. */
    public static void tell(ResultWriter writer, List<StoredCase> cases) throws IOException {
        var tally = new RunTally();
        cases.forEach(tally::add);
        writer.begin(new RunHead("20260131-0915-k3xq7m", "shop.old, shop.new", List.of(), List.of("orders.jsonl",
                "talks"), cases.size(), START));
        writer.write(cases.subList(0, cases.size() / 2));
        writer.write(cases.subList(cases.size() / 2, cases.size()));
        writer.end(new RunEnd(RunState.FINISHED, null, Duration.ofSeconds(42), ExitCode.of(tally.summary()), tally));
        writer.close();
    }

    private void add(int number, int cell, int repeat, String file, int line, Results results) {
        add(number, cell, repeat, file, line, null, results);
    }

    private void add(int number, int cell, int repeat, String file, int line, @Nullable Dialogue dialogue,
            Results results) {
        var built = results.stored(dialogue);
        var result = built.result();
        var was = result.identity();
        var seen = result.observed();
        var placed = new CaseResult(
                new CaseIdentity(file + "#" + was.id(), was.id(), was.name(), new Source(file, line),
                        was.id().equals("refund") ? LABELS : was.labels(), agents.get(cell), was.connector()),
                result.verdict(),
                new Observed(seen.messagesCount(), seen.response(), seen.toolCalls(), seen.toolResults(),
                        Json.MAPPER.readTree("{\"cart\":[]}"), null),
                result.assertions(), dialogue,
                new CaseResult.Timing(result.timing().durationMs(), result.timing().workingMs(),
                        result.timing().firstEventMs(), START.plusMillis(cases.size() * 150L % 60_000)),
                new CaseResult.Spend(result.spend().usage(), null), result.warnings(), result.traceId(), null);
        cases.add(new StoredCase(new CaseRef("20260131-0915-k3xq7m", number, cell, repeat), cases.size() + 1,
                built.attempt(), String.format(Locale.ROOT, "w-%d", 1 + cases.size() % 3), placed, built.earlier()));
    }
}
