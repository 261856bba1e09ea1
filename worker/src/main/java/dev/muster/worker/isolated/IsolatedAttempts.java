package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.result.CaseResult;
import dev.muster.common.time.Durations;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.attempt.Attempts.Attempted;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.isolated.IsolatedAttempt.FromAttempt;
import dev.muster.worker.isolated.IsolatedAttempt.ToAttempt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Runs attempts at suspect cases in processes of their own, a few at once, and all others in this process.
 *
 * @param usual for all other cases
 * @param patience how long after its deadline an attempt is killed
 */
public record IsolatedAttempts(Attempts usual, Start start, Duration patience, Semaphore room) implements Attempts {

    private static final Logger LOG = LoggerFactory.getLogger(IsolatedAttempts.class);

    /** Starts the process in which {@link IsolatedAttempt} serves one order. */
    @FunctionalInterface
    public interface Start {
        Process start() throws IOException;
    }

    /** @param most processes at once; waiting for a free one is not charged to an attempt */
    public IsolatedAttempts(Attempts usual, Start start, Duration patience, int most) {
        this(usual, start, patience, new Semaphore(most));
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        if (!order.terms().alone()) {
            return usual.run(order, gate);
        }
        room.acquire();
        try (var child = new AttemptProcess(start.start(), order, gate, patience)) {
            LOG.info("case {} runs in a process of its own", order.testCase().identity().id());
            return told(order, child.await());
        } catch (IOException e) {
            return new Attempted(usual.lost(order, "no process of its own could be started for it: " + e.getMessage()),
                    true);
        } finally {
            room.release();
        }
    }

    @Override
    public CaseResult stopped(CaseOrder order, Stopped why) {
        return usual.stopped(order, why);
    }

    @Override
    public CaseResult lost(CaseOrder order, String how) {
        return usual.lost(order, how);
    }

    /** A process that died under its case was killed by the case: nothing else ran in it. */
    private Attempted told(CaseOrder order, AttemptProcess.End end) {
        return switch (end) {
            case AttemptProcess.End.Came(var attempted) -> attempted;
            case AttemptProcess.End.Died(var how) -> {
                var sentence = "alone in a process of its own it " + how;
                LOG.warn("case {}: {}", order.testCase().identity().id(), sentence);
                yield new Attempted(usual.lost(order, sentence), false);
            }
        };
    }

    /**
     * The process of an isolated attempt, watched by its worker until it has a result, ends, or its time is over. Closing it
     * ends it and all that it started.
     */
    static final class AttemptProcess implements AutoCloseable {

        private static final Duration START = Duration.ofSeconds(60);
        /** It beats twice a second, also while it waits for a call. */
        private static final int MOST_UNREAD = 100_000;

        private final FramedProcess<ToAttempt, FromAttempt> process;
        private final String key;
        private final CallGate gate;
        private final Duration patience;
        private final BlockingQueue<Event<FromAttempt>> events = new LinkedBlockingQueue<>();
        private volatile @Nullable Attempted attempted;
        private long killAt = System.nanoTime() + START.toNanos();

        /** Sends a process its order, and listens to it. */
        AttemptProcess(Process process, CaseOrder order, CallGate gate, Duration patience) throws IOException {
            this.key = order.testCase().identity().key();
            this.gate = gate;
            this.patience = patience;
            this.process = new FramedProcess<>(process, ToAttempt.FRAMES, FromAttempt.FRAMES);
            this.process.say(new ToAttempt.Order(new String(Codec.INBOX.seal(order).bytes(), StandardCharsets.UTF_8)));
            this.process.listen("alone " + order.testCase().identity().id(), this::hear);
        }

        /** How an isolated attempt ends. */
        sealed interface End {

            /** With a result. */
            record Came(Attempted attempted) implements End {}

            /** With its process; {@code how} continues a sentence that begins with "it". */
            record Died(String how) implements End {}
        }

        End await() throws InterruptedException, IOException {
            while (true) {
                switch (events.poll(Math.max(0, killAt - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    case null -> {
                        return new End.Died("did not come back within " + Durations.text(patience)
                                + " after its time was over, and was killed");
                    }
                    case Event.Gone<FromAttempt>(var exitCode) -> {
                        return new End.Died("ended with exit code " + exitCode + why(exitCode));
                    }
                    case Event.Said<FromAttempt>(FromAttempt.Done _) -> {
                        return new End.Came(Objects.requireNonNull(attempted));
                    }
                    case Event.Said<FromAttempt>(FromAttempt.Due(var nanos)) ->
                        killAt = System.nanoTime() + nanos + patience.toNanos();
                    case Event.Said<FromAttempt>(FromAttempt.MayCall()) -> pass();
                }
            }
        }

        /** Kills it, unless it is done and ends by itself. */
        @Override
        public void close() {
            if (attempted != null) {
                process.killAfterGrace();
            } else {
                process.kill();
            }
        }

        /** Waiting here is not charged to the attempt. */
        private void pass() throws InterruptedException, IOException {
            long before = System.nanoTime();
            gate.pass();
            killAt += System.nanoTime() - before;
            process.say(new ToAttempt.Call());
        }

        /** A process that its case broke may say anything. */
        private Attempted checked(Attempted told) throws IOException {
            var result = told.result();
            if (result == null || result.identity() == null || result.verdict() == null
                    || !result.identity().key().equals(key)) {
                throw new IOException("no result of this case");
            }
            return told;
        }

        private boolean hear(Event<FromAttempt> event) throws IOException {
            if (event instanceof Event.Said<FromAttempt>(FromAttempt.Done(var json))) {
                try {
                    attempted = checked(Json.MAPPER.readValue(json, Attempted.class));
                } catch (JacksonException e) {
                    throw new IOException(e);
                }
            }
            if (event instanceof Event.Said && events.size() > MOST_UNREAD) {
                throw new IOException("more messages than an attempt can have");
            }
            events.add(event);
            return attempted == null;
        }

        private static String why(int exitCode) {
            return exitCode == FramedProcess.OUT_OF_MEMORY ? ": it had no memory left" : "";
        }
    }
}
