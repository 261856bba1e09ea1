package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.channel.Entry;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.Target;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.server.scheduler.QuarantinedCases.UnusableCases;
import dev.muster.coordinator.store.LostAttempt;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;

/** Turns decisions into settlements for the bookkeeper. */
final class Settlements {

    /** Bytes that are kept of a record that is set aside: anybody may have written it. */
    private static final int ASIDE = 64 << 10;

    static Settlement.CaseVerdict verdict(AttemptFinished report, Progress progress) {
        return new Settlement.CaseVerdict(report.ref(), report.attempt(), report.dispatch(), report.worker(),
                toldIn(report.result(), progress).joined(progress.testCase().conversation().opening()));
    }

    static Settlement.Attempt attempt(AttemptFinished report, Settlement.AttemptKind kind) {
        var result = report.result();
        return new Settlement.Attempt(report.ref(), report.dispatch(), report.attempt(), kind, report.worker(),
                report.incarnation(), result.verdict().saying(why(result)), result.timing().startedAt(),
                result.timing().durationMs(), Spent.of(result.spend()));
    }

    /** Returns the kind under which an attempt is stored whose case is retried. */
    static Settlement.AttemptKind goneRound(AttemptFinished report) {
        return report.result().verdict().cause() == Cause.WORKER_LOST ? Settlement.AttemptKind.WORKER_LOST
                : Settlement.AttemptKind.RETRIED;
    }

    /** Returns the reason of a failed assertion: an attempt is stored without its details. */
    private static @Nullable String why(ReportedResult result) {
        return result.verdict().error() != null ? result.verdict().error() : result.head().why();
    }

    /** Returns a report that does not count: of a run that is over or unknown, or of a worker that was given up. */
    static Settlement stray(AttemptFinished report, Entry entry) {
        return new Settlement.Stray(attempt(report, Settlement.AttemptKind.SUPERSEDED),
                aside(entry, "a result of a run that is not known"));
    }

    static Settlement.Aside aside(Entry entry, String reason) {
        var bytes = entry.value() == null ? new byte[0] : entry.value().bytes();
        return new Settlement.Aside(entry.topic().name(), entry.partition(), entry.offset(), entry.key(), reason,
                bytes.length > ASIDE ? Arrays.copyOf(bytes, ASIDE) : bytes);
    }

    static Settlement.Attempt lost(Assigned assigned, Member member, Loss how) {
        return lost(assigned, member.hello.worker(), switch (how) {
            case WORKER -> LostAttempt.WORKER;
            case CROWD -> LostAttempt.CROWD;
            case OVERDUE -> LostAttempt.OVERDUE;
            case TOGETHER -> LostAttempt.TOGETHER;
            case DRAINING -> LostAttempt.DRAINING;
        });
    }

    /** Returns an attempt whose loss was found out by the next leader. */
    static Settlement.Attempt lost(Assigned assigned, String worker, Loss how) {
        return lost(assigned, worker, switch (how) {
            case CROWD -> LostAttempt.CROWD;
            case TOGETHER -> LostAttempt.TOGETHER;
            case WORKER, OVERDUE, DRAINING -> LostAttempt.WITH_COORDINATOR;
        });
    }

    /** Returns an attempt that its worker, still beating, gave up. */
    static Settlement.Attempt overdue(Assigned assigned, Member member, Duration timeout) {
        return lost(assigned, member.hello.worker(), LostAttempt.OVERDUE.sentence() + " long after its timeout of "
                + Durations.text(timeout) + "; the worker is alive and was asked to drop it");
    }

    private static Settlement.Attempt lost(Assigned assigned, String worker, LostAttempt how) {
        return lost(assigned, worker, how.sentence());
    }

    private static Settlement.Attempt lost(Assigned assigned, String worker, String sentence) {
        return new Settlement.Attempt(assigned.ref(), assigned.dispatch(), assigned.progress().attempt(),
                Settlement.AttemptKind.WORKER_LOST, worker, assigned.incarnation(),
                Verdict.error(Cause.WORKER_LOST, sentence), assigned.since(), null, Spent.UNKNOWN);
    }

    static Settlement.CaseVerdict workerLost(Assigned assigned, Loss last, Target target, Instant now) {
        var progress = assigned.progress();
        return new Settlement.CaseVerdict(assigned.ref(), progress.attempt(), assigned.dispatch(), null,
                unseen(progress.testCase(), target, Verdict.error(Cause.WORKER_LOST, allLosses(progress, last)),
                        now));
    }

    /** Returns the verdict of a case whose order came back without a report too often. */
    static Settlement.CaseVerdict neverReported(Assigned assigned, Target target, Instant now) {
        var progress = assigned.progress();
        return new Settlement.CaseVerdict(assigned.ref(), progress.attempt(), assigned.dispatch(), null,
                unseen(progress.testCase(), target, Verdict.error(Cause.INFRASTRUCTURE,
                        "no worker could take or report this case: its order came back " + (progress.returns() + 1)
                                + " times without a result; check the workers' logs, and whether they are older than"
                                + " the coordinator"),
                        now));
    }

    /** Returns what a worker's report that can't be read is judged as. */
    static AttemptFinished unreadable(ReportHead head, String reason, Assigned assigned, Target target, Instant now) {
        var seen = unseen(assigned.progress().testCase(), target, Verdict.error(Cause.INFRASTRUCTURE,
                "the worker's report can't be read: " + reason), now);
        var result = new CaseResult(seen.identity(), seen.verdict(), seen.observed(), seen.assertions(),
                seen.dialogue(), seen.timing(), head.spend(), seen.warnings(), seen.traceId(), seen.muted());
        return new AttemptFinished("", assigned.dispatch().epoch(), head.worker(), head.incarnation(), head.ref(),
                head.dispatch(), head.attempt(), result, false, head.ticket());
    }

    /** Returns the verdict of a repeat that was not run, since an earlier one did not pass. */
    static Settlement.CaseVerdict decided(Pending repeat, Dispatch by, Target target, Instant now) {
        return new Settlement.CaseVerdict(repeat.ref(), 0, by, null, unseen(repeat.progress().testCase(), target,
                Verdict.skipped(Cause.DECIDED, "not run: an earlier repeat did not pass, and that decides the case"),
                now));
    }

    /** Returns the verdict of a case that is not run, since it is in quarantine. */
    static Settlement.CaseVerdict skipped(QuarantinedCases.Skipped each, Dispatch by, Target target, Instant now) {
        var pending = each.pending();
        return new Settlement.CaseVerdict(pending.ref(), 0, by, null, unseen(pending.progress().testCase(), target,
                Verdict.skipped(Cause.SKIPPED, each.entry().explanation()), now));
    }

    /** Returns the verdict of a case that is stored in an unusable form. */
    static Settlement.CaseVerdict unusable(UnusableCases.Place each, Dispatch by, Instant now) {
        return new Settlement.CaseVerdict(each.ref(), 0, by, null, CaseResult.unseen(
                CaseIdentity.of(each.of().testCase(), each.agent(), null),
                Verdict.error(Cause.INFRASTRUCTURE, each.trouble()), now));
    }

    private static CaseResult unseen(TestCase testCase, Target target, Verdict verdict, Instant now) {
        return CaseResult.unseen(CaseIdentity.of(testCase, target.id(), target.connectorName()), verdict, now);
    }

    /** Returns the result; if the case took down its isolated process, with the earlier losses added. */
    static ReportedResult toldIn(ReportedResult result, Progress progress) {
        return result.verdict().cause() == Cause.WORKER_LOST && progress.suspect()
                ? result.with(result.verdict()
                        .saying(losses(progress.losses() - progress.overdue(), progress.overdue()) + "; "
                                + result.verdict().error()))
                : result;
    }

    /** Describes all losses of a case that is given up. */
    static String allLosses(Progress progress, Loss last) {
        int overdue = progress.overdue() + (last == Loss.OVERDUE ? 1 : 0);
        return losses(progress.losses() + 1 - overdue, overdue)
                + (progress.suspect()
                        ? "; the last time it ran in a process of its own, so check the workers" : "");
    }

    private static String losses(int workers, int overdue) {
        var told = new ArrayList<String>();
        if (workers > 0) {
            told.add(workers == 1 ? "1 worker was lost while it ran this case"
                    : workers + " workers were lost while they ran this case");
        }
        if (overdue > 0) {
            told.add(overdue + (overdue == 1 ? " attempt" : " attempts") + " did not finish");
        }
        return String.join(", ", told);
    }
}
