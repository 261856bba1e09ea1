package dev.muster.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.coordinator.analysis.replay.Replay;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example of the documents that Muster follows at a command line; the index has the expected results. */
@Tag("slow")
final class ConformanceIT {

    private static final int AT_ONCE = 6;

    @TempDir
    private static Path folder;

    private static Stage stage;
    private static EmbeddedDatabase database;
    private static ExecutorService players;
    private static final Map<Trial, Future<Outcome>> PLAYED = new HashMap<>();

    @BeforeAll
    static void playAll() throws IOException {
        stage = new Stage(folder);
        database = EmbeddedDatabase.open(stage.home());
        players = Executors.newFixedThreadPool(AT_ONCE);
        for (var trial : new Trials(Example.all()).all()) {
            Callable<Outcome> play = () -> stage.play(trial);
            PLAYED.put(trial, players.submit(play));
        }
    }

    @AfterAll
    static void end() {
        players.close();
        database.close();
        stage.close();
    }

    @TestFactory
    Stream<DynamicNode> examples() throws IOException {
        return new Trials(Example.all()).all().stream()
                .map(trial -> DynamicTest.dynamicTest(trial.title(), () -> holds(trial)));
    }

    /** The store has everything that was judged: every verdict is the same again, without asking anyone. */
    @Test
    @Tag("full")
    void everyStoredVerdictStandsWhenItIsEvaluatedAgain() throws Exception {
        for (var played : PLAYED.values()) {
            var _ = played.get();
        }
        var replay = new Replay();
        var changes = new ArrayList<Replay.Change>();
        try (var store = Database
                .open(new DatabaseAddress(database.url(), database.user(), database.password()), 2)) {
            for (var run : new RunTable(store).newest(null, ProjectScope.ALL, Map.of(), false, 0, 1_000)) {
                new ResultTable(store).after(run.id(), 0, 1_000)
                        .forEach(stored -> changes.addAll(replay.of(stored.result())));
            }
        }

        assertThat(changes).isEmpty();
        assertThat(replay.same()).isGreaterThan(150);
        assertThat(replay.notKept()).isZero();
    }

    private static void holds(Trial trial) throws Exception {
        var outcome = Objects.requireNonNull(PLAYED.get(trial)).get();

        assertThat(Verdict.differences(trial, outcome)).as("%s", outcome).isEmpty();
    }
}
