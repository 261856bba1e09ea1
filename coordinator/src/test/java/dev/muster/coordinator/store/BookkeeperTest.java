package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Settlement.Freed;
import dev.muster.coordinator.store.Settlement.Left;
import dev.muster.coordinator.store.Settlement.ReadUpTo;
import dev.muster.coordinator.store.Settlement.RunOver;
import dev.muster.coordinator.store.Settlement.Then;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a batch that is stored, refused, or can't be stored for now. */
@Timeout(20)
final class BookkeeperTest {

    private static final Settlement POISON = new Left("poison");
    private static final Settlement STUCK = new Left("stuck");

    private final Tables tables = new Tables();
    private final List<LostLeadership> lost = new CopyOnWriteArrayList<>();
    private final List<Settlement> kept = new CopyOnWriteArrayList<>();
    private final LoopWatch watch = new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
        throw new AssertionError(sentence, cause);
    }, () -> true);
    private final Bookkeeper books = new Bookkeeper(tables, watch, lost::add, kept::addAll);

    @Test
    void whatFollowsFromADecisionHappensOnceItIsStored() {
        var storedThen = new CompletableFuture<List<Settlement>>();
        books.settle(new ReadUpTo(1));
        books.settle(new Then(() -> storedThen.complete(List.copyOf(tables.stored))));
        books.start();

        assertThat(storedThen.join()).contains(new ReadUpTo(1));
        books.close();
        assertThat(kept).contains(new ReadUpTo(1));
        assertThat(tables.closed).isTrue();
    }

    @Test
    void givingMemoryBackIsWorthNoTransaction() {
        var freed = new CompletableFuture<Boolean>();
        books.settle(new Freed(() -> freed.complete(true)));
        books.start();

        assertThat(freed.join()).isTrue();
        books.close();
        assertThat(tables.stored).isEmpty();
    }

    @Test
    void ofABatchThatIsRefusedOneIsSetAsideAndTheOthersAreStoredInTheirOrder() {
        var all = new ArrayList<Settlement>();
        for (int n = 0; n < 9; n++) {
            all.add(n == 3 ? POISON : new ReadUpTo(n));
        }
        all.forEach(books::settle);
        books.start();
        books.close();

        var stored = tables.stored.stream().filter(each -> !(each instanceof Freed)).toList();
        assertThat(stored).hasSize(9);
        assertThat(stored.get(3)).isInstanceOf(Settlement.Aside.class);
        all.remove(3);
        assertThat(stored).containsSubsequence(all);
        assertThat(kept).containsExactlyElementsOf(tables.stored);
        assertThat(books.healthy()).isTrue();
    }

    @Test
    void whatCannotBeStoredNowIsTriedAgainUntilItIs() {
        tables.troubles.add(new StoreException("away"));
        tables.troubles.add(new StoreException("away"));
        var stored = new CompletableFuture<Boolean>();
        books.settle(new ReadUpTo(1));
        books.settle(new Then(() -> stored.complete(books.healthy())));
        books.start();

        assertThat(stored.join()).isTrue();
        books.close();
        assertThat(tables.stored.stream().filter(new ReadUpTo(1)::equals)).hasSize(1);
    }

    @Test
    void whatIsNotStoredAtTheEndIsToldToNobodyAndNothingBehindItIsStored() throws InterruptedException {
        var told = new ArrayList<String>();
        books.settle(STUCK);
        for (int n = 0; n < 1_000; n++) {
            books.settle(new ReadUpTo(n));
        }
        books.settle(new Then(() -> told.add("stored")));
        books.start();
        tables.asked.await();
        books.close();

        assertThat(told).isEmpty();
        assertThat(tables.stored).isEmpty();
        assertThat(books.healthy()).isFalse();
    }

    @Test
    void whoIsReplacedStepsDownAndTellsNobody() {
        var told = new ArrayList<String>();
        tables.troubles.add(new LostLeadership("f", 1));
        books.settle(new Then(() -> told.add("stored")));
        books.start();
        books.close();

        assertThat(lost).hasSize(1);
        assertThat(told).isEmpty();
    }

    @Test
    void aPortionThatTakesTooLongIsHalvedAndHoldsUpNothingElse() {
        tables.mostRows = 3;
        var over = new CompletableFuture<List<Integer>>();
        var others = new CompletableFuture<List<Integer>>();
        try (var few = new Bookkeeper(tables, watch, lost::add, kept::addAll, 8)) {
            few.settle(new RunOver("r", RunState.STOPPED, null));
            few.settle(new Then(() -> over.complete(List.copyOf(tables.portions)), "r"));
            few.settle(new Then(() -> others.complete(List.copyOf(tables.portions))));
            few.start();

            assertThat(over.join()).containsExactly(8, 4, 2, 2, 2);
        }
        assertThat(others.join()).isEmpty();
        assertThat(kept).contains(new RunOver("r", RunState.STOPPED, null));
    }

    /** Stores what it is given, except what it refuses, and fails during outages. */
    private static final class Tables implements BookStore {

        private final Queue<RuntimeException> troubles = new ConcurrentLinkedQueue<>();
        private final List<Settlement> stored = new CopyOnWriteArrayList<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final List<Integer> portions = new CopyOnWriteArrayList<>();
        private volatile int mostRows;
        private volatile boolean closed;

        @Override
        public void write(List<Settlement> batch) {
            var trouble = troubles.poll();
            asked.countDown();
            if (trouble != null) {
                throw trouble;
            } else if (batch.contains(STUCK)) {
                throw new StoreException("away");
            } else if (batch.contains(POISON)) {
                throw new StoreException("no", new SQLException("no", "22021"));
            }
            stored.addAll(batch);
        }

        /** Of six rows. */
        @Override
        public Optional<Portion> writePortion(Settlement.InPortions settlement, Portion portion) {
            portions.add(portion.rows());
            if (portion.rows() > mostRows) {
                throw new StoreException("too long", new SQLException("canceling statement", "57014"));
            }
            return Optional.of(portion.at(portion.from() + portion.rows(), 0)).filter(next -> next.from() < 6);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
