package dev.muster.coordinator.analysis.news;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsCase;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the news of a run since a result file. */
final class TriesByCaseTest {

    private static final String PASSED = "\"status\":\"passed\",\"cause\":\"none\"";
    private static final String FAILED = "\"status\":\"failed\",\"cause\":\"assertion\"";

    @TempDir
    private Path folder;

    private static TestResult result(String id) {
        return TestResult.of("s.jsonl#" + id, id).agent("shop");
    }

    private static CaseResult failed(String id, String why) {
        return result(id).status(Status.FAILED).cause(Cause.ASSERTION).error(why).make();
    }

    private static String line(String id, String verdict) {
        return "{\"key\":\"s.jsonl#" + id + "\",\"cell\":{\"agent\":\"shop\"}," + verdict + "}";
    }

    private TriesByCase file(String name, String text) throws IOException {
        return TriesByCase.read(Files.writeString(folder.resolve(name), text));
    }

    @Test
    void repeatsOfAFileMeetThoseOfTheRun() throws IOException {
        var past = file("r.jsonl", Stream.of(line("a", PASSED), line("a", PASSED), line("a", PASSED), line("b", FAILED),
                line("c", PASSED), line("gone", FAILED),
                line("d", "\"status\":\"skipped\",\"cause\":\"muted\",\"muted\":{"
                        + FAILED + "}"))
                .collect(Collectors.joining("\n")));
        var present = new TriesByCase();
        IntStream.range(0, 3).forEach(_ -> present.add(failed("a", "it said no")));
        present.add(result("b").make());
        present.add(result("c").make());
        present.add(failed("d", "still no"));
        present.add(failed("e", "never seen"));

        var news = present.since(past, "r.jsonl");

        assertThat(news.baseline()).isEqualTo("r.jsonl");
        assertThat(news.groups()).flatExtracting(NewsGroup::named).containsExactlyInAnyOrder(
                new NewsCase("s.jsonl#a", "shop", "3/3", "0/3", "it said no"),
                new NewsCase("s.jsonl#b", "shop", "0/1", "1/1", null),
                new NewsCase("s.jsonl#d", "shop", "0/1", "0/1", "still no"),
                new NewsCase("s.jsonl#e", "shop", null, "0/1", "never seen"));
        assertThat(Stream.of(NewsKind.values()).map(news::of)).containsExactly(1L, 0L, 0L, 1L, 0L, 1L, 0L, 1L);
    }

    @Test
    void aReportInOnePieceIsReadTheSameWay() throws IOException {
        var past = file("r.json", "{\"run\":{\"id\":\"x\",\"inputs\":[\"s.jsonl\"]},\"results\":[" + line("a", PASSED)
                + "],\"cells\":[{\"cell\":0}],\"summary\":{}}");
        var present = new TriesByCase();
        present.add(failed("a", "no"));

        assertThat(present.since(past, "r.json").of(NewsKind.NEWLY_FAILING)).isEqualTo(1);
    }

    @Test
    void aFileWithoutACommonCaseIsNoBaseline() throws IOException {
        var past = file("r.jsonl", line("z", PASSED) + "\n" + line("y", FAILED));
        var present = new TriesByCase();
        present.add(failed("a", "no"));
        present.add(result("b").make());

        assertThat(present.since(past, "r.jsonl")).isEqualTo(News.NONE);
    }

    @Test
    void onlyTheFirstCasesOfAKindAreNamedAndAllAreCounted() throws IOException {
        var past = file("r.jsonl", IntStream.range(0, 500).mapToObj(n -> line("c" + n, PASSED))
                .collect(Collectors.joining("\n")));
        var present = new TriesByCase();
        IntStream.range(0, 500).forEach(n -> present.add(failed("c" + n, "no")));

        var group = present.since(past, "r.jsonl").groups().getFirst();

        assertThat(group.cases()).isEqualTo(500);
        assertThat(group.named()).hasSize(News.NAMED).first().extracting(NewsCase::key).isEqualTo("s.jsonl#c0");
    }

    @Test
    void whatIsNoResultFileIsRefused() {
        assertThatThrownBy(() -> file("a.jsonl", "nonsense")).isInstanceOf(IOException.class)
                .hasMessageContaining("a.jsonl is not a result file of muster run -o");
        assertThatThrownBy(() -> file("b.jsonl", "{\"id\":\"x\"}")).hasMessageContaining("a result has no key");
        assertThatThrownBy(() -> file("c.jsonl", line("a", "\"status\":\"odd\"")))
                .hasMessageContaining("not a result file");
        assertThatThrownBy(() -> file("d.json", "{\"results\":[]}")).hasMessageContaining("has no result");
        assertThatThrownBy(() -> file("e.json", "[1]")).hasMessageContaining("has no result");
    }
}
