package dev.muster.coordinator.store;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.QuietWatch;
import dev.muster.cli.fleet.TestSuites;
import dev.muster.common.agent.Usage;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import dev.muster.coordinator.store.Settlement.Reopened;
import dev.muster.coordinator.store.Settlement.RunOver;
import dev.muster.coordinator.store.Settlement.Then;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that long ends and reopenings of runs are stored in portions, with other decisions between them. */
final class PortionsIT {

    private static final String FLEET = "portions";
    private static final int ROWS = 2;
    /** 60 results in all. */
    private static final Matrix MATRIX = new Matrix(List.of(new Cell("mock", null), new Cell("other", null)), 3, false);
    private static final int CASES = 10;

    private FreshDatabase database;
    private RunTable runs;

    @BeforeEach
    void open() throws Exception {
        database = FreshDatabase.open(4);
        runs = new RunTable(database.database());
        start("long", MATRIX);
        start("other", Matrix.ONCE);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void start(String run, Matrix matrix) throws Exception {
        var suite = TestSuites.of("http://127.0.0.1:1", CASES);
        runs.create(run, FLEET, "mock", suite.request().settings().with(matrix));
        new CaseTable(database.database()).store(run, matrix.repeat(), suite.cases());
        runs.start(run, CASES * matrix.cells().size() * matrix.repeat());
    }

    @Test
    void verdictsOfOtherRunsAreStoredBetweenThem() throws Exception {
        try (var leadership = Leadership.take(database.database(), FLEET, "test")) {
            var store = new Watched(new StoredBooks(database.database(), leadership, new Changes()));
            var over = new CompletableFuture<StoredRun>();
            try (var books = books(store)) {
                store.between = n -> {
                    if (n < CASES) {
                        books.settle(verdict("other", n, 0, 0));
                    }
                };
                books.settle(verdict("long", 0, 1, 2));
                books.settle(verdict("long", 4, 0, 1));
                books.settle(new RunOver("long", RunState.STOPPED, "enough"));
                books.settle(new Then(() -> over.complete(run("long")), "long"));
                books.start();

                assertThat(over.get(30, TimeUnit.SECONDS).state()).isEqualTo(RunState.STOPPED);
            }
            // the portion that is written when a verdict comes, then the verdict
            assertThat(store.written).startsWith("verdicts", "portion", "verdicts", "portion", "verdicts", "portion");
            assertThat(store.written.stream().filter("portion"::equals)).hasSizeGreaterThanOrEqualTo(30);
            assertThat(store.states).containsOnly(RunState.RUNNING);
        }
        assertAllCancelledBut(2);
        assertThat(run("other").counts().passed()).isEqualTo(CASES);
    }

    @Test
    void theNextLeaderContinuesBetweenTwo() throws Exception {
        var over = new RunOver("long", RunState.STOPPED, "enough");
        var first = Leadership.take(database.database(), FLEET, "test");
        try (var books = new StoredBooks(database.database(), first, new Changes())) {
            books.write(List.of(verdict("long", 0, 1, 2), verdict("long", 4, 0, 1)));
            var next = books.writePortion(over, Portion.first(7)).orElseThrow();
            assertThat(books.writePortion(over, next)).isPresent();
        }
        first.close();
        assertThat(run("long").state()).isEqualTo(RunState.RUNNING);
        assertThat(run("long").counts().cancelled()).isEqualTo(13);

        settleWith("the next", over);

        assertAllCancelledBut(2);
    }

    @Test
    void aRunIsReopenedTheSameWay() throws Exception {
        settleWith("first", verdict("long", 0, 1, 2), cutOff("long", 4),
                new RunOver("long", RunState.STOPPED, "enough"));
        assertThat(run("long").counts().cancelled()).isEqualTo(59);
        var second = Leadership.take(database.database(), FLEET, "test");
        try (var books = new StoredBooks(database.database(), second, new Changes())) {
            assertThat(books.writePortion(new Reopened("long"), Portion.first(20))).isPresent();
        }
        second.close();
        assertThat(run("long").state()).isEqualTo(RunState.STOPPED);
        assertThat(run("long").counts().cancelled()).isEqualTo(40);

        settleWith("the next", new Reopened("long"), new Reopened("long"));

        assertThat(run("long").state()).isEqualTo(RunState.RUNNING);
        assertThat(run("long").counts().cancelled()).isZero();
        assertThat(count("results WHERE run_id = 'long'")).isEqualTo(1);
        assertThat(count("results WHERE run_id = 'long' AND block IS NOT NULL")).isEqualTo(1);
        assertThat(count("attempts WHERE run_id = 'long' AND number = 4 AND tokens_in = 5")).isEqualTo(1);
    }

    @Test
    void ofAPartOfARunOnlyItsPlacesAreCancelled() throws Exception {
        var _ = database.database().update("INSERT INTO run_parts (run_id, number, cell, repeat) "
                + "VALUES ('long', 0, 0, 0), ('long', 0, 1, 2), ('long', 9, 1, 2)");

        settleWith("first", new RunOver("long", RunState.STOPPED, "enough"));

        assertThat(database.database().list("SELECT number, cell, repeat FROM results ORDER BY seq",
                row -> row.getInt(1) + " " + row.getInt(2) + " " + row.getInt(3)))
                .containsExactly("0 0 0", "0 1 2", "9 1 2");
    }

    @Test
    void aStatementOfAProcessThatIsGoneEnds() {
        List<String> shown = database.database().write(connection -> Database.list(connection,
                "SHOW client_connection_check_interval", row -> row.getString(1)));

        assertThat(shown).containsExactly("2s");
    }

    private void assertAllCancelledBut(int others) {
        var ended = run("long");
        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.counts().cancelled()).isEqualTo(60 - others);
        assertThat(ended.counts().done()).isEqualTo(60);
        assertThat(ended.lastSeq()).isEqualTo(60);
        assertThat(count("(SELECT DISTINCT number, cell, repeat FROM results WHERE run_id = 'long') places"))
                .isEqualTo(60);
        assertThat(count("(SELECT DISTINCT seq FROM results WHERE run_id = 'long' AND seq BETWEEN 1 AND 60) numbers"))
                .isEqualTo(60);
    }

    private void settleWith(String holder, Settlement... settlements) throws Exception {
        try (var leadership = Leadership.take(database.database(), FLEET, holder)) {
            var written = new CountDownLatch(1);
            try (var books = books(new StoredBooks(database.database(), leadership, new Changes()))) {
                List.of(settlements).forEach(books::settle);
                books.settle(new Then(written::countDown, "long"));
                books.start();
                assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
            }
        }
        eventually("nobody leads", () -> !Leadership.ledNow(database.database(), FLEET));
    }

    private static Bookkeeper books(BookStore store) {
        return new Bookkeeper(store, QuietWatch.unstarted(), lost -> {}, kept -> {}, ROWS);
    }

    private StoredRun run(String run) {
        return runs.find(run).orElseThrow();
    }

    private long count(String what) {
        return database.database().list("SELECT count(*) FROM " + what, row -> row.getLong(1)).getFirst();
    }

    private static CaseVerdict verdict(String run, int number, int cell, int repeat) {
        return new CaseVerdict(new CaseRef(run, number, cell, repeat), 1, new Dispatch(1, number + 1), "w",
                TestResult.of("suite.jsonl#c" + number).agent("mock").make());
    }

    /** What was under way when its run was stopped, and was paid for. */
    private static CaseVerdict cutOff(String run, int number) {
        return new CaseVerdict(new CaseRef(run, number, 0, 0), 1, new Dispatch(1, 99), "w",
                TestResult.of("suite.jsonl#c" + number).agent("mock").status(Status.CANCELLED).cause(Cause.CANCELLED)
                        .usage(new Usage(5, 7)).make());
    }

    /** A store that says what it writes, and does something between portions. */
    private final class Watched implements BookStore {

        private final StoredBooks store;
        private final List<String> written = new CopyOnWriteArrayList<>();
        private final Set<RunState> states = ConcurrentHashMap.newKeySet();
        private IntConsumer between = _ -> {};
        private int portions;

        Watched(StoredBooks store) {
            this.store = store;
        }

        @Override
        public void write(List<Settlement> batch) {
            if (batch.stream().anyMatch(CaseVerdict.class::isInstance)) {
                written.add("verdicts");
            }
            store.write(batch);
        }

        @Override
        public Optional<Portion> writePortion(Settlement.InPortions settlement, Portion portion) {
            written.add("portion");
            states.add(run("long").state());
            between.accept(portions++);
            return store.writePortion(settlement, portion);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
