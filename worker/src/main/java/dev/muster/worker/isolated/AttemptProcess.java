package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.ProcessEvent;
import dev.muster.common.time.Durations;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.call.CallGate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The process of an isolated attempt, watched by its worker until it has a result, ends, or its time is over. Closing
 * it ends it and all that it started.
 */
final class AttemptProcess implements AutoCloseable {

    /** It beats twice a second, also while it waits for a call. */
    private static final int MOST_UNREAD = 100_000;

    private final FramedProcess<ToAttempt, FromAttempt> process;
    private final String key;
    private final CallGate gate;
    private final Duration patience;
    private final BlockingQueue<ProcessEvent<FromAttempt>> events = new LinkedBlockingQueue<>();
    private volatile @Nullable Attempted attempted;
    private final Duration toStart;
    private boolean started;
    private long killAt;

    /**
     * Sends a process its order, and listens to it.
     *
     * @param toStart how long it may take until its first message: what happens before is not the case's doing
     * @param patience how long after its deadline it is killed
     */
    AttemptProcess(Process process, CaseOrder order, CallGate gate, Duration toStart, Duration patience)
            throws IOException {
        this.toStart = toStart;
        this.killAt = System.nanoTime() + toStart.toNanos();
        this.key = order.testCase().identity().key();
        this.gate = gate;
        this.patience = patience;
        this.process = new FramedProcess<>("alone " + order.testCase().identity().id(), process, ToAttempt.FRAMES,
                FromAttempt.FRAMES);
        try {
            this.process.send(
                    new ToAttempt.Order(new String(Codec.INBOX.seal(order).bytes(), StandardCharsets.UTF_8)));
            this.process.listen(this::receive);
        } catch (IOException | RuntimeException e) {
            this.process.kill();
            throw e;
        }
    }

    /**
     * @param died returns the outcome when the process died; its argument continues a sentence that begins with "it"
     * @throws IOException when it did not start in time
     */
    Attempted await(Function<String, Attempted> died) throws InterruptedException, IOException {
        while (true) {
            var event = events.poll(Math.max(0, killAt - System.nanoTime()), TimeUnit.NANOSECONDS);
            started |= event instanceof ProcessEvent.Received;
            switch (event) {
                case null -> {
                    if (!started) {
                        throw new IOException("it did not start within " + Durations.text(toStart)
                                + "; this machine may be overloaded");
                    }
                    return died.apply("did not finish within " + Durations.text(patience)
                            + " after its time was over, and was killed");
                }
                case ProcessEvent.Ended<FromAttempt>(var exitCode) -> {
                    return died.apply("ended with exit code " + exitCode
                            + (exitCode == FramedProcess.OUT_OF_MEMORY ? ": it ran out of memory" : ""));
                }
                case ProcessEvent.Received<FromAttempt>(FromAttempt.Done _) -> {
                    return Objects.requireNonNull(attempted);
                }
                case ProcessEvent.Received<FromAttempt>(FromAttempt.Due(var nanos)) ->
                    killAt = System.nanoTime() + nanos + patience.toNanos();
                case ProcessEvent.Received<FromAttempt>(FromAttempt.MayCall()) -> pass();
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
        process.send(new ToAttempt.Call());
    }

    private boolean receive(ProcessEvent<FromAttempt> event) throws IOException {
        if (event instanceof ProcessEvent.Received<FromAttempt>(FromAttempt.Done(var json))) {
            attempted = result(json);
        }
        if (event instanceof ProcessEvent.Received && events.size() > MOST_UNREAD) {
            throw new IOException("more messages than an attempt can have");
        }
        events.add(event);
        return attempted == null;
    }

    /** A process that its case broke may send anything. */
    private Attempted result(String json) throws IOException {
        try {
            var read = Json.MAPPER.readValue(json, Attempted.class);
            var result = read.result();
            if (result == null || result.identity() == null || result.verdict() == null
                    || !result.identity().key().equals(key)) {
                throw new IOException("no result of this case");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(e);
        }
    }
}
