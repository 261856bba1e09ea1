package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RecordTooLarge;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.testing.TestResult;
import dev.muster.common.time.Threads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which reports share a record, and that none waits for what can't come. */
@Timeout(30)
final class ReportQueueTest {

    /** Longer than a test may take: what waits that long hangs. */
    private static final Duration FOREVER = Duration.ofMinutes(10);

    private final CostlyChannel channel = new CostlyChannel(
            new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES));
    private final ExecutorService cases = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        cases.shutdownNow();
    }

    @Test
    void theOnlyCaseInFlightReportsAtOnce() throws Exception {
        var queue = queue(1, FOREVER);

        assertThat(queue.sent(report("a"), false)).isTrue();

        assertThat(channel.records()).containsExactly(List.of("a"));
    }

    @Test
    void reportsWaitUntilNoOtherCanCome() throws Exception {
        var queue = queue(3, FOREVER);
        var first = sending(queue, "a", false);
        var second = sending(queue, "b", false);

        var third = sending(queue, "c", false);

        assertThat(List.of(first.get(), second.get(), third.get())).containsOnly(true);
        assertThat(channel.records()).hasSize(1);
        assertThat(channel.records().getFirst()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aReportThatMustNotWaitTakesOthersAlong() throws Exception {
        var queue = queue(100, FOREVER);
        var waiting = sending(queue, "a", false);
        assertThat(queue.waits()).isTrue();

        assertThat(queue.sent(report("b"), true)).isTrue();

        assertThat(waiting.get()).isTrue();
        assertThat(channel.records()).containsExactly(List.of("a", "b"));
    }

    @Test
    void aFullBatchLeaves() throws Exception {
        var queue = queue(100, FOREVER);
        var waiting = sending(queue, "a", false);
        assertThat(queue.waits()).isTrue();

        assertThat(queue.sent(large("b", 600_000), false)).isTrue();

        assertThat(waiting.get()).isTrue();
        assertThat(channel.records()).hasSize(1);
    }

    @Test
    void aBatchLeavesAfterAMoment() throws Exception {
        var queue = queue(100, Duration.ZERO);

        assertThat(queue.sent(report("a"), false)).isTrue();
        assertThat(queue.sent(report("b"), false)).isTrue();

        assertThat(channel.records()).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void eachReportOfABatchThatIsTooLargeTravelsAlone() throws Exception {
        channel.takesAtMost(10_000);
        var queue = queue(2, FOREVER);
        var first = sending(queue, large("a", 12_000), false);

        var second = sending(queue, large("b", 12_000), false);

        assertThat(List.of(first.get(), second.get())).containsOnly(true);
        assertThat(channel.records()).containsExactlyInAnyOrder(List.of("a"), List.of("b"));
        assertThat(queue(1, FOREVER).sent(large("c", 50_000), false)).as("too large by itself").isFalse();
    }

    @Test
    void aBatchThatWasNotStoredFailsForAllOfIt() {
        channel.refuses();
        var queue = queue(2, FOREVER);
        var first = sending(queue, "a", false);

        var second = sending(queue, "b", false);

        for (var each : List.of(first, second)) {
            assertThatThrownBy(each::get).hasRootCauseInstanceOf(ChannelException.class);
        }
    }

    /** Where a record costs nothing, a report that waits only loses time. */
    @Test
    void inMemoryNoReportWaits() throws Exception {
        channel.isFree();
        var queue = queue(100, FOREVER);

        assertThat(queue.sent(report("a"), false)).isTrue();

        assertThat(channel.records()).containsExactly(List.of("a"));
    }

    private Future<Boolean> sending(Queue queue, String id, boolean atOnce) {
        return sending(queue, report(id), atOnce);
    }

    private Future<Boolean> sending(Queue queue, AttemptFinished report, boolean atOnce) {
        return cases.submit(() -> queue.sent(report, atOnce));
    }

    private Queue queue(int inFlight, Duration longest) {
        var threads = new PatientThreads(longest);
        return new Queue(new ReportQueue(channel, "w.1", threads, () -> inFlight), threads);
    }

    private record Queue(ReportQueue reports, PatientThreads threads) {

        boolean sent(AttemptFinished report, boolean atOnce) throws ExecutionException, InterruptedException {
            return reports.sent(report.with(reports.prepared(report.result().result())), atOnce);
        }

        /** Returns once a report waits for others. */
        boolean waits() throws InterruptedException {
            return threads.waiting.await(20, TimeUnit.SECONDS);
        }
    }

    private static AttemptFinished report(String id) {
        return large(id, 10);
    }

    private static AttemptFinished large(String id, int characters) {
        var noise = new Random(id.hashCode()).ints(characters, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        return new AttemptFinished("f", 1, "w", "w.1", new CaseRef("r", id.charAt(0), 0, 0),
                new Dispatch(1, id.charAt(0)), 1, TestResult.of("t.jsonl#" + id).response(noise).make(), false, null);
    }

    /** Waits for other reports as long as the test says. */
    private static final class PatientThreads implements Threads {

        private final Threads system = Threads.system();
        private final Duration longest;
        private final CountDownLatch waiting = new CountDownLatch(1);

        PatientThreads(Duration longest) {
            this.longest = longest;
        }

        @Override
        public boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException {
            waiting.countDown();
            return system.await(latch, atMost.compareTo(Duration.ofMillis(100)) < 0 ? longest : atMost);
        }

        @Override
        public Thread daemon(String name, Runnable body) {
            return system.daemon(name, body);
        }

        @Override
        public Thread virtual(String name, Runnable body) {
            return system.virtual(name, body);
        }

        @Override
        public <T> @Nullable T poll(BlockingQueue<T> queue, Duration atMost) throws InterruptedException {
            return system.poll(queue, atMost);
        }

        @Override
        public boolean acquire(Semaphore permits, Duration atMost) throws InterruptedException {
            return system.acquire(permits, atMost);
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            system.pause(length);
        }
    }

    /** A channel where records cost something, with the limits and the failures of a broker. */
    private static final class CostlyChannel implements Channel {

        private final Channel carrier;
        private final List<List<String>> records = new CopyOnWriteArrayList<>();
        private volatile int largest = Channel.MAX_RECORD;
        private volatile boolean refuses;
        private volatile boolean pays = true;

        CostlyChannel(Channel carrier) {
            this.carrier = carrier;
        }

        void takesAtMost(int bytes) {
            largest = bytes;
        }

        void refuses() {
            refuses = true;
        }

        void isFree() {
            pays = false;
        }

        /** Returns the cases of each record, by their id. */
        List<List<String>> records() {
            return records;
        }

        @Override
        public boolean paysPerRecord() {
            return pays;
        }

        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            int bytes = Objects.requireNonNull(value).bytes().length;
            if (refuses) {
                return CompletableFuture.failedFuture(new ChannelException("the broker did not answer"));
            } else if (bytes > largest) {
                return CompletableFuture.failedFuture(new RecordTooLarge(topic, bytes));
            }
            records.add(Codec.REPORTS.open(value).reports().stream()
                    .map(report -> report.result().result().identity().id()).toList());
            return carrier.append(topic, partition, key, value);
        }

        @Override
        public Feed feed(Topic topic, From from) {
            return carrier.feed(topic, from);
        }

        @Override
        public Map<Integer, Long> ends(Topic topic) {
            return carrier.ends(topic);
        }

        @Override
        public long end(Topic topic, int partition) {
            return carrier.end(topic, partition);
        }

        @Override
        public int inboxes() {
            return carrier.inboxes();
        }

        @Override
        public void close() {
            carrier.close();
        }
    }
}
