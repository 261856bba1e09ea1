package dev.muster.bench;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Joins a fleet with as many slots as a run has cases, and reports each case at once with a made-up result. It sends no
 * beats: the measured coordinator gives no worker up.
 */
final class InstantWorker implements AutoCloseable {

    private static final Duration LISTEN = Duration.ofMillis(100);
    private static final String NAME = "instant";

    private final Channel channel;
    private final String fleet;
    private final int slots;
    private final String incarnation = UUID.randomUUID().toString();
    private @Nullable Thread thread;

    InstantWorker(Channel channel, String fleet, int slots) {
        this.channel = channel;
        this.fleet = fleet;
        this.slots = slots;
    }

    /** Returns once it can be given cases; reports them on a thread of its own until it is closed. */
    void join(Ticker ticker, Duration patience) throws IOException, InterruptedException {
        long until = ticker.nanos() + patience.toNanos();
        try (var control = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (thread == null) {
                if (ticker.nanos() > until) {
                    throw new IOException("the coordinator gave the worker no inbox");
                }
                heard(control).forEach(this::follow);
            }
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    private static Stream<ControlMessage> heard(Feed control) throws InterruptedException {
        return control.poll(LISTEN).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.CONTROL::open);
    }

    private void follow(ControlMessage message) {
        if (message instanceof ControlMessage.Leadership(var _, var epoch)) {
            var hello = new Hello(fleet, epoch, NAME, incarnation, ProcessHandle.current().pid(), slots, Set.of(),
                    Set.of());
            channel.append(Topic.WORKERS, 0, incarnation, Codec.WORKER.seal(hello)).join();
        } else if (message instanceof InboxLease lease && lease.incarnation().equals(incarnation)) {
            thread = Thread.ofPlatform().daemon().name("instant worker").start(() -> work(lease));
        }
    }

    private void work(InboxLease lease) {
        try (var inbox = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), lease.offset())))) {
            while (true) {
                inbox.poll(LISTEN).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.INBOX::open)
                        .filter(CaseOrder.class::isInstance).map(CaseOrder.class::cast).forEach(this::report);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(CaseOrder order) {
        var result = MadeUpResults.of(order);
        var report = new AttemptFinished(fleet, order.epoch(), NAME, incarnation, order.ref(), order.dispatch(),
                order.attempt(), result, false, order.terms().ticket());
        var _ = channel.append(Topic.RESULTS, Topic.RESULTS.partitionOf(result.identity().key()),
                result.identity().key(), Codec.RESULT.seal(report));
    }

    /** Made-up results of about 2 KB, no two alike: five in a hundred failed, one without an answer. */
    private static final class MadeUpResults {

        private static final String[] WORDS = ("the your order was sent on and will arrive within days please refund amount "
                + "customer account number café policy \"return\" shipping address confirm thank you again for about which "
                + "möchten item replaced price €20 invoice attached see below\n however cannot today tomorrow agent check "
                + "status delivery window between morning support ticket closed").split(" ");
        private static final int RESPONSE = 1_600;
        private static final int REASON = 200;

        static CaseResult of(CaseOrder order) {
            var testCase = order.testCase();
            int n = order.ref().number();
            var random = new Random(n);
            boolean failed = n % 20 == 7;
            boolean broken = n % 100 == 13;
            var status = broken ? Status.ERROR : failed ? Status.FAILED : Status.PASSED;
            var cause = broken ? Cause.AGENT_ERROR : failed ? Cause.ASSERTION : Cause.NONE;
            return new CaseResult(CaseIdentity.of(testCase, order.target().id(), null),
                    new Verdict(status, cause, broken ? "the agent answered " + text(random, REASON) : null, null),
                    new Observed(1, broken ? null : text(random, RESPONSE), List.of(), List.of(), null, null,
                            new SentMessages(testCase.conversation().opening(), true)),
                    broken ? List.of() : assertions(testCase.assertions(), failed, random), null,
                    new CaseResult.Timing(900 + random.nextInt(4_000), 900 + random.nextInt(3_000),
                            100 + random.nextInt(800), Instant.now()),
                    new CaseResult.Spend(new Usage(random.nextInt(3_000), random.nextInt(500)), null), List.of(),
                    "thread-" + Long.toHexString(random.nextLong()), null);
        }

        private static List<AssertionResult> assertions(List<Assertion> asserted, boolean failed, Random random) {
            var all = new ArrayList<AssertionResult>();
            for (var assertion : asserted) {
                all.add(new AssertionResult(assertion, !failed, failed ? text(random, REASON) : null));
            }
            return all;
        }

        private static String text(Random random, int length) {
            var text = new StringBuilder(length + 16);
            while (text.length() < length) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            return text.toString();
        }
    }
}
