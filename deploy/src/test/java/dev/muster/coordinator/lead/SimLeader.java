package dev.muster.coordinator.lead;

import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.HeldOrder;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.Settlement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A coordinator's process of a simulated world: the real lead, with readers instead of threads around it. */
final class SimLeader extends SimProcess {

    static final String FLEET = "sim";
    private static final long MS = 1_000_000;
    private static final int PAGE = 64;

    private final SimBroker broker;
    private final SimStore store;
    private final SplittableRandom random;
    private final long epoch;
    private final SimBooks books;
    private final Orders orders;
    private final Lead lead;
    private final TakeOver takeOver;
    private final Attendance attendance;
    private final Roster roster;
    private final Readers results;
    private final Readers workers;
    private final Set<String> inherited = new HashSet<>();
    private boolean settling;
    private long heardTo;
    private long heardBefore;
    private int beats;
    private Executor stopwatch = Runnable::run;

    SimLeader(SimTime time, SimBroker broker, SimStore store, SplittableRandom random) {
        super(time, random.split());
        this.broker = broker;
        this.store = store;
        this.random = random;
        this.roster = new Roster(broker.inboxes());
        this.epoch = store.nextEpoch();
        var inheritance = store.inheritance();
        this.books = new SimBooks(this, epoch, store, random);
        this.orders = new Orders(broker.channelOf(this), this::soon, this::aside,
                (pause, what) -> after(pause.toNanos(), what), FLEET, epoch);
        var settings = new LeadSettings(Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(5), 20_000);
        var pages = new SimPages();
        var ends = new SimEnds();
        this.lead = new Lead(FLEET, epoch, settings, orders, books, pages, time, roster, ends);
        this.takeOver = new TakeOver(inheritance, roster, lead, orders, books, ends, pages,
                this::ordersFor);
        this.attendance = new Attendance(FLEET, epoch, settings.lease(), roster, lead, orders, books, ends, takeOver);
        inheritance.runs().forEach(run -> {
            inherited.add(run.id());
            lead.open(new ActiveRun(run, true, time.instant()));
        });
        this.results = new Readers(Topic.RESULTS, inheritance.read(), Reported::result, this::reported);
        this.workers = new Readers(Topic.WORKERS, heardUpTo(inheritance), Reported::said, this::heard);
        workers.afterEnd(this::announce);
        after(100 * MS, this::tick);
        after(500 * MS, this::beat);
    }

    void open(String run, int total, RunSettings settings) {
        if (!inherited.contains(run)) {
            soon(() -> lead.open(new ActiveRun(run, total, settings, time().instant())));
        }
    }

    void stop(String run, Duration grace) {
        soon(() -> lead.stop(run, Stopping.cancelled("enough", grace)));
    }

    /** From here on all that it does is done by that one. */
    void measureWith(Executor watch) {
        stopwatch = watch;
    }

    @Override
    void perform(Runnable what) {
        stopwatch.execute(what);
    }

    SimBooks books() {
        return books;
    }

    /**
     * More cases handed out to a worker than it has slots: what must never be. What it took over may be more by those
     * whose report arrived and was never acknowledged.
     */
    boolean overfull() {
        return roster.all().stream().anyMatch(member -> member.assigned().keySet().stream()
                .filter(dispatch -> dispatch.epoch() == epoch).count() > member.hello().slots());
    }

    /** Two members with one inbox: when one leaves, the other's is given away. */
    boolean sharesInboxes() {
        return roster.all().stream().map(Member::inbox).distinct().count() < roster.all().size();
    }

    /** Whether it leads and has taken over, and still counts that incarnation among its workers. */
    boolean stillHas(Predicate<String> incarnation) {
        return alive() && takeOver.over()
                && roster.all().stream().anyMatch(member -> incarnation.test(member.incarnation()));
    }

    String standing() {
        return (takeOver.over() ? "leads: " : "takes over: ") + roster.all().stream().map(member -> member
                .incarnation() + " " + member.state() + " with "
                + lead.assignedTo(member).stream()
                        .map(each -> each.ref() + " " + each.dispatch() + " at " + each.orderOffset()).toList())
                .toList();
    }

    private void reported(List<Reported> batch, Map<Integer, Long> positions) {
        if (takeOver.judges()) {
            lead.reported(batch, positions);
        } else {
            takeOver.keep(batch, positions);
        }
    }

    private void heard(List<Reported> batch, Map<Integer, Long> positions) {
        attendance.heard(batch, positions);
        heardTo = positions.getOrDefault(0, heardTo);
    }

    /** Who said goodbye while nobody led is heard now. */
    private Map<Integer, Long> heardUpTo(Inheritance inheritance) {
        var heard = inheritance.heard();
        heardTo = heard == null ? broker.ends(Topic.WORKERS).getOrDefault(0, 0L) : heard;
        heardBefore = heardTo;
        return Map.of(0, heardTo);
    }

    private void announce() {
        orders.announce();
        after(random.nextLong(1, 30) * MS, this::readControl);
    }

    private void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read) {
        long end = broker.ends(Topic.CASES).getOrDefault(lease.partition(), 0L);
        var found = new ArrayList<HeldOrder>();
        if (lease.offset() >= end) {
            soon(() -> read.accept(found));
            return;
        }
        var reader = broker.read(this, Topic.CASES, lease.partition(), lease.offset(), entries -> entries.forEach(
                entry -> SentOrders.in(entry, lease.incarnation()).ifPresent(found::add)));
        reader.afterEach(() -> {
            if (reader.position() >= end) {
                reader.close();
                soon(() -> read.accept(found));
            }
        });
    }

    private void readControl() {
        var read = new EarlierControl(epoch);
        var reader = broker.read(this, Topic.CONTROL, 0, 0, batch -> batch.forEach(read::hear));
        reader.afterEach(() -> {
            if (read.announced()) {
                reader.close();
                takeOver.begin(read.found());
            }
        });
    }

    private void tick() {
        settleUp();
        after(100 * MS, this::tick);
    }

    private void beat() {
        orders.beat(() -> {});
        attendance.lookForSilence();
        if (takeOver.over() && ++beats % 4 == 0) {
            books.settle(new Settlement.HeardTo(heardBefore));
            heardBefore = heardTo;
        }
        after(500 * MS, this::beat);
    }

    private void soon(Runnable event) {
        after(1, () -> {
            event.run();
            settleUpSoon();
        });
    }

    private void aside(Runnable question) {
        after(random.nextLong(1, 10) * MS, question);
    }

    private void settleUpSoon() {
        if (!settling) {
            settling = true;
            after(MS / 10, () -> {
                settling = false;
                settleUp();
            });
        }
    }

    private void settleUp() {
        lead.settleUp();
    }

    /** Reads all partitions of a topic, and knows when it read to the end that there was at some moment. */
    private final class Readers {

        private final Topic topic;
        private final Map<Integer, SimBroker.Reader> readers = new HashMap<>();
        private final Deque<Mark> marks = new ArrayDeque<>();

        private record Mark(Map<Integer, Long> ends, Runnable then) {}

        Readers(Topic topic, Map<Integer, Long> from, Function<Entry, Reported> read, Pump.Sink sink) {
            this.topic = topic;
            for (int n = 0; n < topic.partitions(broker.inboxes()); n++) {
                var reader = broker.read(SimLeader.this, topic, n, from.getOrDefault(n, 0L), entries -> {
                    sink.take(entries.stream().map(read).toList(), positions());
                    settleUpSoon();
                });
                reader.afterEach(this::passMarks);
                readers.put(n, reader);
            }
        }

        void afterEnd(Runnable then) {
            aside(() -> {
                marks.add(new Mark(broker.ends(topic), then));
                passMarks();
            });
        }

        private Map<Integer, Long> positions() {
            var positions = new HashMap<Integer, Long>();
            readers.forEach((partition, reader) -> positions.put(partition, reader.position()));
            return positions;
        }

        private void passMarks() {
            var positions = marks.isEmpty() ? Map.<Integer, Long>of() : positions();
            while (!marks.isEmpty() && marks.getFirst().ends.entrySet().stream()
                    .allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
                soon(marks.removeFirst().then);
            }
        }
    }

    private final class SimEnds implements Attendance.Ends {

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
            books.settle(new Settlement.Then(() -> soon(then)));
        }
    }

    private final class SimPages implements Pages {

        @Override
        public void from(String run, int number, boolean unfinished, Consumer<List<NumberedCase>> read,
                Runnable failed) {
            aside(() -> answer(store.page(run, number, PAGE, unfinished), read, failed));
        }

        @Override
        public void unfinished(String run, Collection<Integer> numbers, Consumer<List<NumberedCase>> read,
                Runnable failed) {
            aside(() -> answer(store.unfinished(run, numbers), read, failed));
        }

        private void answer(List<NumberedCase> cases, Consumer<List<NumberedCase>> read, Runnable failed) {
            if (random.nextInt(50) == 0) {
                soon(failed);
            } else {
                soon(() -> read.accept(cases));
            }
        }
    }
}
