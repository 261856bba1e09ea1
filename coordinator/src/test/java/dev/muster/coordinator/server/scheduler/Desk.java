package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Gate;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.Options;
import dev.muster.common.result.CaseResult;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.FailedAgain;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.server.scheduler.ReportedRecord.Tickets;
import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Inheritance;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.SpentSoFar;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.StoredCases;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A scheduler in a frozen world: records what it sends and settles; what it waits for happens on command. */
final class Desk implements Books, Membership.Ends, StoredCases, Channel, TakeOver.DeadInboxes {

    static final String RUN = "run";
    static final long EPOCH = 3;
    static final Duration LEASE = Duration.ofSeconds(10);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    final List<String> said = new ArrayList<>();
    final List<Settlement> settled = new ArrayList<>();
    final Deque<Runnable> resultsEnds = new ArrayDeque<>();
    final Deque<Runnable> workersEnds = new ArrayDeque<>();
    final Deque<Runnable> stored = new ArrayDeque<>();
    final Map<String, Consumer<List<HeldOrder>>> deadInboxes = new HashMap<>();
    final Workers workers;
    final Scheduler scheduler;
    final TakeOver takeOver;
    final Membership membership;
    int failingPages;
    private Duration elapsed = Duration.ZERO;
    private long offset;
    private int cases;
    private List<Assertion> assertions = List.of();

    /** @param inherited what an earlier leader left */
    Desk(Inheritance inherited, int inboxes) {
        var settings = new LeaderSettings(LEASE, Duration.ofMillis(500), Duration.ofSeconds(5), 1_000);
        var orders = new Orders(this, Runnable::run, Runnable::run, Runnable::run, (pause, what) -> {}, "f", EPOCH);
        workers = new Workers(inboxes);
        var pages = new CasePages(this, Runnable::run, Runnable::run);
        scheduler = new Scheduler("f", EPOCH, settings, orders, this, pages, () -> NOW.plus(elapsed), workers, this,
                new Tickets(new byte[32]));
        inherited.runs().forEach(run -> {
            cases = run.total();
            scheduler.open(new ActiveRun(run, true, NOW));
        });
        takeOver = new TakeOver(inherited, workers, scheduler, orders, this, this, pages, this);
        membership = new Membership("f", EPOCH, LEASE, workers, scheduler, orders, this, this, takeOver);
        says(new WorkerMessage.Beat("f", EPOCH));
    }

    /** Returns a run of an earlier leader without any results. */
    static OpenRun openRun(int cases) {
        var agent = AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, "http://mock"));
        var settings = new RunSettings(List.of("s.jsonl"),
                new ProjectConfig.Targets(Map.of("mock", agent), Map.of(), Map.of()),
                RunSettings.Pacing.of(0, Duration.ofSeconds(90)),
                new RunSettings.Policies(false, 2,
                        new RetryPolicy(1, Duration.ofMillis(10), Duration.ofSeconds(1)), FailedAgain.NEVER,
                        Gate.NONE, dev.muster.coordinator.run.Quarantine.NONE),
                CaseNeeds.NONE, Matrix.ONCE);
        return new OpenRun(RUN, cases, settings, 0, Map.of(), SpentSoFar.NOTHING, null);
    }

    static Inheritance of(OpenRun... runs) {
        return new Inheritance(List.of(runs), Map.of(), null, Set.of(), Set.of(), Map.of());
    }

    /** Gives each case these assertions. */
    Desk checking(Assertion... all) {
        assertions = List.of(all);
        return this;
    }

    /** Becomes the leader at once, as if nobody led before. */
    Desk begun() {
        takeOver.begin(new TakeOver.Earlier(Map.of(), Set.of()));
        readResults();
        store();
        return this;
    }

    /** Delivers a message of a worker now. */
    void says(WorkerMessage message) {
        membership.heard(List.of(new ReportedRecord.Said(new Entry(Topic.WORKERS, 0, 0, NOW.plus(elapsed), "w", null),
                message)), Map.of());
    }

    /** Advances the fleet's clock. */
    void passes(Duration length) {
        for (long second = 0; second < length.toSeconds(); second++) {
            elapsed = elapsed.plusSeconds(1);
            says(new WorkerMessage.Beat("f", EPOCH));
        }
    }

    Member joined(String incarnation, int slots) {
        says(hello(incarnation, slots));
        return workers.find(incarnation).orElseThrow();
    }

    /** Returns what a member holds according to the ledgers. */
    List<CaseRef> assigned(String incarnation) {
        return workers.find(incarnation).stream().flatMap(member -> scheduler.assignedTo(member).stream())
                .map(each -> each.ref()).toList();
    }

    /** Hands out all cases, over as many rounds as pages arrive. */
    void settleUp() {
        IntStream.range(0, 3).forEach(n -> scheduler.settleUp());
    }

    void readResults() {
        run(resultsEnds);
    }

    void readWorkers() {
        run(workersEnds);
    }

    void store() {
        run(stored);
    }

    private static void run(Deque<Runnable> waiting) {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    <T extends Settlement> List<T> settled(Class<T> kind) {
        return settled.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    static Hello hello(String incarnation, int slots) {
        return new Hello("f", EPOCH, "w", incarnation, 1, slots, Set.of(), Set.of());
    }

    /** Returns the hello of a worker that has that inbox from an earlier leader. */
    static Hello answer(String incarnation, @Nullable Integer inbox, HeldOrder... held) {
        return new Hello("f", EPOCH, "w", incarnation, 1, 4, Set.of(), Set.of(), inbox, List.of(held));
    }

    static InboxLease lease(String incarnation, int inbox) {
        return new InboxLease("f", EPOCH - 1, incarnation, inbox, 5);
    }

    static TakeOver.Earlier earlier(InboxLease... leases) {
        var inboxes = new HashMap<String, InboxLease>();
        Stream.of(leases).forEach(each -> inboxes.put(each.incarnation(), each));
        return new TakeOver.Earlier(inboxes, Set.of("2/leadership"));
    }

    static CaseRef ref(int number) {
        return new CaseRef(RUN, number, 0, 0);
    }

    static HeldOrder order(int number, long n) {
        return new HeldOrder(ref(number), new Dispatch(EPOCH - 1, n), 1);
    }

    static ReportedRecord passed(String incarnation, CaseRef ref, Dispatch dispatch) {
        var report = new AttemptFinished("f", EPOCH, "w", incarnation, ref, dispatch, 1, result(ref.number()), false,
                null);
        return new ReportedRecord.Attempt(
                new Entry(Topic.RESULTS, 0, 0, NOW, "c", Codec.REPORTS.seal(ReportBatch.of(List.of(report)))), report);
    }

    /** Returns a report as its record has it, with another head. */
    static byte[] tampered(AttemptFinished report, Consumer<ObjectNode> how) {
        var bytes = ByteBuffer.wrap(Codec.REPORTS.seal(ReportBatch.of(List.of(report))).bytes());
        int mark = bytes.getInt();
        var heads = new byte[bytes.getInt()];
        bytes.get(heads);
        var read = Json.MAPPER.readTree(heads);
        how.accept((ObjectNode) read.get("reports").get(0));
        var written = Json.MAPPER.writeValueAsBytes(read);
        return ByteBuffer.allocate(2 * Integer.BYTES + written.length + bytes.remaining()).putInt(mark)
                .putInt(written.length).put(written).put(bytes).array();
    }

    private TestCase testCase(int n) {
        return new TestCase(
                new TestCase.Identity("s.jsonl#" + n, "c" + n, null, Map.of(), new Source("s.jsonl", 1)), "mock",
                Options.NONE, new Conversation.Standard(List.of(Message.user("hello"))), assertions, Limits.NONE,
                Setup.NONE, null);
    }

    private static CaseResult result(int n) {
        return TestResult.of("s.jsonl#" + n, "c" + n).source(new Source("s.jsonl", 1)).agent("mock").response("")
                .make();
    }

    private NumberedCase numbered(int n) {
        return new NumberedCase(n, testCase(n), OpenPlaces.left(1, 1, null, List.of(), Set.of()));
    }

    @Override
    public void settle(Settlement settlement) {
        settled.add(settlement);
    }

    @Override
    public int backlog() {
        return 0;
    }

    @Override
    public boolean healthy() {
        return true;
    }

    @Override
    public void afterResults(Runnable then) {
        resultsEnds.add(then);
    }

    @Override
    public void afterWorkers(Runnable then) {
        workersEnds.add(then);
    }

    @Override
    public void afterStored(Runnable then) {
        stored.add(then);
    }

    @Override
    public void afterEndOf(String run, Runnable then) {
        stored.add(then);
    }

    @Override
    public List<NumberedCase> first(String run) {
        return List.of();
    }

    @Override
    public List<NumberedCase> page(String run, int from, int atMost) {
        return IntStream.range(from, cases).mapToObj(this::numbered).toList();
    }

    @Override
    public List<NumberedCase> rest(String run, int from, int atMost) {
        return page(run, from, atMost);
    }

    @Override
    public List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        if (failingPages-- > 0) {
            throw new StoreException("the database is away");
        }
        return numbers.stream().map(this::numbered).toList();
    }

    @Override
    public void ordersFor(InboxLease lease, Consumer<List<HeldOrder>> read) {
        deadInboxes.put(lease.incarnation(), read);
    }

    @Override
    public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
        said.add(Optional.ofNullable(value).isPresent() ? key : key + " taken back");
        return CompletableFuture.completedFuture(offset++);
    }

    @Override
    public Feed feed(Topic topic, From from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<Integer, Long> ends(Topic topic) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long end(Topic topic, int partition) {
        return 7;
    }

    @Override
    public int inboxes() {
        return workers.inboxes();
    }

    @Override
    public void close() {}
}
