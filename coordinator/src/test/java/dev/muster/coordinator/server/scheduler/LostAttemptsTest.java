package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a result says about the attempts lost before it. */
class LostAttemptsTest {

    private static final String ALONE = "alone in a process of its own it ended with exit code 137";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"2 | 0 | 2 workers were lost while they ran this case",
        "2 | 1 | 1 worker was lost while it ran this case, 1 attempt did not finish",
        "2 | 2 | 2 attempts did not finish"})
    void aCaseThatTookItsOwnProcessAlongTellsWhatWasBefore(int losses, int overdue, String before) {
        var told = Settlements.toldIn(ReportedResult.of(result(Cause.WORKER_LOST, ALONE)), progress(losses, overdue));

        assertThat(told.verdict().error()).isEqualTo(before + "; " + ALONE);
    }

    @Test
    void anyOtherResultStaysAsItIs() {
        var passed = ReportedResult.of(result(Cause.NONE, "as it is"));

        assertThat(Settlements.toldIn(passed, progress(2, 0))).isEqualTo(passed);
    }

    @Test
    void aCaseForWhichNothingMoreIsTriedTellsAllLosses() {
        assertThat(Settlements.allLosses(progress(4, 1), Loss.WORKER)).startsWith(
                "4 workers were lost while they ran this case, 1 attempt did not finish; ");
    }

    private static Progress progress(int losses, int overdue) {
        var testCase = TestCase.of(new TestCase.Identity("t.jsonl#a", "a", null, Map.of(), new Source("t.jsonl", 1)),
                "agent", new Conversation.Standard(List.of(Message.user("Hi"))), List.of());
        return new Progress(new CaseRef("run", 0, 0, 0), testCase, losses + 1, 0, losses, overdue, 0);
    }

    private static CaseResult result(Cause cause, String error) {
        return TestResult.of("t.jsonl#a").status(Status.ERROR).cause(cause).error(error).response(null).firstEventMs(-1)
                .make();
    }
}
