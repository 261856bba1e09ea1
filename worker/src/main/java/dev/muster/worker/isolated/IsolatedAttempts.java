package dev.muster.worker.isolated;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Verdict;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs attempts at suspect cases in processes of their own, a few at once, and all others in this process. */
public final class IsolatedAttempts implements Attempts {

    private static final Logger LOG = LoggerFactory.getLogger(IsolatedAttempts.class);

    /** A JVM takes a second, and a minute where every processor is busy with more than it can do. */
    private static final Duration TO_START = Duration.ofMinutes(3);

    private final Attempts usual;
    private final Start start;
    private final Duration toStart;
    private final Duration patience;
    private final Semaphore slots;

    /** Starts the process in which {@link IsolatedAttempt} serves one order. */
    @FunctionalInterface
    public interface Start {

        Process start() throws IOException;
    }

    /**
     * @param usual for all other cases
     * @param patience how long after its deadline an attempt is killed
     * @param most processes at once; waiting for a free one is not charged to an attempt
     */
    public IsolatedAttempts(Attempts usual, Start start, Duration patience, int most) {
        this(usual, start, TO_START, patience, most);
    }

    IsolatedAttempts(Attempts usual, Start start, Duration toStart, Duration patience, int most) {
        this.usual = usual;
        this.start = start;
        this.toStart = toStart;
        this.patience = patience;
        this.slots = new Semaphore(most);
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        if (!order.terms().alone()) {
            return usual.run(order, gate);
        }
        slots.acquire();
        try (var child = new AttemptProcess(start.start(), order, gate, toStart, patience)) {
            LOG.info("case {} runs in a process of its own", order.testCase().identity().id());
            return child.await(how -> died(order, how));
        } catch (IOException e) {
            return new Attempted(lost(order, "no process of its own could be started for it: " + e.getMessage()), true);
        } finally {
            slots.release();
        }
    }

    @Override
    public CaseResult unfinished(CaseOrder order, Verdict why) {
        return usual.unfinished(order, why);
    }

    /** A process that died under its case was killed by the case: nothing else ran in it. */
    private Attempted died(CaseOrder order, String how) {
        var sentence = "alone in a process of its own it " + how;
        LOG.warn("case {}: {}", order.testCase().identity().id(), sentence);
        return new Attempted(lost(order, sentence), false);
    }
}
