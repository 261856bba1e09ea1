package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Verdict;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the next leader counts a lost attempt as the one that saw it: drains and racks blame no case. */
final class InheritedLossesIT {

    private static final String FLEET = "losses";
    private static final CaseRef BLAMED = new CaseRef("run", 0, 0, 0);
    private static final CaseRef NOT_BLAMED = new CaseRef("run", 1, 0, 0);

    @TempDir
    private Path home;

    @Test
    void howAnAttemptWasLostOutlivesTheLeader() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 3);
                var leadership = Leadership.take(local.database(), FLEET, "test");
                var books = new StoredBooks(local.database(), leadership, new Changes())) {
            var runs = new RunTable(local.database());
            runs.create("run", FLEET, "shop", WrittenRun.settings(), null, null);
            runs.start("run", 3);
            books.write(List.of(
                    new Settlement.Fence("i", List.of(lost(BLAMED, 1, LostAttempt.WORKER.sentence()),
                            lost(BLAMED, 2, LostAttempt.WITH_COORDINATOR.sentence()),
                            lost(BLAMED, 3, LostAttempt.CROWD.sentence()),
                            lost(BLAMED, 4, LostAttempt.OVERDUE.sentence() + " long after its timeout of 1s"))),
                    new Settlement.Fence("j", List.of(lost(NOT_BLAMED, 1, LostAttempt.TOGETHER.sentence()),
                            lost(NOT_BLAMED, 2, LostAttempt.DRAINING.sentence())))));

            var past = new Inheriting(local.database()).run("run").orElseThrow().past();

            assertThat(past).containsOnly(Map.entry(BLAMED, new EarlierAttempts(4, 0, 4, 0, 1, 1, null)),
                    Map.entry(NOT_BLAMED, new EarlierAttempts(2, 0, 0, 0)));
        }
    }

    private static Settlement.Attempt lost(CaseRef ref, int attempt, String sentence) {
        return new Settlement.Attempt(ref, new Dispatch(1, 10L * ref.number() + attempt), attempt,
                Settlement.AttemptKind.WORKER_LOST, "w", "i", Verdict.error(Cause.WORKER_LOST, sentence), Instant.EPOCH,
                null, Spent.UNKNOWN);
    }
}
