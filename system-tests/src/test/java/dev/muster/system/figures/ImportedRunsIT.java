package dev.muster.system.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.demo.DemoHistory;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.system.FreshDatabase;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that result files of another machine look like stored runs. */
final class ImportedRunsIT {

    private static final String LINES = """
            {"key":"a.jsonl#x","id":"x","cell":{"agent":"one"},"repeat":0,"attempt":1,"status":"passed","cause":"none","response":"Hi","duration_ms":20,"working_ms":20,"started_at":"2026-01-02T03:04:05Z","tokens":{"input":3,"output":4},"run_labels":{"branch":"main"}}
            {"key":"a.jsonl#x","id":"x","cell":{"agent":"two"},"repeat":0,"attempt":2,"status":"failed","cause":"assertion","assertion_errors":["no greeting"],"duration_ms":30,"working_ms":25,"started_at":"2026-01-02T03:04:06Z","cost_usd":0.5}
            {"key":"a.jsonl#y","id":"y","cell":{"agent":"two"},"repeat":1,"attempt":1,"status":"error","cause":"infrastructure","error":"refused","labels":{"area":"\\u0000<b>"},"duration_ms":1,"working_ms":1,"started_at":"2026-01-02T03:04:07Z"}
            """;

    @TempDir
    private Path folder;

    private FreshDatabase fresh;
    private Database database;

    @BeforeEach
    void open() {
        fresh = FreshDatabase.open(2);
        database = fresh.database();
    }

    @AfterEach
    void close() {
        fresh.close();
    }

    @Test
    void aFileIsARunWithItsCellsCountsAndReasons() throws Exception {
        var ids = new ImportedRuns(database).add(Files.writeString(folder.resolve("my run.jsonl"), LINES),
                Assertions::fail);

        var run = new RunTable(database).find("my-run").orElseThrow();
        assertThat(ids).containsExactly("my-run");
        assertThat(run.state()).isEqualTo(RunState.FINISHED);
        assertThat(run.createdAt()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(run.settings().matrix().cellNames()).containsExactly("one", "two");
        assertThat(run.settings().about().labels()).containsEntry("branch", "main");
        assertThat(List.of(run.counts().total(), run.counts().passed(), run.counts().failed(), run.counts().errors()))
                .containsExactly(3, 1, 1, 1);
        assertThat(run.costUsd()).isEqualByComparingTo("0.5");
        assertThat(new ResultTable(database).after("my-run", 0, 10)).extracting(each -> each.result().verdict().error())
                .containsExactly(null, "no greeting", "refused");
    }

    @Test
    void aFolderIsAHistoryAndTheSameRunTwiceIsTwo() throws Exception {
        Files.writeString(folder.resolve("a.jsonl"), LINES);
        Files.createDirectories(folder.resolve("deeper"));
        Files.writeString(folder.resolve("deeper/a.jsonl"), LINES);
        Files.writeString(folder.resolve("notes.txt"), "nothing");

        assertThat(new ImportedRuns(database).add(folder, Assertions::fail)).containsExactly("a", "a-2");
    }

    @Test
    void whatIsNotAResultFileIsNamed() throws Exception {
        var imported = new ImportedRuns(database);
        var other = Files.writeString(folder.resolve("other.json"), "{\"results\":[{\"a\":1}]}");
        var empty = Files.writeString(folder.resolve("empty.jsonl"), "");
        var wrong = Files.writeString(folder.resolve("wrong.jsonl"), LINES.replace("\"failed\"", "\"maybe\""));

        assertThatThrownBy(() -> imported.add(other, Assertions::fail)).isInstanceOf(IOException.class)
                .hasMessageContaining("other.json is not a result file").hasMessageContaining("no key");
        assertThatThrownBy(() -> imported.add(empty, Assertions::fail)).hasMessageContaining("has no result");
        assertThatThrownBy(() -> imported.add(wrong, Assertions::fail)).isInstanceOf(IOException.class)
                .hasMessageContaining("maybe");
        assertThatThrownBy(() -> imported.add(folder.resolve("gone.jsonl"), Assertions::fail))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(new RunTable(database).newest(null, ProjectScope.ALL, Map.of(), false, 0, 9)).isEmpty();
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "\"repeat\":0|\"repeat\":2000000000|'repeat' is 2000000000",
        "\"repeat\":0|\"repeat\":-1|'repeat' is -1", "\"repeat\":0|\"repeat\":\"x\"|'repeat' is \"x\"",
        "2026-01-02T03:04:05Z|yesterday|'started_at' is 'yesterday'",
        "2026-01-02T03:04:05Z|+999999999-01-01T00:00:00Z|'started_at' is '+99",
        "\"cost_usd\":0.5|\"cost_usd\":\"abc\"|'cost_usd' is \"abc\"; it takes a number",
        "\"duration_ms\":20,|\"duration_ms\":-5,|'duration_ms' is -5; it takes a whole number from 0"})
    void whatNoRunWritesIsNamedWithItsLine(String usual, String odd, String named) throws Exception {
        assertThat(LINES).contains(usual);
        var file = Files.writeString(folder.resolve("odd.jsonl"), LINES.replaceFirst(Pattern.quote(usual), odd));
        Files.writeString(folder.resolve("sound.jsonl"), LINES);

        assertThatThrownBy(() -> new ImportedRuns(database).add(file, Assertions::fail))
                .isInstanceOf(IOException.class).hasMessageContaining("odd.jsonl:").hasMessageContaining(named);
        var unread = new ArrayList<String>();
        assertThat(new ImportedRuns(database).add(folder, unread::add)).containsExactly("sound");
        assertThat(unread).singleElement().asString().contains(named);
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {".", "..", "", "last", "last~1", "x?y#z", "a/b", "\\u202e"})
    void aRunThatNoAddressCouldNameGetsTheNameOfItsFile(String id) throws Exception {
        var file = Files.writeString(folder.resolve("night.json"),
                "{\"run\":{\"id\":\"" + id + "\"},\"results\":[" + LINES.lines().findFirst().orElseThrow() + "]}");

        assertThat(new ImportedRuns(database).add(file, Assertions::fail)).containsExactly("night");
    }

    @Tag("slow")
    @Test
    void theDemosHistoryHasWhatEveryPageShows() throws Exception {
        new DemoHistory(Instant.parse("2026-05-01T02:00:00Z")).write(folder);

        var ids = new ImportedRuns(database).add(folder, Assertions::fail);

        assertThat(ids).hasSize(40);
        var newest = new RunTable(database).find(ids.getLast()).orElseThrow();
        assertThat(newest.id()).isEqualTo("20260501-0200-night40");
        assertThat(new NewsFinder(database).of(newest).groups()).extracting(NewsGroup::kind)
                .contains(NewsKind.NEWLY_FAILING, NewsKind.STILL_FAILING);
        assertThat(new HistoryTable(database).flakiest(ProjectScope.ALL, null, 5)).isNotEmpty();
        assertThat(new RunTable(database).find(ids.get(17)).orElseThrow().counts().errors()).isEqualTo(54);
    }
}
