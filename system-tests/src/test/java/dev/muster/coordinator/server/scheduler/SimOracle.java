package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;

/** Knows of a simulated world what none of its processes can know, and reports broken promises. */
final class SimOracle {

    private static final long SECOND = 1_000_000_000;
    /** A beat may be sent that long before the lease is seen to be broken. */
    private static final long LEASE = SimWorker.LEASE.toNanos() + 2 * SECOND;
    /** The fleet's clock may take a step of two seconds that no clock made. */
    private static final long SILENCE = 5 * SECOND;
    private static final long RECENT = 120 * SECOND;
    /** From its end an attempt that did not come back may be given up. */
    private static final long OVERDUE = SimWorker.TIMEOUT.toNanos() + 25 * SECOND;

    private static final Duration DROPPED = Duration.ofSeconds(20);

    private final SimTime time;
    private final Map<Dispatch, Attempt> attempts = new HashMap<>();
    private final Map<CaseRef, Attempt> newest = new HashMap<>();
    private final Set<Attempt> running = new LinkedHashSet<>();
    private final Map<String, Voice> voices = new HashMap<>();
    private final Map<Dispatch, Report> reported = new HashMap<>();
    private final Map<String, Long> mute = new HashMap<>();
    private final Map<String, Instant> dropAt = new HashMap<>();
    private final Set<String> fenced = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> deaf = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private int calls;

    /** One attempt, as the agent sees it. */
    private static final class Attempt {

        private final CaseOrder order;
        private final SimWorker worker;
        private final long begun;
        private long ended = -1;

        Attempt(CaseOrder order, SimWorker worker, long begun) {
            this.order = order;
            this.worker = worker;
            this.begun = begun;
        }
    }

    /**
     * When the broker last heard an incarnation, and when its last long silence began and ended: a decision about one
     * silence may wait for the database until after the next.
     */
    private record Voice(long last, long silenceBegan, long silenceEnded) {
        boolean lately(long now) {
            return now - silenceEnded <= RECENT;
        }
    }

    private record Report(AttemptFinished report, long landed) {

        /** Whether the case need not be called again. */
        boolean verdict() {
            return !report.again() && report.result().verdict().cause() != Cause.WORKER_LOST;
        }
    }

    SimOracle(SimTime time) {
        this.time = time;
    }

    List<String> violations() {
        return violations;
    }

    int calls() {
        return calls;
    }

    boolean fenced(String incarnation) {
        return fenced.contains(incarnation);
    }

    void landed(Entry entry) {
        if (entry.value() == null) {
            return;
        }
        if (entry.topic() == Topic.WORKERS) {
            voices.merge(entry.key(), new Voice(time.nanos(), time.nanos(), Long.MIN_VALUE / 2), (before,
                    now) -> now.last - before.last > SILENCE
                            ? new Voice(now.last, before.lately(now.last) ? before.silenceBegan : before.last, now.last)
                            : new Voice(now.last, before.silenceBegan, before.silenceEnded));
            if (Codec.WORKER.open(entry.value()) instanceof WorkerMessage.Bye bye) {
                gone.add(bye.incarnation());
            }
        } else if (entry.topic() == Topic.RESULTS) {
            Codec.REPORTS.open(entry.value()).reports()
                    .forEach(report -> reported.putIfAbsent(report.dispatch(), new Report(report, time.nanos())));
        }
    }

    void called(SimWorker worker, CaseOrder order, RunSettings settings) {
        calls++;
        var attempt = new Attempt(order, worker, time.nanos());
        var before = newest.put(order.ref(), attempt);
        if (before != null && !wasOver(before)) {
            violations.add(order.ref() + " is called as " + order.dispatch() + " though " + before.order.dispatch()
                    + (before.ended < 0 ? " is still under way" : " was reported") + " at a worker that lives");
        }
        if (attempts.put(order.dispatch(), attempt) != null) {
            violations.add(order.dispatch() + " is run twice");
        }
        running.removeIf(each -> !counts(each));
        running.add(attempt);
        heldTo(worker.slots(), order.incarnation(), running.stream()
                .filter(each -> each.order.incarnation().equals(order.incarnation())).count());
        heldTo(settings.pacing().parallel(), "run " + order.ref().run(), running.stream()
                .filter(each -> each.order.ref().run().equals(order.ref().run())).count());
        var agent = Objects.requireNonNull(order.testCase().agent());
        heldTo(Objects.requireNonNull(settings.targets().agents().get(agent)).limits().concurrency(), "agent " + agent,
                running.stream()
                        .filter(each -> agent.equals(each.order.testCase().agent())).count());
    }

    void ended(Dispatch dispatch) {
        var attempt = Objects.requireNonNull(attempts.get(dispatch));
        attempt.ended = time.nanos();
        running.remove(attempt);
    }

    /** Became durable. */
    void stored(Settlement settlement) {
        switch (settlement) {
            case Settlement.Fence fence -> {
                if (fenced.add(fence.incarnation())) {
                    silentBefore(fence.incarnation());
                }
            }
            case Settlement.Stopping(var run, var stop) -> dropAt.putIfAbsent(run, stop.dropAt());
            case Settlement.CaseVerdict verdict -> judged(verdict);
            default -> {
                // says nothing of a worker
            }
        }
    }

    /** Is gone after a failover: whoever was given up may be heard again, and stops are asked for again. */
    void lost(List<Settlement> settlements) {
        for (var settlement : settlements) {
            switch (settlement) {
                case Settlement.Fence fence -> {
                    fenced.remove(fence.incarnation());
                    mute.remove(fence.incarnation());
                }
                case Settlement.Stopping(var run, var _) -> dropAt.remove(run);
                default -> {
                    // is judged again from the same report
                }
            }
        }
    }

    private void heldTo(int limit, String of, long now) {
        if (limit > 0 && now > limit) {
            violations.add(now + " cases at once of " + of + ", which allows " + limit);
        }
    }

    /** Whether a case may be called again after that attempt. */
    private boolean wasOver(Attempt attempt) {
        var report = reported.get(attempt.order.dispatch());
        if (report != null && report.verdict() && attempt.ended - attempt.begun < OVERDUE
                && countedFrom(attempt, report)) {
            return false;
        }
        return (!counts(attempt) && attempt.ended < 0) || fenced.contains(attempt.order.incarnation())
                || gone.contains(attempt.order.incarnation()) || !attempt.worker.alive()
                || (report != null && !report.verdict())
                || attempt.ended - attempt.begun > OVERDUE;
    }

    /** Whether a report came in time to count: before its sender said goodbye or fell silent. */
    private boolean countedFrom(Attempt attempt, Report report) {
        var incarnation = attempt.order.incarnation();
        return !fenced.contains(incarnation) || report.landed <= mute.getOrDefault(incarnation, Long.MIN_VALUE);
    }

    /** What is cut off ends soon, while all else is well. */
    void cutOff() {
        for (var attempt : running) {
            var at = dropAt.get(attempt.order.ref().run());
            if (at != null && counts(attempt) && !attempt.worker.frozen()
                    && Duration.between(at, time.instant()).compareTo(DROPPED) > 0) {
                violations.add(attempt.order.dispatch() + " of " + attempt.order.ref()
                        + " is under way long after its run was cut off");
                return;
            }
        }
    }

    /** Whether an attempt that did not end is one that the fleet knows of. */
    private boolean counts(Attempt attempt) {
        return attempt.worker.alive() && !fenced.contains(attempt.order.incarnation())
                && !gone.contains(attempt.order.incarnation()) && time.nanos() - attempt.begun < OVERDUE;
    }

    private void silentBefore(String incarnation) {
        var voice = voices.get(incarnation);
        if (voice != null) {
            // what was decided of an earlier silence may have waited for the database since
            mute.put(incarnation, time.nanos() - voice.last > SILENCE && time.nanos() - voice.silenceEnded > RECENT
                    ? voice.last : voice.silenceBegan);
        }
        if (voice != null && !deaf(incarnation) && time.nanos() - voice.last < SILENCE
                && time.nanos() - voice.silenceEnded > RECENT) {
            violations.add(
                    incarnation + " was given up, and was heard " + ago(voice.last) + " before, without a silence");
        }
    }

    private void judged(Settlement.CaseVerdict verdict) {
        var attempt = attempts.get(verdict.dispatch());
        if (attempt == null || verdict.result().verdict().cause() == Cause.WORKER_LOST) {
            return;
        }
        if (fenced.contains(attempt.order.incarnation())) {
            violations.add(verdict.ref() + " got its verdict from " + attempt.order.incarnation()
                    + ", which was given up before");
        }
        long end = attempt.ended < 0 ? time.nanos() : attempt.ended;
        if (attempt.worker.frozenWithin(attempt.begun, end) > LEASE) {
            violations
                    .add(verdict.ref() + " got its verdict from a process that did not run for longer than its lease");
        }
    }

    /** A worker that beats but receives nothing is given up, too. */
    private boolean deaf(String incarnation) {
        return deaf.contains(incarnation.substring(0, incarnation.lastIndexOf('.')));
    }

    void deafened(SimWorker worker) {
        deaf.add(worker.name());
    }

    private Duration ago(long nanos) {
        return Duration.ofNanos(time.nanos() - nanos);
    }

    /** Returns what is known of an attempt, for debugging a seed. */
    @Nullable
    String standing(CaseRef ref) {
        var attempt = newest.get(ref);
        return attempt == null ? null
                : attempt.order.dispatch() + " at " + attempt.worker.standing() + ", ended " + attempt.ended;
    }
}
