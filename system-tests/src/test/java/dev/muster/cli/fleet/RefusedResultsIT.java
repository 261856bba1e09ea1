package dev.muster.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Bookkeeper;
import dev.muster.coordinator.store.Changes;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.StoredBooks;
import dev.muster.system.FreshDatabase;
import dev.muster.system.figures.WrittenRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that a result that can't be written delays none of the others in its batch, and that nothing counts twice. */
final class RefusedResultsIT {

    private static final String RUN = "refused";

    private final Changes changes = new Changes();
    private FreshDatabase local;

    @BeforeEach
    void start() {
        local = FreshDatabase.open(4);
        var _ = new WrittenRun(local.database(), RUN);
    }

    @AfterEach
    void stop() {
        local.close();
    }

    /** It fails while the details of others are being written. No message could carry such a result. */
    @Test
    void whatCantBeWrittenAsJsonIsReplacedByAnError() {
        var broken = Json.MAPPER.createObjectNode().putPOJO("broken", Collections.singletonMap(null, 1));
        keep(verdict(0, "w", "fine"), verdict(1, "w", "broken", broken), verdict(2, "w", "fine"));

        assertThat(stored()).extracting(each -> each.result().verdict().status()).containsExactlyInAnyOrder(
                Status.PASSED,
                Status.ERROR, Status.PASSED);
        assertThat(stored()).filteredOn(each -> each.ref().number() == 1).first()
                .satisfies(each -> assertThat(each.result().verdict().error())
                        .startsWith("the result could not be stored: "));
        assertCounted(2, 1);
    }

    /** PostgreSQL refuses it at once. */
    @Test
    void aRowThatPostgresRefusesIsReplacedByAnError() {
        keep(verdict(0, "w", "fine"), verdict(1, "a\0b", "fine"), verdict(2, "w", "fine"));

        assertThat(stored()).hasSize(3);
        assertCounted(2, 1);
        assertFollowersHearWhatIsStored();
    }

    @Test
    void whatComesTwiceIsKeptOnceWithinABatchAndAfterIt() {
        keep(verdict(0, "w", "first"), verdict(1, "w", "first"), verdict(0, "w", "second"));
        keep(verdict(1, "w", "second"), verdict(2, "w", "first"));

        assertThat(stored()).extracting(each -> each.result().observed().response()).containsExactly("first", "first",
                "first");
        assertThat(stored()).extracting(StoredCase::seq).doesNotHaveDuplicates().isSorted();
        assertCounted(3, 0);
        assertFollowersHearWhatIsStored();
    }

    private void keep(Settlement... settlements) {
        try (var leadership = Leadership.take(local.database(), "refused", "test");
                var books = new Bookkeeper(new StoredBooks(local.database(), leadership, changes),
                        QuietWatch.unstarted(), lost -> {},
                        kept -> {})) {
            List.of(settlements).forEach(books::settle);
            books.start();
        }
    }

    private List<StoredCase> stored() {
        return new ResultTable(local.database()).after(RUN, 0, 100);
    }

    private void assertFollowersHearWhatIsStored() {
        assertThat(changes.recent().after(RUN, 0, 100)).hasValue(stored());
    }

    private void assertCounted(int passed, int errors) {
        var counts = new RunTable(local.database()).find(RUN).orElseThrow().counts();
        assertThat(counts.passed()).isEqualTo(passed);
        assertThat(counts.errors()).isEqualTo(errors);
    }

    private static Settlement.CaseVerdict verdict(int number, String worker, String response) {
        return verdict(number, worker, response, null);
    }

    private static Settlement.CaseVerdict verdict(int number, String worker, String response,
            @Nullable JsonNode state) {
        var result = TestResult.of("suite.jsonl#c" + number, "c" + number).agent("mock").response(response).state(state)
                .make();
        return new Settlement.CaseVerdict(new CaseRef(RUN, number, 0, 0), 1, new Dispatch(1, number), worker, result);
    }
}
