package dev.muster.coordinator.lead;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.store.Bookkeeper;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Changes;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lead with its threads: the parts are put together here, and everything from outside comes in here. */
public final class FleetLead implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FleetLead.class);
    private static final int PAGE = 1024;

    private final Leadership leadership;
    private final LeadSettings settings;
    private final CaseTable cases;
    private final Roster roster = new Roster();
    private final LeadThread thread;
    private final Orders orders;
    private final Bookkeeper books;
    private final Pump results;
    private final Pump workers;
    private final Lead lead;
    private final Attendance attendance;
    private final InstantSource clock;
    private long beatAt;
    private int activeRuns;
    private volatile boolean lost;

    private FleetLead(Channel channel, Database database, Leadership leadership, LeadSettings settings,
            InstantSource clock, CaseTable cases, Changes changes) {
        this.leadership = leadership;
        this.settings = settings;
        this.clock = clock;
        this.cases = cases;
        var fleet = leadership.fleet();
        var epoch = leadership.epoch();
        this.thread = new LeadThread("lead " + fleet, this::settleUp, Duration.ofMillis(100));
        this.orders = new Orders(channel, thread, fleet, epoch);
        this.books = new Bookkeeper(database, leadership, changes, this::dealtWith, this::stepDown);
        this.lead = new Lead(fleet, epoch, settings, orders, books, this::loadPage, clock, roster);
        this.attendance = new Attendance(fleet, epoch, settings.lease(), roster, lead, orders, books, new ReadEnds());
        this.results = new Pump(channel, Topic.RESULTS, new From.Committed("coordinator"), Reported::result, thread,
                lead::reported);
        this.workers = new Pump(channel, Topic.WORKERS, new From.End(), Reported::said, thread, attendance::heard);
    }

    public static FleetLead start(Channel channel, Database database, Leadership leadership, LeadSettings settings,
            InstantSource clock, CaseTable cases, Changes changes) {
        var lead = new FleetLead(channel, database, leadership, settings, clock, cases, changes);
        lead.books.start();
        lead.thread.start();
        lead.results.start();
        lead.workers.start();
        lead.workers.afterEnd(() -> lead.announce());
        return lead;
    }

    /** A run whose cases are all stored. */
    public void open(String run, int total, RunSettings asked) {
        thread.execute(() -> lead.open(new ActiveRun(run, total, asked)));
    }

    public void stop(String run, String reason, Duration grace) {
        thread.execute(() -> lead.stop(run, reason, grace));
    }

    /** What is missing, when there are workers and none of them has all of that. */
    public CompletableFuture<Optional<WorkerNeeds>> unmet(WorkerNeeds needs) {
        return ask(() -> roster.unmet(needs));
    }

    /** Whether another coordinator leads, so that this one is of no use any more. */
    public boolean lost() {
        return lost;
    }

    public CompletableFuture<FleetStatus> status() {
        return ask(() -> new FleetStatus(leadership.fleet(), leadership.epoch(), workerStatus(), activeRuns,
                books.backlog(), books.healthy() && !lost));
    }

    /** Reads no more, writes what was decided, and gives the lead back. */
    @Override
    public void close() {
        results.close();
        workers.close();
        thread.close();
        books.close();
        leadership.close();
    }

    private void announce() {
        orders.control(new ControlMessage.Leadership(leadership.fleet(), leadership.epoch()));
    }

    private void settleUp() {
        lead.settleUp();
        activeRuns = lead.activeRuns();
        long now = clock.millis();
        if (now - beatAt >= settings.beat().toMillis()) {
            beatAt = now;
            orders.beat();
            attendance.lookForSilence();
        }
    }

    private void loadPage(String run, int from, Consumer<List<TestCase>> loaded, Runnable failed) {
        Thread.ofVirtual().start(() -> {
            try {
                var page = cases.page(run, from, PAGE);
                thread.execute(() -> loaded.accept(page));
            } catch (StoreException e) {
                LOG.warn("the next cases of run {} could not be read: {}", run, e.getMessage());
                thread.execute(failed);
            }
        });
    }

    private void dealtWith(Map<Integer, Long> offsets) {
        results.dealtWith(offsets);
    }

    private void stepDown(LostLeadership e) {
        LOG.error("{}; this one ends", e.getMessage());
        lost = true;
        thread.execute(() -> {
            results.close();
            workers.close();
        });
    }

    private List<FleetStatus.WorkerStatus> workerStatus() {
        return roster.all().stream()
                .map(member -> new FleetStatus.WorkerStatus(member.hello().worker(), member.incarnation(),
                        member.hello().pid(), member.hello().slots(), member.assigned().size(),
                        member.state().name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        var answer = new CompletableFuture<T>();
        thread.execute(() -> answer.complete(question.get()));
        return answer;
    }

    private final class ReadEnds implements Attendance.Ends {

        @Override
        public void afterResults(Runnable then) {
            results.afterEnd(then);
        }

        @Override
        public void afterWorkers(Runnable then) {
            workers.afterEnd(then);
        }

        @Override
        public void afterStored(Runnable then) {
            books.settle(new Settlement.Then(() -> thread.execute(then)));
        }
    }
}
