package dev.muster.worker;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.HeavyWork;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.AttemptAborted;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Holdings;
import dev.muster.worker.inflight.Lease;
import dev.muster.worker.judging.ReplyWeight;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The working part of an incarnation, from its lease on: takes orders, runs them, reports them, sends beats. */
final class Shift implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Shift.class);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(20);

    private static final Verdict LOST_TOUCH = Verdict.error(Cause.WORKER_LOST, Verdict.LOST_TOUCH);

    private final String id;
    private final WorkerSettings settings;
    private final Attempts attempts;
    private final Holdings holdings;
    private final Lease lease;
    private final Ticker ticker;
    private final Threads threads;
    private final ReportQueue reports;
    private final InboxReader inbox;
    private final Beats beats;
    private final CountDownLatch ended = new CountDownLatch(1);

    Shift(String id, InboxLease leased, WorkerContext with) {
        this.id = id;
        this.settings = with.settings();
        this.attempts = with.attempts();
        this.ticker = with.ticker();
        this.holdings = new Holdings(settings.fleet(), id, leased.epoch(), leased.offset(), ticker);
        this.lease = new Lease(settings.lease(), ticker);
        this.threads = with.watch().threads();
        this.reports = new ReportQueue(with.channel(), id, threads, holdings::count);
        this.inbox = new InboxReader(with, leased, holdings, this::work);
        this.beats = new Beats(with, holdings, lease);
        inbox.start();
        beats.start();
    }

    /** Follows a new leader: only its orders are taken from now on; cases in flight continue. */
    void follow(long epoch) {
        holdings.follow(epoch);
    }

    List<HeldOrder> orders() {
        return holdings.orders();
    }

    WorkerStatus status() {
        return new WorkerStatus(holdings.epoch(), settings.slots(), holdings.count(), true, lease.fresh(), lease.age());
    }

    /** Takes no more orders, waits for cases in flight, up to the grace time; runs {@code looked} after each look. */
    void drain(Runnable looked) throws InterruptedException {
        holdings.drain();
        long begun = ticker.nanos();
        while (holdings.count() > 0 && ticker.nanos() - begun < settings.grace().toNanos()) {
            threads.pause(LOOK);
            looked.run();
        }
        if (holdings.count() > 0) {
            LOG.info("worker {}: returns {} cases that did not finish in time", settings.name(),
                    holdings.held(all -> true).size());
        }
    }

    @Override
    public void close() {
        ended.countDown();
        inbox.close();
        holdings.held(all -> true).forEach(each -> each.stop(Held.Stop.ENDED));
        beats.close();
    }

    private void work(Held held) {
        threads.virtual("case " + held.order().testCase().identity().id(), () -> runAndReport(held)).start();
    }

    private void runAndReport(Held held) {
        tagLog(held.order());
        try {
            var found = run(held);
            LOG.debug("ended: {} ({})", found.result().verdict().status().wire(),
                    found.result().verdict().cause().wire());
            report(held, found);
        } catch (InterruptedException e) {
            // only the end of this incarnation interrupts a report: there is nothing left to report
            Thread.currentThread().interrupt();
        }
    }

    /** Tags the log lines of this thread, which works on no other case. */
    private void tagLog(CaseOrder order) {
        MDC.setContextMap(Map.of("worker", settings.name(), "run", order.ref().run(), "case",
                order.testCase().identity().id(), "attempt", String.valueOf(order.attempt())));
    }

    /** Returns the result of the attempt, however it was stopped. */
    private Attempted run(Held held) {
        held.workedOnBy(Thread.currentThread());
        var order = held.order();
        try {
            var result = attempts.run(order, new LeaseGate(held, lease, ticker, threads));
            held.workDone();
            return result;
        } catch (InterruptedException e) {
            var dropped = held.workDone() == Held.Stop.DROPPED;
            var stopped = attempts.unfinished(order, dropped ? Attempts.CANCELLED : LOST_TOUCH);
            return new Attempted(AttemptAborted.paid(stopped, e), !dropped);
        } catch (RuntimeException | Error e) {
            // a bug: without a report the case would stay in flight forever
            LOG.error("worker {}: the attempt of case {} failed with an internal error", settings.name(),
                    order.testCase().identity().id(), e);
            held.workDone();
            return broken(order, "the attempt failed with an internal error, ", e);
        } finally {
            // a stop that came after the work was done must not disturb the report
            Thread.interrupted();
        }
    }

    /** A case stays in flight until its report is acknowledged; until then the report is repeated. */
    private void report(Held held, Attempted found) throws InterruptedException {
        var report = found;
        while (!held.ended() && ended.getCount() > 0) {
            try {
                send(held, counted(held, report));
                holdings.release(held);
                return;
            } catch (ExecutionException e) {
                LOG.warn("worker {}: a result could not be sent; retrying: {}", settings.name(), e.getMessage());
                threads.await(ended, AGAIN);
            } catch (RuntimeException | StackOverflowError e) {
                // a bug: the case would stay in flight forever
                LOG.error("worker {}: the report of case {} can't be written", settings.name(),
                        held.order().testCase().identity().id(), e);
                report = broken(held.order(), "the report can't be written: ", e);
                threads.await(ended, AGAIN);
            }
        }
    }

    private Attempted broken(CaseOrder order, String what, Throwable e) {
        return new Attempted(attempts.lost(order, what + e.getClass().getSimpleName() + "; see the log of worker "
                + settings.name() + ""), true);
    }

    private void send(Held held, Attempted attempted) throws ExecutionException, InterruptedException {
        var result = attempted.result();
        if (!sent(held, attempted, result) && !sent(held, attempted, ReportTruncation.withoutDetails(result))) {
            sent(held, attempted, ReportTruncation.bare(result));
        }
    }

    /** Sends the report, unless it is too large for a message. */
    private boolean sent(Held held, Attempted attempted, CaseResult result)
            throws ExecutionException, InterruptedException {
        var order = held.order();
        var reported = HeavyWork.run(ReplyWeight.isHeavy(result), () -> reports.prepared(result));
        return reports.sent(new AttemptFinished(settings.fleet(), holdings.epoch(), settings.name(), id, order.ref(),
                order.dispatch(), order.attempt(), reported, attempted.again(), order.terms().ticket()),
                order.terms().atOnce());
    }

    /** Drops a result that this process or its network may have caused, but keeps the usage: it was paid for. */
    private Attempted counted(Held held, Attempted attempted) {
        return lease.since(held.takenNanos()).admits(attempted.result().verdict().cause()) ? attempted
                : new Attempted(
                        attempts.unfinished(held.order(), LOST_TOUCH).with(attempted.result().spend()), true);
    }
}
