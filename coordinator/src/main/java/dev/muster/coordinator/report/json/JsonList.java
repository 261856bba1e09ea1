package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.Pieces;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.run.StoredCase;

/** Writes a list of results in the order of the suite, each as JSON. */
public final class JsonList extends StreamResultWriter {

    private final BiFunction<StoredCase, Map<String, String>, byte[]> json;
    private final String begin;
    private final String between;
    private final String end;
    private final Pieces pieces = new Pieces();

    private JsonList(OutputStream out, BiFunction<StoredCase, Map<String, String>, byte[]> json, String begin,
            String between, String end) {
        super(out);
        this.json = json;
        this.begin = begin;
        this.between = between;
        this.end = end;
    }

    public static JsonList ofLines(OutputStream out) {
        return new JsonList(out, ResultJson::line, "", "", "");
    }

    public static JsonList ofAgentEval(OutputStream out) {
        return new JsonList(out, (stored, _) -> AgentEvalJson.bytes(stored), "[\n", ",\n", "\n]\n");
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            pieces.add(stored.ref(), json.apply(stored, head.about().labels()));
        }
    }

    @Override
    public void end(RunEnd ended) throws IOException {
        text(begin);
        pieces.write(out, between.getBytes(StandardCharsets.UTF_8));
        text(end);
        out.flush();
    }

    @Override
    public void close() {
        pieces.close();
    }

    /** A result with AgentEval's names (docs/results.md). */
    private static final class AgentEvalJson {

        static byte[] bytes(StoredCase stored) {
            return ResultJson.bytes(json -> new Members(json).object(test -> write(test, stored)));
        }

        private static void write(Members test, StoredCase stored) {
            var result = stored.result();
            var ref = stored.ref();
            test.text("testRunId", ref.run() + "." + ref.number() + "." + ref.cell() + "." + ref.repeat())
                    .text("testId", result.identity().key())
                    .text("name", result.identity().name() == null ? result.identity().id() : result.identity().name())
                    .text("status", status(result.verdict().status())).number("overallScore", result.score())
                    .text("agentId", result.identity().agent());
            if (result.dialogue() != null) {
                turns(test, result.dialogue());
            } else {
                test.text("agentResponse", result.observed().response());
            }
            test.some("oracleResults", result.assertions(), AgentEvalJson::oracle);
            measures(test, result);
        }

        private static void turns(Members test, Dialogue dialogue) {
            test.objects("turns", dialogue.turns(), AgentEvalJson::turn).number("totalTurns", dialogue.turnsSent());
        }

        private static void turn(Members to, TurnResult turn) {
            to.number("turnNumber", turn.utterance().turn()).text("name", turn.utterance().name())
                    .text("userMessage", turn.utterance().input())
                    .text("agentResponse", turn.answer().output()).text("status", status(turn.outcome().status()))
                    .number("score", turn.score()).text("agentRunId", turn.utterance().runId());
            to.some("oracleResults", turn.assertions(), AgentEvalJson::oracle).text("errorMessage",
                    turn.outcome().error() == null ? turn.outcome().skipReason() : turn.outcome().error());
            if (turn.wasSent()) {
                to.number("durationMs", turn.effort().durationMs()).number("cost", turn.effort().usage().costUsd());
            }
        }

        private static void oracle(Members to, AssertionResult found) {
            to.text("oracleType", found.assertion().label()).flag("passed", found.passed())
                    .number("score", found.score())
                    .text("message", found.error() == null ? found.reason() : found.error());
        }

        private static void measures(Members test, CaseResult result) {
            test.text("errorMessage",
                    result.verdict().error() == null ? result.verdict().skipReason() : result.verdict().error())
                    .text("startedAt", result.timing().startedAt().toString())
                    .text("completedAt",
                            result.timing().startedAt().plusMillis(result.timing().durationMs()).toString())
                    .number("durationMs", result.timing().durationMs())
                    .number("totalCost", result.spend().usage().costUsd())
                    .labels("labels", result.identity().labels());
        }

        /** Returns AgentEval's status; a flaky result counts as failed, as in the rates. */
        private static String status(Status status) {
            return switch (status) {
                case PASSED -> "Passed";
                case FAILED, FLAKY -> "Failed";
                case ERROR -> "Error";
                case SKIPPED, CANCELLED -> "Skipped";
            };
        }
    }
}
