package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.scheduler.Pump.ByteBudget;
import dev.muster.coordinator.server.scheduler.ReportedRecord.Tickets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how far a pump reads ahead, which position it reports, and when a topic was read to its end. */
@Timeout(20)
final class PumpTest {

    private static final int LARGE = 600 * 1024;

    private final Log log = new Log();
    private final BlockingQueue<Map<Integer, Long>> taken = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> dealtWith = new LinkedBlockingQueue<>();
    private final ByteBudget budget = new ByteBudget(2L * LARGE, Threads.system());
    private final Pump pump = new Pump(log, Topic.RESULTS, new From.Beginning(),
            entry -> ReportedRecord.results(entry, new Tickets(new byte[32])), Runnable::run,
            (batch, positions) -> taken.add(positions), budget, dealtWith::add,
            new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
                throw new AssertionError(sentence, cause);
            }, () -> true));

    @AfterEach
    void close() {
        pump.close();
    }

    @Test
    void aPartSaysHowFarItGoesItselfAndNamesAllPartitions() throws InterruptedException {
        log.add(3, LARGE);
        pump.start();

        assertThat(taken.take()).isEqualTo(Map.of(0, 1L, 1, 7L));
        assertThat(taken.take()).isEqualTo(Map.of(0, 2L, 1, 7L));
    }

    @Test
    void whatIsNotDealtWithHoldsUpWhatComesAfterIt() throws InterruptedException {
        log.add(3, LARGE);
        pump.start();
        taken.take();
        dealtWith.take();
        dealtWith.take().run();
        taken.take();

        assertThat(taken.take()).isEqualTo(Map.of(0, 3L, 1, 7L));
        assertThat(budget.isSpent()).isTrue();
        dealtWith.take().run();
        assertThat(budget.isSpent()).isFalse();
    }

    @Test
    void theEndIsPassedAfterAllThatCameBeforeItAlsoWhenTheBrokerDoesNotTellItAtOnce() {
        log.add(5, 10);
        log.failures = 2;
        var read = new CompletableFuture<Integer>();
        pump.afterEnd(() -> read.complete(taken.stream().mapToInt(each -> each.getOrDefault(0, 0L).intValue()).max()
                .orElse(0)));
        pump.start();

        assertThat(read.join()).isEqualTo(5);
        assertThat(taken).hasSize(1);
        assertThat(log.opened).hasSize(3);
    }

    /** A topic with two partitions, of which the second gets nothing more. */
    private static final class Log implements Channel {

        private final List<Entry> entries = new ArrayList<>();
        private final List<From> opened = new ArrayList<>();
        private int failures;

        void add(int number, int bytes) {
            for (int n = 0; n < number; n++) {
                entries.add(
                        new Entry(Topic.RESULTS, 0, entries.size(), Instant.EPOCH, "c", Payload.of(new byte[bytes])));
            }
        }

        @Override
        public Feed feed(Topic topic, From from) {
            opened.add(from);
            int begin = from instanceof From.Offsets(var offsets) ? offsets.getOrDefault(0, 0L).intValue() : 0;
            return new Reading(entries, begin);
        }

        @Override
        public Map<Integer, Long> ends(Topic topic) {
            if (failures-- > 0) {
                throw new ChannelException("no answer");
            }
            return Map.of(0, (long) entries.size(), 1, 7L);
        }

        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long end(Topic topic, int partition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int inboxes() {
            return 1;
        }

        @Override
        public void close() {}
    }

    private static final class Reading implements Feed {

        private final List<Entry> entries;
        private int position;

        Reading(List<Entry> entries, int position) {
            this.entries = entries;
            this.position = position;
        }

        @Override
        public List<Entry> poll(Duration atMost) throws InterruptedException {
            if (position == entries.size()) {
                Threads.system().pause(Duration.ofMillis(1));
            }
            var some = entries.subList(position, entries.size());
            position = entries.size();
            return some;
        }

        @Override
        public Map<Integer, Long> positions() {
            return Map.of(0, (long) position, 1, 7L);
        }

        @Override
        public long lag() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
