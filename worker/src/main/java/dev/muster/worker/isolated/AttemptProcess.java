package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.time.Durations;
import dev.muster.worker.attempt.Attempts.Attempted;
import dev.muster.worker.conversation.CallGate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The process of an isolated attempt, watched by its worker until it has a result, ends, or its time is over. Closing it
 * ends it and all that it started.
 */
final class AttemptProcess implements AutoCloseable {

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
