package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.json.Json;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.common.testing.TestResult;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.isolated.Orders;
import dev.muster.worker.ratelimit.RateLimits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(30)
final class ShiftTest {

    private final Channel channel = new WritingChannel(
            new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES));
    private final LoopWatch watch = new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
        throw new AssertionError(sentence, cause);
    }, () -> true);

    /** Its case would stay in flight forever. */
    @Test
    void aReportThatCantBeWrittenIsReplacedByOneThatSaysSo() throws Exception {
        var settings = WorkerSettings.of("f", "w", 1, Set.of(), Set.of());
        try (var _ = new Shift("i", new InboxLease("f", 1, "i", 0, 0), new WorkerContext(settings, channel,
                new Unwritable(), new RateLimits(Ticker.system()), Ticker.system(), watch));
                var results = channel.feed(Topic.RESULTS, new From.Beginning())) {
            channel.append(Topic.CASES, 0, "k", Codec.INBOX.seal(Orders.order(false))).get();

            var report = first(results);
            assertThat(report.result().verdict().status()).isEqualTo(Status.ERROR);
            assertThat(report.result().verdict().error()).contains("the report can't be written: ")
                    .contains("see the log of worker w");
        }
    }

    private static AttemptFinished first(Feed results) throws InterruptedException {
        while (true) {
            for (var entry : results.poll(Duration.ofMillis(100))) {
                return Codec.REPORTS.open(Objects.requireNonNull(entry.value())).reports().getFirst();
            }
        }
    }

    /** An attempt whose result contains what JSON can't represent. */
    private static final class Unwritable implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) {
            return new Attempted(result(Status.PASSED, Cause.NONE, null,
                    Json.MAPPER.createObjectNode().putPOJO("broken", Collections.singletonMap(null, 1))), false);
        }

        @Override
        public CaseResult unfinished(CaseOrder order, Verdict why) {
            return result(why.status(), why.cause(), why.error(), null);
        }

        private static CaseResult result(Status status, Cause cause, @Nullable String error, @Nullable JsonNode state) {
            return TestResult.of("t.jsonl#a").status(status).cause(cause).error(error).state(state).make();
        }
    }

    /** Serializes its records, like a channel between processes. */
    private record WritingChannel(Channel carrier) implements Channel {

        @Override
        public int inboxes() {
            return carrier.inboxes();
        }

        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            return carrier.append(topic, partition, key, value == null ? null : Payload.of(value.bytes()));
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
        public void close() {
            carrier.close();
        }
    }
}
