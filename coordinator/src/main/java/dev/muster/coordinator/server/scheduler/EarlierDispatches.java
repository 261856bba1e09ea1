package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.server.ledger.CaseState.Assigned;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * The dispatches of an earlier leader that nobody has judged yet, as reported by the workers: for each case, the newest
 * dispatch that is held or was reported. That one counts; older ones ended, and their case was retried.
 */
final class EarlierDispatches {

    private final Set<String> fenced;
    private final Map<CaseRef, Newest> newest = new HashMap<>();
    private final Map<CaseRef, Integer> retriesSince = new HashMap<>();
    private final Map<CaseRef, Integer> lossesSince = new HashMap<>();
    private final Map<CaseRef, Integer> failuresSince = new HashMap<>();
    private final Map<CaseRef, NumberedCase> unfinished = new HashMap<>();
    private final Map<String, List<HeldOrder>> lost;
    private final Set<Dispatch> reported = new HashSet<>();

    /** @param held false when no worker holds it any more: it was reported */
    private record Newest(HeldOrder order, String incarnation, boolean held) {

        static Newest of(Newest one, Newest other) {
            int newer = one.order.dispatch().compareTo(other.order.dispatch());
            return newer > 0 || (newer == 0 && one.held) ? one : other;
        }
    }

    /**
     * @param fenced incarnations whose reports don't count
     * @param lost orders sent to workers that are only now found lost, by incarnation
     */
    EarlierDispatches(Set<String> fenced, List<Hello> answers, List<AttemptFinished> reports,
            Map<String, List<HeldOrder>> lost) {
        this.fenced = fenced;
        this.lost = Map.copyOf(lost);
        lost.forEach((incarnation, orders) -> orders.forEach(order -> add(new Newest(order, incarnation, false))));
        counting(reports).forEach(report -> reported.add(report.dispatch()));
        answers.forEach(hello -> hello.held()
                .forEach(order -> add(new Newest(order, hello.incarnation(), hello.inbox() != null))));
        counting(reports).forEach(report -> add(new Newest(
                new HeldOrder(report.ref(), report.dispatch(), report.attempt()), report.incarnation(), false)));
        counting(reports).filter(report -> report.again() && !isNewest(report))
                .forEach(report -> since(report).merge(report.ref(), 1, Integer::sum));
        counting(reports).filter(report -> failed(report) && !isNewest(report))
                .forEach(report -> failuresSince.merge(report.ref(), 1, Integer::sum));
    }

    private Map<CaseRef, Integer> since(AttemptFinished report) {
        return Settlements.goneRound(report) == Settlement.AttemptKind.WORKER_LOST ? lossesSince : retriesSince;
    }

    Set<Integer> numbersOf(String run) {
        var numbers = new HashSet<Integer>();
        newest.keySet().stream().filter(ref -> ref.run().equals(run)).forEach(ref -> numbers.add(ref.number()));
        return numbers;
    }

    /** Records which of a run's cases have no result yet. */
    void unfinished(ActiveRun run, List<NumberedCase> cases) {
        var byNumber = cases.stream().collect(Collectors.toMap(NumberedCase::number, each -> each));
        newest.keySet().stream().filter(ref -> ref.run().equals(run.id)).forEach(ref -> {
            var known = byNumber.get(ref.number());
            if (known != null && known.trouble() == null && known.places().isOpen(ref.cell(), ref.repeat())) {
                unfinished.put(ref, known);
            }
        });
    }

    void adopt(Scheduler scheduler, Workers workers) {
        newest.forEach((ref, known) -> {
            var numbered = unfinished.get(ref);
            var run = scheduler.find(ref.run());
            if (numbered != null && run.isPresent() && !endedBefore(run.get(), known)) {
                run.get().adopt(numbered, ref);
                var testCase = run.get().settings.matrix().cells().get(ref.cell()).of(numbered.testCase());
                var member = known.held ? workers.find(known.incarnation).orElse(null) : null;
                scheduler.adopt(run.get(), progress(run.get(), known.order, testCase), known.incarnation,
                        known.order.dispatch(), member);
            }
        });
    }

    /** Judges the newest report of each case, and stores the others as attempts. */
    void judge(Scheduler scheduler, Books books, List<AttemptFinished> reports) {
        reports.stream().filter(report -> !isNewest(report) && kind(report) == Settlement.AttemptKind.RETRIED)
                .forEach(report -> scheduler.find(report.ref().run()).ifPresent(run -> run.failed.retried(report)));
        for (var report : reports) {
            var run = scheduler.find(report.ref().run());
            if (run.isPresent() && isNewest(report) && unfinished.containsKey(report.ref())) {
                scheduler.judgeInherited(run.get(), report);
            } else {
                books.settle(Settlements.attempt(report, kind(report)));
            }
        }
    }

    /** Returns what was lost with a worker: sent to it, and since then neither reported nor sent to another. */
    List<Assigned> lostWith(String incarnation, Scheduler scheduler) {
        return newest.entrySet().stream().filter(each -> each.getValue().incarnation.equals(incarnation)
                && !reported.contains(each.getValue().order.dispatch()))
                .flatMap(each -> scheduler.find(each.getKey().run()).map(run -> run.ledger.assigned(each.getKey()))
                        .stream())
                .toList();
    }

    /** Whether a lost worker's order already has its attempt stored: its inbox has all that it was ever sent. */
    private boolean endedBefore(ActiveRun run, Newest known) {
        return lost.containsKey(known.incarnation) && !reported.contains(known.order.dispatch())
                && known.order.attempt() <= run.past(known.order.ref()).attempts();
    }

    private Settlement.AttemptKind kind(AttemptFinished report) {
        return (report.again() || failed(report)) && !fenced.contains(report.incarnation())
                && unfinished.containsKey(report.ref()) ? Settlements.goneRound(report)
                        : Settlement.AttemptKind.SUPERSEDED;
    }

    private Progress progress(ActiveRun run, HeldOrder order, TestCase testCase) {
        var past = run.past(order.ref());
        return new Progress(order.ref(), testCase, order.attempt(),
                past.retries() + retriesSince.getOrDefault(order.ref(), 0),
                past.losses() + lossesSince.getOrDefault(order.ref(), 0), past.overdue(),
                past.failures() + failuresSince.getOrDefault(order.ref(), 0), 0, 0, past.crowded());
    }

    /** Whether an attempt blames the agent; if its case has a newer dispatch, it was retried. */
    private static boolean failed(AttemptFinished report) {
        return !report.again() && report.result().verdict().blamesAgent();
    }

    private Stream<AttemptFinished> counting(List<AttemptFinished> reports) {
        return reports.stream().filter(report -> !fenced.contains(report.incarnation()));
    }

    private boolean isNewest(AttemptFinished report) {
        return Objects.equals(dispatch(report.ref()), report.dispatch());
    }

    private @Nullable Dispatch dispatch(CaseRef ref) {
        var known = newest.get(ref);
        return known == null ? null : known.order.dispatch();
    }

    private void add(Newest known) {
        newest.merge(known.order.ref(), known, Newest::of);
    }
}
