package dev.muster.bench;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.ControlMessage.Leadership;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.time.Ticker;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Holdings;
import org.jspecify.annotations.Nullable;

/**
 * Many workers that share a client of Kafka and call no agent: each has an inbox, beats as workers do, and reports a case
 * with a made-up result after a given time.
 */
final class LightWorkers implements AutoCloseable {

    private static final Duration LISTEN = Duration.ofMillis(100);
    private static final long BEAT_MS = 1_000;

    /**
     * What the workers are.
     *
     * @param workers how many
     * @param slots of each
     * @param latencyMs from an order to its report
     * @param beats whether they beat: a coordinator that gives no worker up needs none
     */
    record Crowd(String fleet, int workers, int slots, long latencyMs, boolean beats) {}

    /** Reports wait that long for others, as those of a worker. */
    private static final long GATHER_MS = 20;

    /** @param ended what waits to be reported; guarded by itself */
    private record Member(String name, int partition, long offset, Holdings holdings, List<Held> ended) {}

    private final Channel channel;
    private final Crowd crowd;
    private final Ticker ticker;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Member> members = new ConcurrentHashMap<>();
    private final Map<Integer, Member> byPartition = new ConcurrentHashMap<>();
    private final Set<CaseRef> lost = ConcurrentHashMap.newKeySet();
    private final Set<CaseRef> reported = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("light workers").factory());
    private @Nullable Thread reader;
    private volatile @Nullable Member silent;

    LightWorkers(Channel channel, Crowd crowd, Ticker ticker) {
        this.channel = channel;
        this.crowd = crowd;
        this.ticker = ticker;
        for (int n = 1; n <= crowd.workers(); n++) {
            names.put(UUID.randomUUID().toString(), "light-" + n);
        }
    }

    /** Returns once all can be given cases; they work until this is closed. */
    void join(Duration patience) throws IOException, InterruptedException {
        long until = ticker.nanos() + patience.toNanos();
        try (var control = channel.feed(Topic.CONTROL, new From.Beginning())) {
            while (members.size() < crowd.workers()) {
                if (ticker.nanos() > until) {
                    throw new IOException("the coordinator gave " + (crowd.workers() - members.size())
                            + " workers no inbox");
                }
                control.poll(LISTEN).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.CONTROL::open)
                        .forEach(message -> {
                            switch (message) {
                                case Leadership leads -> names.forEach((incarnation, name) -> greet(leads, incarnation,
                                        name));
                                case InboxLease lease when names.containsKey(lease.incarnation()) -> begin(lease);
                                default -> {
                                    // for other workers
                                }
                            }
                        });
            }
        }
        reader = Thread.ofPlatform().daemon().name("light workers' inboxes").start(this::read);
    }

    private void greet(Leadership leads, String incarnation, String name) {
        var hello = new Hello(crowd.fleet(), leads.epoch(), name, incarnation, ProcessHandle.current().pid(),
                crowd.slots(), Set.of(), Set.of());
        var _ = channel.append(Topic.WORKERS, 0, incarnation, Codec.WORKER.seal(hello));
    }

    private void begin(InboxLease lease) {
        var holdings = new Holdings(crowd.fleet(), lease.incarnation(), lease.epoch(), lease.offset(), ticker);
        var member = new Member(names.getOrDefault(lease.incarnation(), ""), lease.partition(), lease.offset(),
                holdings, new ArrayList<>());
        if (members.putIfAbsent(lease.incarnation(), member) == null) {
            byPartition.put(lease.partition(), member);
            if (crowd.beats()) {
                long first = Math.floorMod(lease.incarnation().hashCode(), BEAT_MS);
                var _ = timer.scheduleAtFixedRate(() -> beat(member), first, BEAT_MS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void beat(Member member) {
        if (!isSilent(member)) {
            var snapshot = member.holdings().snapshot();
            var _ = channel.append(Topic.WORKERS, 0, snapshot.incarnation(), Codec.WORKER.seal(snapshot));
        }
    }

    private boolean isSilent(Member member) {
        var dead = silent;
        return dead != null && dead.partition() == member.partition();
    }

    private void read() {
        var offsets = byPartition.values().stream().collect(Collectors.toMap(Member::partition, Member::offset));
        try (var inboxes = channel.feed(Topic.CASES, new From.Offsets(offsets))) {
            while (true) {
                inboxes.poll(LISTEN).forEach(this::take);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Entry entry) {
        var member = Objects.requireNonNull(byPartition.get(entry.partition()));
        if (entry.value() != null && Codec.INBOX.open(entry.value()) instanceof CaseOrder order) {
            var held = member.holdings().take(entry.offset(), order);
            if (!isSilent(member)) {
                lost.remove(order.ref());
                held.ifPresent(each -> {
                    if (crowd.latencyMs() == 0) {
                        report(member, each);
                    } else {
                        var _ = timer.schedule(() -> report(member, each), crowd.latencyMs(), TimeUnit.MILLISECONDS);
                    }
                });
            }
        } else {
            member.holdings().pass(entry.offset());
        }
    }

    private void report(Member member, Held held) {
        if (isSilent(member)) {
            return;
        }
        reported.add(held.order().ref());
        synchronized (member.ended()) {
            member.ended().add(held);
            if (member.ended().size() > 1) {
                return;
            }
        }
        var _ = timer.schedule(() -> send(member), GATHER_MS, TimeUnit.MILLISECONDS);
    }

    private void send(Member member) {
        List<Held> ended;
        synchronized (member.ended()) {
            ended = List.copyOf(member.ended());
            member.ended().clear();
        }
        var key = ended.getFirst().order().incarnation();
        var reports = ReportBatch.of(ended.stream().map(held -> report(member, held.order())).toList());
        var _ = channel.append(Topic.RESULTS, Topic.RESULTS.partitionOf(key), key, Codec.REPORTS.seal(reports))
                .thenRun(() -> ended.forEach(held -> {
                    member.holdings().release(held);
                    reported.remove(held.order().ref());
                }));
    }

    private AttemptFinished report(Member member, CaseOrder order) {
        return new AttemptFinished(crowd.fleet(), order.epoch(), member.name(), order.incarnation(), order.ref(),
                order.dispatch(), order.attempt(), MadeUpResults.of(order), false, order.terms().ticket());
    }

    /** One worker that holds cases falls silent, as if it had died; returns how many it held. */
    int silenceOne() {
        var dead = members.values().stream().max(Comparator.comparingInt(each -> each.holdings().count()))
                .orElseThrow();
        silent = dead;
        dead.holdings().held(order -> !reported.contains(order.ref())).forEach(held -> lost.add(held.order().ref()));
        return lost.size();
    }

    /** Whether others were given all cases of the silent one. */
    boolean lostAreGivenAgain() {
        return lost.isEmpty();
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.interrupt();
            try {
                reader.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        timer.shutdownNow();
    }
}
