package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import org.junit.jupiter.api.Test;

class RecentResultsTest {

    private final RecentResults recent = new RecentResults(100);

    @Test
    void tellsWhatCameAfterASequenceNumberInOrder() {
        add("a", 0, 3, 10, 1, 2, 3);
        add("b", 0, 1, 10, 1);
        add("a", 3, 5, 10, 4, 5);

        assertThat(after("a", 0, 10)).hasValue(List.of(1L, 2L, 3L, 4L, 5L));
        assertThat(after("a", 2, 2)).hasValue(List.of(3L, 4L));
        assertThat(after("a", 5, 10)).hasValue(List.of());
    }

    @Test
    void knowsNothingOfOtherRuns() {
        add("a", 0, 1, 10, 1);

        assertThat(after("b", 0, 10)).isEmpty();
    }

    @Test
    void whoLagsBehindTheOldestIsServedByTheDatabase() {
        add("a", 0, 2, 40, 1, 2);
        add("b", 0, 1, 40, 1);

        assertThat(after("a", 0, 10)).isEmpty();
        assertThat(after("a", 1, 10)).hasValue(List.of(2L));
        assertThat(after("b", 0, 10)).hasValue(List.of(1L));
    }

    @Test
    void oneThatIsLargerThanAllRoomIsOnlyInTheDatabase() {
        add("a", 0, 1, 10, 1);
        add("a", 1, 2, 101, 2);
        add("a", 2, 3, 10, 3);

        assertThat(after("a", 0, 10)).isEmpty();
        assertThat(after("a", 1, 10)).isEmpty();
        assertThat(after("a", 2, 10)).hasValue(List.of(3L));
    }

    /** The database itself writes the cases that a stop cancelled. */
    @Test
    void whatCameBetweenMakesItStartAnew() {
        add("a", 0, 2, 10, 1, 2);
        add("a", 7, 8, 10, 8);

        assertThat(after("a", 2, 10)).isEmpty();
        assertThat(after("a", 7, 10)).hasValue(List.of(8L));
    }

    @Test
    void gapsInsideABatchAreNone() {
        add("a", 0, 4, 10, 1, 4);
        add("a", 4, 6, 10, 5);
        add("a", 6, 7, 10, 7);

        assertThat(after("a", 1, 10)).hasValue(List.of(4L, 5L, 7L));
    }

    @Test
    void aRunThatIsForgottenTakesNoRoom() {
        add("a", 0, 9, 10, LongStream.rangeClosed(1, 9).toArray());
        recent.forget("a");
        add("b", 0, 9, 10, LongStream.rangeClosed(1, 9).toArray());

        assertThat(after("a", 9, 10)).isEmpty();
        assertThat(after("b", 0, 10)).hasValueSatisfying(seqs -> assertThat(seqs).hasSize(9));
    }

    private Optional<List<Long>> after(String run, long seq, int atMost) {
        return recent.after(run, seq, atMost).map(found -> found.stream().map(StoredCase::seq).toList());
    }

    private void add(String run, long after, long upTo, int bytes, long... seqs) {
        recent.add(new StoredBatch(run, LocalDate.EPOCH, after, upTo,
                LongStream.of(seqs).mapToObj(seq -> new SizedCase(verdict(run, seq), seq, bytes)).toList()));
    }

    private static CaseVerdict verdict(String run, long seq) {
        return new CaseVerdict(new CaseRef(run, (int) seq, 0, 0), 1, new Dispatch(1, seq), "w",
                TestResult.of("s.jsonl#c").agent("shop").response("fine").make());
    }
}
