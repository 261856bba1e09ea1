package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.Wait;
import dev.muster.common.time.SteadyClock;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.scheduler.Pump.ByteBudget;
import dev.muster.coordinator.server.scheduler.ReportedRecord.Tickets;
import dev.muster.coordinator.server.scheduler.TakeOver.ReadInboxes;
import dev.muster.coordinator.server.scheduler.Workers.StallReason;
import dev.muster.coordinator.store.Bookkeeper;
import dev.muster.coordinator.store.FleetLock;
import dev.muster.coordinator.store.FleetStore;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the scheduler, its threads and its parts together, and is their entry point for all calls from outside. */
public final class Leader implements AutoCloseable {

    private static final int MOST_WAITS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(Leader.class);
    private static final Duration UNCONFIRMED = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration HEARD = Duration.ofSeconds(5);

    private final Channel channel;
    private final FleetLock leadership;
    private final LeaderSettings settings;
    private final Workers workers;
    private final SchedulerThread thread;
    private final Orders orders;
    private final Bookkeeper books;
    private final Pump resultsPump;
    private final Pump workersPump;
    private final Scheduler scheduler;
    private final Membership membership;
    private final TakeOver takeOver;
    private final ExecutorService aside;
    private final InstantSource clock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long beatAt;
    private long heardTo;
    private long heardBefore;
    private long heardStored = -1;
    private long heardStoredAt;
    private int activeRuns;
    private final LoopWatch watch;
    private final Loop lock;
    private final ByteBudget unwritten;
    private volatile long confirmedAt;
    private volatile boolean lost;
    private volatile long beatAcknowledgedAt;

    private Leader(Channel channel, FleetStore store, LeaderSettings settings, InstantSource clock, LoopWatch watch,
            Consumer<List<Settlement>> kept) {
        this.watch = watch;
        this.leadership = store.lock();
        this.lock = new Loop("lock of " + leadership.fleet(), watch, this::watchTheLock);
        this.channel = channel;
        this.settings = settings;
        this.clock = clock;
        this.workers = new Workers(channel.inboxes());
        var fleet = leadership.fleet();
        var epoch = leadership.epoch();
        var threads = watch.threads();
        var inherited = store.inherited();
        this.aside = Executors.newThreadPerTaskExecutor(task -> threads.virtual("aside", () -> watched(task)));
        this.unwritten = ByteBudget.ofHeap(threads);
        this.thread = new SchedulerThread("lead " + fleet, watch, this::settleUp, Duration.ofMillis(100));
        this.orders = new Orders(channel, thread, thread::note, aside, this::later, fleet, epoch);
        this.books = new Bookkeeper(store.books(), watch, this::stepDown, kept);
        var pages = new CasePages(store.cases(), thread, aside);
        var ends = new ReadEnds();
        this.scheduler = new Scheduler(fleet, epoch, settings, orders, books, pages, clock, workers, ends,
                new Tickets(leadership.ticketSecret()));
        this.takeOver = new TakeOver(inherited, workers, scheduler, orders, books, ends, pages,
                new ReadInboxes(channel, thread, aside, () -> closing.getCount() == 0));
        this.membership = new Membership(fleet, epoch, settings.lease(), workers, scheduler, orders, books, ends,
                takeOver);
        inherited.runs().forEach(run -> scheduler.open(new ActiveRun(run, true, clock.instant())));
        var tickets = new Tickets(leadership.ticketSecret());
        this.resultsPump = new Pump(channel, Topic.RESULTS, from(inherited),
                entry -> ReportedRecord.results(entry, tickets),
                thread, this::reported, unwritten, this::onceStored, watch);
        this.workersPump = new Pump(channel, Topic.WORKERS, whereWorkersWereHeard(inherited),
                entry -> List.of(ReportedRecord.said(entry)),
                thread, this::heard, ByteBudget.ofHeap(threads), Runnable::run, watch);
    }

    /** @param kept receives what is durable now, on the bookkeeper's thread */
    public static Leader start(Channel channel, FleetStore store, LeaderSettings settings, InstantSource clock,
            LoopWatch watch, Consumer<List<Settlement>> kept) {
        var leader = new Leader(channel, store, settings, SteadyClock.of(clock), watch, kept);
        leader.books.start();
        leader.thread.start();
        leader.resultsPump.start();
        leader.workersPump.start();
        leader.workersPump.afterEnd(() -> leader.announce());
        leader.lock.start();
        return leader;
    }

    /** Opens a run whose cases are all stored. */
    public void open(String run, int total, RunSettings asked) {
        thread.execute(() -> scheduler.open(new ActiveRun(run, total, asked, clock.instant())));
    }

    /** Resumes a run of which some cases have their result. */
    public void goOn(OpenRun run) {
        thread.execute(() -> scheduler.open(new ActiveRun(run, true, clock.instant())));
    }

    /** Stops a run; done once the stop is stored, so that it survives a change of leader. */
    public CompletableFuture<Void> stop(String run, Stopping how) {
        return stored(() -> scheduler.stop(run, how));
    }

    /** Pauses a run, or lets it go on; done once that is stored. */
    public CompletableFuture<Void> pause(String run, boolean begins) {
        return stored(() -> scheduler.pause(run, begins));
    }

    /** Returns what a run waits for. */
    public CompletableFuture<RunPage.Waiting> waiting(String run) {
        return ask(() -> new RunPage.Waiting(scheduler.find(run).flatMap(found -> reachesBroker()
                ? new StallReason(found, workers, membership.waiting(), keepsBooks()).why()
                : Optional.of("the fleet's broker does not answer; no result arrives")).orElse(null),
                Wait.merged(workers.all().stream().flatMap(each -> each.waits(run)), MOST_WAITS),
                scheduler.find(run).map(ActiveRun::lostWorkers).orElse(List.of())));
    }

    /** Whether cases of a run are handed out now, or may be. */
    public CompletableFuture<Boolean> goesOn(String run) {
        return ask(() -> scheduler.find(run).filter(found -> found.stopped() == null).isPresent());
    }

    /** Whether a run is active here, or its end is not stored yet; unknown to a leader until its take-over ends. */
    public CompletableFuture<Boolean> knows(String run) {
        var known = new CompletableFuture<Boolean>();
        thread.execute(() -> {
            if (scheduler.knows(run)) {
                known.complete(true);
            }
            takeOver.whenOver(() -> known.complete(scheduler.knows(run)));
        });
        return known;
    }

    /** Done once nothing of that run is in flight, and its end is stored. */
    public CompletableFuture<Void> over(String run) {
        var over = new CompletableFuture<Void>();
        thread.execute(
                () -> scheduler.whenOver(run, () -> books.settle(new Settlement.Then(() -> over.complete(null), run))));
        return over;
    }

    /** Makes the cancelled cases of a finished run pending again; done once that is stored. */
    public CompletableFuture<Void> reopen(String run) {
        var reopened = new CompletableFuture<Void>();
        thread.execute(() -> {
            books.settle(new Settlement.Reopened(run));
            books.settle(new Settlement.Then(() -> reopened.complete(null), run));
        });
        return reopened;
    }

    private CompletableFuture<Void> stored(Runnable decision) {
        var stored = new CompletableFuture<Void>();
        thread.execute(() -> {
            decision.run();
            books.settle(new Settlement.Then(() -> stored.complete(null)));
        });
        return stored;
    }

    /** Returns what is missing when there are workers but none of them meets all needs. */
    public CompletableFuture<Optional<WorkerNeeds>> unmet(WorkerNeeds needs) {
        return ask(() -> workers.unmet(needs));
    }

    public boolean lost() {
        return lost;
    }

    public CompletableFuture<FleetStatus> status() {
        return ask(() -> new FleetStatus(leadership.fleet(), leadership.epoch(), workers.inboxes(), workerStatus(),
                membership.waiting(), new FleetStatus.Load(activeRuns, books.backlog(), keepsBooks() && !lost),
                scheduler.runStatus(), scheduler.agentStatus(),
                Map.of("results", resultsPump.lag(), "workers", workersPump.lag())));
    }

    /** Whether PostgreSQL accepted the last writes, and this coordinator is its leader. */
    public boolean keepsBooks() {
        return books.healthy() && confirmed();
    }

    /** Whether the broker acknowledged one of the last beats. */
    public boolean reachesBroker() {
        return clock.millis() - beatAcknowledgedAt <= settings.lease().toMillis();
    }

    /** Whether the state of every case is known. On the scheduler's thread, or while that stands still. */
    boolean tookOver() {
        return takeOver.over();
    }

    /** Returns the members of the fleet. On the scheduler's thread, or while that stands still. */
    Stream<Member> members() {
        return workers.all().stream();
    }

    /** Stops reading, writes what was decided, and releases leadership. */
    @Override
    public void close() {
        resultsPump.close();
        workersPump.close();
        closing.countDown();
        lock.awaitEnd(Duration.ZERO);
        thread.close();
        aside.close();
        books.close();
        leadership.close();
    }

    /** Runs a task on which the leader waits: its failure must not go unnoticed. */
    private void watched(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            if (closing.getCount() > 0) {
                watch.died("aside", e);
            }
        }
    }

    private void announce() {
        orders.announce();
        aside.execute(this::readControl);
    }

    private void readControl() {
        try {
            EarlierControl.follow(leadership.epoch(), channel, () -> lost || closing.getCount() == 0, new Control());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ChannelException e) {
            LOG.warn("the fleet's control topic could not be read; reading it again: {}", e.getMessage());
            aside.execute(this::readControl);
        }
    }

    private void reported(List<ReportedRecord> batch, Map<Integer, Long> positions) {
        if (takeOver.judges()) {
            scheduler.reported(batch, positions);
        } else {
            takeOver.keep(batch, positions);
        }
    }

    /** Runs an action once the decisions before it are stored; at once during a take-over, which stores nothing. */
    private void onceStored(Runnable then) {
        if (takeOver.judges()) {
            books.settle(new Settlement.Freed(then));
        } else {
            then.run();
        }
    }

    private void heard(List<ReportedRecord> batch, Map<Integer, Long> positions) {
        membership.heard(batch, positions);
        heardTo = positions.getOrDefault(0, heardTo);
    }

    /** Returns where to read {@code workers} from, so that goodbyes said while nobody led are heard. */
    private From whereWorkersWereHeard(Inheritance inherited) {
        try {
            heardBefore = inherited.readUpTo() == null ? channel.end(Topic.WORKERS, 0) : inherited.readUpTo();
            heardTo = heardBefore;
            return new From.Offsets(Map.of(0, heardBefore));
        } catch (ChannelException e) {
            LOG.warn("the fleet's workers are read from the end of the topic: {}", e.getMessage());
            return new From.End();
        }
    }

    /** Returns where to read {@code results} from; a fleet unknown to PostgreSQL has no results that matter. */
    private From from(Inheritance inherited) {
        if (inherited.read().isEmpty()) {
            return inherited.runs().isEmpty() ? new From.End() : new From.Beginning();
        }
        return new From.Offsets(inherited.read());
    }

    private void settleUp() {
        scheduler.handsOut(keepsBooks() && !unwritten.isSpent());
        scheduler.settleUp();
        activeRuns = scheduler.activeRuns();
        long now = clock.millis();
        if (now - beatAt >= settings.beat().toMillis()) {
            beatAt = now;
            orders.beat(() -> beatAcknowledgedAt = clock.millis());
            membership.lookForSilence();
            storeWhereWorkersWereHeard(now);
        }
    }

    /** Stores the offset as of the previous call: what follows from a goodbye takes a moment to be stored. */
    private void storeWhereWorkersWereHeard(long now) {
        if (takeOver.over() && now - heardStoredAt >= HEARD.toMillis()) {
            heardStoredAt = now;
            if (heardBefore > heardStored) {
                heardStored = heardBefore;
                books.settle(new Settlement.ReadUpTo(heardBefore));
            }
            heardBefore = heardTo;
        }
    }

    /** Takes the lock again when its connection broke, unless another coordinator leads by now. */
    private boolean watchTheLock() throws InterruptedException {
        try {
            if (leadership.renew()) {
                confirmedAt = watch.nanos();
            } else {
                LOG.warn("leadership of fleet {} can't be confirmed: PostgreSQL does not answer", leadership.fleet());
            }
            return !watch.threads().await(closing, LOOK);
        } catch (LostLeadership e) {
            stepDown(e);
            return false;
        }
    }

    /** False when it stays unknown for ten seconds whether another coordinator leads. */
    private boolean confirmed() {
        return watch.nanos() - confirmedAt <= UNCONFIRMED.toNanos();
    }

    private void stepDown(LostLeadership e) {
        LOG.error("{}; this one exits", e.getMessage());
        lost = true;
        thread.execute(() -> {
            resultsPump.close();
            workersPump.close();
        });
    }

    private List<FleetStatus.WorkerStatus> workerStatus() {
        return workers.all().stream()
                .map(member -> new FleetStatus.WorkerStatus(member.hello.worker(), member.incarnation(),
                        member.hello.pid(), member.hello.slots(), member.assigned().size(),
                        member.state().name().toLowerCase(Locale.ROOT), membership.silence(member).toMillis()))
                .toList();
    }

    private void later(Duration after, Runnable what) {
        aside.execute(() -> {
            try {
                if (!watch.threads().await(closing, after)) {
                    thread.execute(what);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        var answer = new CompletableFuture<T>();
        thread.execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                // the caller must not wait forever
                answer.completeExceptionally(e);
                throw e;
            }
        });
        return answer;
    }

    private final class Control implements EarlierControl.Listener {

        @Override
        public void begun(TakeOver.Earlier earlier) {
            thread.execute(() -> {
                if (!takeOver.begun()) {
                    takeOver.begin(earlier);
                }
            });
        }

        /** Workers follow the highest epoch on control, and do not know PostgreSQL's: a false one is removed. */
        @Override
        public boolean above(List<Entry> found) {
            if (!leadership.isNewest()) {
                return false;
            }
            LOG.warn("{} records on control name epochs that no coordinator of fleet {} was given: removing them",
                    found.size(), leadership.fleet());
            thread.execute(() -> {
                orders.forget(found.stream().map(Entry::key).toList());
                found.forEach(each -> books.settle(Settlements.aside(each, "an epoch above PostgreSQL's")));
            });
            return true;
        }

        @Override
        public void unsaid() {
            if (leadership.isNewest()) {
                LOG.warn("the announcement of fleet {}'s coordinator was removed: sending it again",
                        leadership.fleet());
                thread.execute(orders::announce);
            }
        }
    }

    private final class ReadEnds implements Membership.Ends {

        @Override
        public void afterResults(Runnable then) {
            resultsPump.afterEnd(then);
        }

        @Override
        public void afterWorkers(Runnable then) {
            workersPump.afterEnd(then);
        }

        @Override
        public void afterStored(Runnable then) {
            books.settle(new Settlement.Then(() -> thread.execute(then)));
        }

        @Override
        public void afterEndOf(String run, Runnable then) {
            books.settle(new Settlement.Then(() -> thread.execute(then), run));
        }
    }
}
