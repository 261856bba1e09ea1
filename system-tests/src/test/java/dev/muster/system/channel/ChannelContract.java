package dev.muster.system.channel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract that the fleet relies on, whatever carries its topics. Each carrier has a test that extends this. */
abstract class ChannelContract {

    private Channel channel;

    /** Returns a channel with empty topics. */
    abstract Channel open() throws Exception;

    @BeforeEach
    void openChannel() throws Exception {
        channel = open();
    }

    @AfterEach
    void closeChannel() {
        channel.close();
    }

    @Test
    void recordsOfAPartitionAreReadOnceInTheOrderInWhichTheyWereTaken() throws Exception {
        try (var feed = channel.feed(Topic.RESULTS, new From.Beginning())) {
            for (int n = 0; n < 500; n++) {
                append(Topic.RESULTS, 3, "k", "v" + n);
            }

            var read = readAtLeast(feed, 500);

            assertThat(read).extracting(ChannelContract::text)
                    .containsExactlyElementsOf(IntStream.range(0, 500).mapToObj(n -> "v" + n).toList());
            assertThat(read).extracting(Entry::offset).isSorted().doesNotHaveDuplicates();
            assertThat(feed.poll(Duration.ofMillis(50))).isEmpty();
        }
    }

    @Test
    void everyFeedSeesEveryRecord() throws Exception {
        try (var one = channel.feed(Topic.WORKERS, new From.Beginning());
                var two = channel.feed(Topic.WORKERS, new From.Beginning())) {
            append(Topic.WORKERS, 0, "a", "hello");

            assertThat(readAtLeast(one, 1)).extracting(ChannelContract::text).containsExactly("hello");
            assertThat(readAtLeast(two, 1)).extracting(ChannelContract::text).containsExactly("hello");
        }
    }

    @Test
    void anAcknowledgedRecordLiesBeforeTheEnd() {
        long offset = append(Topic.CASES, 7, "k", "v");

        assertThat(channel.ends(Topic.CASES)).hasSize(channel.inboxes()).containsEntry(7, offset + 1);
    }

    @Test
    void anInboxIsReadFromTheOffsetOfItsLeaseOnAndNoOther() throws Exception {
        append(Topic.CASES, 5, "old", "of an earlier worker");
        append(Topic.CASES, 6, "other", "of another worker");
        long from = channel.ends(Topic.CASES).getOrDefault(5, 0L);
        append(Topic.CASES, 5, "new", "mine");

        try (var inbox = channel.feed(Topic.CASES, new From.Offsets(Map.of(5, from)))) {
            assertThat(readAtLeast(inbox, 1)).extracting(ChannelContract::text).containsExactly("mine");
            assertThat(inbox.positions()).isEqualTo(Map.of(5, from + 1));
        }
    }

    @Test
    void aFeedFromTheEndSeesOnlyWhatComesLater() throws Exception {
        append(Topic.WORKERS, 0, "k", "before");
        try (var feed = channel.feed(Topic.WORKERS, new From.End())) {
            feed.positions();
            append(Topic.WORKERS, 0, "k", "after");

            assertThat(readAtLeast(feed, 1)).extracting(ChannelContract::text).containsExactly("after");
        }
    }

    @Test
    void timesOfTheWorkersTopicNeverStepBack() throws Exception {
        try (var feed = channel.feed(Topic.WORKERS, new From.Beginning())) {
            for (int n = 0; n < 20; n++) {
                append(Topic.WORKERS, 0, "k", "v");
            }

            assertThat(readAtLeast(feed, 20)).extracting(Entry::time).isSorted();
        }
    }

    @Test
    void controlKeepsTheNewestOfEachKey() throws Exception {
        append(Topic.CONTROL, 0, "1/leadership", "one");
        append(Topic.CONTROL, 0, "2/leadership", "two");
        append(Topic.CONTROL, 0, "1/leadership", "three");

        try (var feed = channel.feed(Topic.CONTROL, new From.Beginning())) {
            var newest = new LinkedHashMap<String, String>();
            while (newest.size() < 2 || !"three".equals(newest.get("1/leadership"))) {
                feed.poll(Duration.ofMillis(100)).forEach(entry -> newest.put(entry.key(), text(entry)));
            }
            assertThat(newest).isEqualTo(Map.of("1/leadership", "three", "2/leadership", "two"));
        }
    }

    @Test
    void recordsOfManyThreadsAreAllThere() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var feed = channel.feed(Topic.RESULTS, new From.Beginning())) {
            var appended = new ArrayList<Future<Long>>();
            for (int n = 0; n < 200; n++) {
                var value = "v" + n;
                appended.add(threads.submit(
                        () -> append(Topic.RESULTS, Topic.RESULTS.partitionOf(value), value, value)));
            }
            for (var each : appended) {
                each.get();
            }

            assertThat(readAtLeast(feed, 200)).extracting(ChannelContract::text).doesNotHaveDuplicates().hasSize(200);
        }
    }

    private long append(Topic topic, int partition, String key, String value) {
        try {
            return channel.append(topic, partition, key, Payload.of(value.getBytes(StandardCharsets.UTF_8))).join();
        } catch (CompletionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static List<Entry> readAtLeast(Feed feed, int count) throws InterruptedException {
        var read = new ArrayList<Entry>();
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (read.size() < count && System.nanoTime() < until) {
            read.addAll(feed.poll(Duration.ofMillis(100)));
        }
        return read;
    }

    private static String text(Entry entry) {
        return entry.value() == null ? "" : new String(entry.value().bytes(), StandardCharsets.UTF_8);
    }
}
