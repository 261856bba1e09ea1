package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.UnreadableMessage;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the state of each case of the earlier leader's runs. Every incarnation that has an inbox and was not given up
 * says what it holds, or is given up after a lease of silence; then {@code results} is read to its end; only what is
 * then neither held nor reported is pending. Until then nothing is handed out, and reports are kept. Used by the
 * scheduler's thread only.
 */
final class TakeOver {

    private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

    private final Inheritance inherited;
    private final Workers workers;
    private final Scheduler scheduler;
    private final Orders orders;
    private final Books books;
    private final Membership.Ends ends;
    private final CasePages pages;
    private final DeadInboxes inboxes;
    private final Map<String, InboxLease> awaited = new HashMap<>();
    private final List<Hello> answers = new ArrayList<>();
    private final Map<String, List<HeldOrder>> lost = new HashMap<>();
    private final List<String> givenUp = new ArrayList<>();
    private final Set<String> unfenced = new HashSet<>();
    private int unread;
    private final List<AttemptFinished> reports = new ArrayList<>();
    private final List<Runnable> onceBegun = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private Map<Integer, Long> read = Map.of();
    private Set<String> oldKeys = Set.of();
    private @Nullable Duration since;
    private Stage stage = Stage.READING_CONTROL;

    /** Finds the orders sent to a worker that can no longer say what it holds. */
    interface DeadInboxes {

        /** Reads an incarnation's orders, from its lease to its inbox's end, for the scheduler's thread. */
        void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read);
    }

    private enum Stage {
        READING_CONTROL,
        AWAITING_WORKERS,
        READING_RESULTS,
        STORING,
        OVER
    }

    /**
     * What {@code control} says of earlier epochs.
     *
     * @param inboxes leases by incarnation, without those that were given up
     */
    record Earlier(Map<String, InboxLease> inboxes, Set<String> keys) {

        Earlier {
            inboxes = Map.copyOf(inboxes);
            keys = Set.copyOf(keys);
        }
    }

    TakeOver(Inheritance inherited, Workers workers, Scheduler scheduler, Orders orders, Books books,
            Membership.Ends ends, CasePages pages, DeadInboxes inboxes) {
        this.inboxes = inboxes;
        this.inherited = inherited;
        this.workers = workers;
        this.scheduler = scheduler;
        this.orders = orders;
        this.books = books;
        this.ends = ends;
        this.pages = pages;
    }

    /** Begins once control was read to this epoch's announcement: from there on no earlier lease is accepted. */
    void begin(Earlier earlier) {
        oldKeys = earlier.keys();
        earlier.inboxes().forEach((incarnation, inbox) -> {
            if (!inherited.fenced().contains(incarnation) && !inherited.left().contains(incarnation)) {
                awaited.put(incarnation, inbox);
                workers.reserve(incarnation, inbox.partition());
            }
        });
        stage = Stage.AWAITING_WORKERS;
        onceBegun.forEach(Runnable::run);
        onceBegun.clear();
        readResultsOnceAllAnswered();
    }

    boolean begun() {
        return stage != Stage.READING_CONTROL;
    }

    /** Runs an action once the awaited incarnations and their inboxes are known. */
    void whenBegun(Runnable then) {
        if (begun()) {
            then.run();
        } else {
            onceBegun.add(then);
        }
    }

    /** Whether reports can be judged. */
    boolean judges() {
        return stage == Stage.STORING || stage == Stage.OVER;
    }

    /** Whether the state of each case is known, and durable. */
    boolean over() {
        return stage == Stage.OVER;
    }

    void whenOver(Runnable then) {
        if (over()) {
            then.run();
        } else {
            later.add(then);
        }
    }

    /** Whether an incarnation left, or was given up, under an earlier leader. */
    boolean isGone(String incarnation) {
        return inherited.fenced().contains(incarnation) || inherited.left().contains(incarnation);
    }

    /** Whether an incarnation is given up without its fence being stored: until then it must not hear of it. */
    boolean givesUp(String incarnation) {
        return unfenced.contains(incarnation);
    }

    boolean awaits(String incarnation) {
        return awaited.containsKey(incarnation);
    }

    /** Handles an awaited incarnation's answer; empty when it has no inbox any more and joins as a new one. */
    Optional<Member> answered(Hello hello, Duration now) {
        var lease = awaited.get(hello.incarnation());
        noLongerAwaited(hello.incarnation());
        var member = Optional.ofNullable(hello.inbox()).map(inbox -> workers.adopt(hello, inbox, now));
        if (lease != null) {
            // if it dies under this leader, the next one finds its orders from there on
            member.ifPresent(adopted -> adopted.leaseFrom(lease.offset()));
        }
        answers.add(hello);
        readResultsOnceAllAnswered();
        return member;
    }

    /** Handles an awaited incarnation's goodbye to the earlier leader: what it held is reported or given back. */
    void left(String incarnation) {
        noLongerAwaited(incarnation);
        books.settle(new Settlement.Left(incarnation));
        readResultsOnceAllAnswered();
    }

    /** Gives up those that did not answer within a lease. */
    void lookForSilence(Duration now, Duration lease) {
        if (stage != Stage.AWAITING_WORKERS) {
            return;
        }
        if (since == null) {
            since = now;
        }
        if (now.minus(since).compareTo(lease) > 0) {
            List.copyOf(awaited.keySet()).forEach(this::giveUp);
            readResultsOnceAllAnswered();
        }
    }

    /** Keeps reports until they can be judged. */
    void keep(List<ReportedRecord> batch, Map<Integer, Long> positions) {
        for (var each : batch) {
            if (each instanceof ReportedRecord.Attempt(var entry, var report)
                    && scheduler.find(report.ref().run()).isPresent()) {
                reports.add(report);
            } else {
                scheduler.reported(each);
            }
        }
        read = positions;
    }

    private void noLongerAwaited(String incarnation) {
        awaited.remove(incarnation);
        workers.release(incarnation);
    }

    private void giveUp(String silent) {
        LOG.warn("a worker of the earlier coordinator does not answer: its cases are dispatched again");
        var lease = awaited.remove(silent);
        givenUp.add(silent);
        unfenced.add(silent);
        if (lease != null && !scheduler.runs().isEmpty()) {
            unread++;
            inboxes.ordersFor(lease, found -> {
                unread--;
                lost.put(silent, found);
                readResultsOnceAllAnswered();
            });
        }
    }

    private void readResultsOnceAllAnswered() {
        if (stage == Stage.AWAITING_WORKERS && awaited.isEmpty() && unread == 0) {
            stage = Stage.READING_RESULTS;
            if (scheduler.runs().isEmpty()) {
                fence(new EarlierDispatches(Set.of(), List.of(), List.of(), Map.of()));
                finish();
            } else {
                ends.afterResults(() -> load(new EarlierDispatches(inherited.fenced(), answers, reports, lost),
                        List.copyOf(scheduler.runs())));
            }
        }
    }

    /** Loads the definitions of what is held or reported, run by run; then rebuilds everything at once. */
    private void load(EarlierDispatches handedOut, List<ActiveRun> runs) {
        if (runs.isEmpty()) {
            rebuild(handedOut);
            return;
        }
        var run = runs.getFirst();
        var others = runs.subList(1, runs.size());
        var numbers = handedOut.numbersOf(run.id);
        if (numbers.isEmpty()) {
            load(handedOut, others);
        } else {
            pages.ask(run.id, stored -> stored.unfinished(run.id, numbers), cases -> {
                handedOut.unfinished(run, cases);
                load(handedOut, others);
            }, () -> load(handedOut, runs));
        }
    }

    private void rebuild(EarlierDispatches handedOut) {
        handedOut.adopt(scheduler, workers);
        handedOut.judge(scheduler, books, reports);
        if (!read.isEmpty()) {
            books.settle(new Settlement.ReadTo(read));
        }
        fence(handedOut);
        reports.clear();
        stage = Stage.STORING;
        ends.afterStored(this::finish);
    }

    /**
     * Fences only after the reports that came are judged: should this leader die in between, the next one would take
     * them for those of a worker that was given up long ago.
     */
    private void fence(EarlierDispatches handedOut) {
        for (var silent : givenUp) {
            var assigned = handedOut.lostWith(silent, scheduler);
            var how = Loss.of(assigned.size(), givenUp.size() > 1);
            books.settle(new Settlement.Fence(silent,
                    assigned.stream().map(each -> Settlements.lost(each, inherited.nameOf(silent), how)).toList()));
            assigned.forEach(each -> scheduler.lose(each, how));
            ends.afterStored(() -> {
                // until then the next leader might find it with that inbox, along with its new owner
                workers.release(silent);
                unfenced.remove(silent);
                orders.fence(silent);
            });
        }
    }

    private void finish() {
        stage = Stage.OVER;
        orders.forget(oldKeys);
        scheduler.ready();
        later.forEach(Runnable::run);
        later.clear();
    }

    /** Reads dead inboxes from the channel. */
    record ReadInboxes(Channel channel, Executor schedulerThread, Executor aside,
            BooleanSupplier givenUp) implements TakeOver.DeadInboxes {

        private static final Logger LOG = LoggerFactory.getLogger(ReadInboxes.class);
        private static final Duration LISTEN = Duration.ofMillis(50);

        @Override
        public void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read) {
            aside.execute(() -> {
                try {
                    var orders = orders(lease);
                    schedulerThread.execute(() -> read.accept(orders));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ChannelException e) {
                    LOG.warn("the inbox of a lost worker could not be read; retrying: {}", e.getMessage());
                    ordersFor(lease, read);
                }
            });
        }

        private List<HeldOrder> orders(InboxLease lease) throws InterruptedException {
            long end = channel.end(Topic.CASES, lease.partition());
            var found = new ArrayList<HeldOrder>();
            try (var feed = channel.feed(Topic.CASES, new From.Offsets(Map.of(lease.partition(), lease.offset())))) {
                while (feed.positions().getOrDefault(lease.partition(), end) < end && !givenUp.getAsBoolean()) {
                    feed.poll(LISTEN).forEach(entry -> order(entry, lease.incarnation()).ifPresent(found::add));
                }
            }
            return found;
        }

        /** Returns the order in an entry, if it was sent to that incarnation. */
        private static Optional<HeldOrder> order(Entry entry, String incarnation) {
            try {
                return entry.value() != null && Codec.INBOX.open(entry.value()) instanceof CaseOrder order
                        && order.incarnation().equals(incarnation)
                                ? Optional.of(new HeldOrder(order.ref(), order.dispatch(), order.attempt()))
                                : Optional.empty();
            } catch (UnreadableMessage e) {
                return Optional.empty();
            }
        }
    }
}
