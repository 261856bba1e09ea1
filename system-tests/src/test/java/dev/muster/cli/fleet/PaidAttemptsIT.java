package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Bookkeeper;
import dev.muster.coordinator.store.Changes;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Inheriting;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.Settlement.AttemptKind;
import dev.muster.coordinator.store.StoredBooks;
import dev.muster.system.FreshDatabase;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the usage of attempts that did not become results: kept beside the results, counted once. */
final class PaidAttemptsIT {

    private static final String RUN = "run";
    private static final Spent CENT = new Spent(new Usage(100, 20).costing(new BigDecimal("0.01")),
            new Usage(7, 3).costing(new BigDecimal("0.002")));

    private FreshDatabase local;

    @BeforeEach
    void start() throws Exception {
        local = FreshDatabase.open(4);
        new RunTable(database()).create(RUN, "f", "shop",
                WrittenRun.settings()
                        .with(new Pacing(1, Duration.ofMinutes(5), new RunLimits(BigDecimal.ONE, null, null), 0)));
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private Database database() {
        return local.database();
    }

    @Test
    void eachKeepsItsTokensAndCosts() {
        settle(attempt(1, 1, AttemptKind.RETRIED, CENT), verdict(2));

        assertThat(earlier()).extracting(StoredCase.Earlier::spent).containsExactly(CENT);
        assertThat(spent()).isEqualByComparingTo("0.024");
    }

    @Test
    void oneThatCameTooLateWasPaidForToo() {
        settle(attempt(1, 1, AttemptKind.WORKER_LOST, Spent.UNKNOWN), verdict(2));

        settle(attempt(1, 1, AttemptKind.SUPERSEDED, CENT));

        assertThat(earlier()).extracting(StoredCase.Earlier::spent).containsExactlyInAnyOrder(Spent.UNKNOWN, CENT);
        assertThat(spent()).isEqualByComparingTo("0.024");
    }

    @Test
    void aSecondOneIsToldOfWhenTheFirstBecameTheResult() {
        settle(verdict(1));

        settle(attempt(2, 2, AttemptKind.SUPERSEDED, CENT));

        assertThat(earlier()).extracting(StoredCase.Earlier::spent).containsExactly(CENT);
    }

    @Test
    void aReportThatComesAgainWasPaidForOnce() {
        settle(attempt(1, 1, AttemptKind.RETRIED, CENT), verdict(2));

        settle(attempt(1, 1, AttemptKind.SUPERSEDED, CENT), attempt(2, 2, AttemptKind.SUPERSEDED, CENT));

        assertThat(earlier()).extracting(StoredCase.Earlier::spent).containsExactlyInAnyOrder(CENT, Spent.UNKNOWN,
                Spent.UNKNOWN);
        assertThat(spent()).isEqualByComparingTo("0.024");
    }

    @Test
    void aFenceKeepsWhatItsWorkerHeldOnce() {
        var lost = LongStream.rangeClosed(1, 3)
                .mapToObj(n -> (Settlement.Attempt) attempt(1, n, AttemptKind.WORKER_LOST, Spent.UNKNOWN)).toList();

        settle(new Settlement.Fence("i", lost.subList(0, 2)), new Settlement.Fence("i", lost),
                new Settlement.Fence("i", List.of()), verdict(2));

        assertThat(earlier()).hasSize(3).allMatch(each -> each.kind().equals("worker_lost")
                && each.cause().equals("infrastructure") && Instant.EPOCH.equals(each.startedAt()));
        assertThat(spent()).isEqualByComparingTo("0.012");
    }

    private List<StoredCase.Earlier> earlier() {
        return new ResultTable(database()).after(RUN, 0, 10).getFirst().earlier();
    }

    /** As the next leader counts it towards the limit, and as the list of runs shows it. */
    private BigDecimal spent() {
        new RunTable(database()).start(RUN, 1);
        var counted = new Inheriting(database()).run(RUN).orElseThrow().soFar().costUsd();
        assertThat(new RunTable(database()).find(RUN).orElseThrow().costUsd()).isEqualByComparingTo(counted);
        return counted;
    }

    /** All in one batch, or one by one. */
    private void settle(Settlement... settlements) {
        try (var leadership = Leadership.take(database(), "f", "test");
                var books = new Bookkeeper(new StoredBooks(database(), leadership, new Changes()),
                        QuietWatch.unstarted(), lost -> {},
                        kept -> {})) {
            List.of(settlements).forEach(books::settle);
            books.start();
        }
    }

    private static Settlement attempt(int attempt, long dispatch, AttemptKind kind, Spent spent) {
        return new Settlement.Attempt(ref(), new Dispatch(1, dispatch), attempt, kind, "w", "i",
                new dev.muster.common.result.Verdict(Status.ERROR, Cause.INFRASTRUCTURE, null, null), Instant.EPOCH, 5L,
                spent);
    }

    private static Settlement verdict(int attempt) {
        return new Settlement.CaseVerdict(ref(), attempt, new Dispatch(1, attempt), "w",
                TestResult.of("s.jsonl#c").agent("shop").response("Hello")
                        .usage(new Usage(50, 10).costing(new BigDecimal("0.01")))
                        .helped(new HelperSpend(new Usage(1, 1).costing(new BigDecimal("0.002")), 5)).make());
    }

    private static CaseRef ref() {
        return new CaseRef(RUN, 0, 0, 0);
    }
}
