package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the figures by label of the cases, in live output, in files, and in the report of a long run. */
@MusterProject
final class LabelFiguresIT {

    private final TestProject muster;

    LabelFiguresIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.write("muster.yaml", """
                agents:
                  well: { protocol: openai, url: "%s/well" }
                """.formatted(muster.agent().url()));
        muster.agent().saying("/well", "fine");
    }

    private static String line(int number, String team, String expected) {
        return "{\"id\": \"c%d\", \"input\": \"1\", \"labels\": {\"team\": \"%s\", \"who\": \"%d\"}, \"assertions\": [{\"type\": \"contains\", \"value\": \"%s\"}]}\n"
                .formatted(number, team, number, expected);
    }

    private static String suite(int cases) {
        return IntStream.range(0, cases).mapToObj(n -> line(n, n % 4 == 0 ? "pay" : "ship", n % 8 == 0 ? "no" : "fine"))
                .collect(Collectors.joining());
    }

    @Test
    void teamsAreCompared() throws IOException {
        muster.write("s.jsonl", suite(32));

        var run = muster.run("-o", muster.file("r.json"), "-o", muster.file("r.md"));

        assertThat(run.output()).contains("""
                  Pass rate by label, worst first:
                     50.0 %  team=pay (4 of 8)
                    100.0 %  team=ship (24 of 24)
                """).doesNotContain("who=");
        assertThat(Json.MAPPER.readTree(Files.readString(muster.folder().resolve("r.json"))).path("summary")
                .path("by_label")
                .toString()).isEqualTo(
                        "[{\"name\":\"team\",\"value\":\"pay\",\"total\":8,\"in_rates\":8,\"passed\":4},"
                                + "{\"name\":\"team\",\"value\":\"ship\",\"total\":24,\"in_rates\":24,\"passed\":24}]");
        assertThat(Files.readString(muster.folder().resolve("r.md"))).contains("| team=pay | 4 | 8 |");
    }

    @Test
    @Tag("slow")
    void theDatabaseCountsThemForALongRun() throws IOException {
        muster.write("s.jsonl", suite(400));
        muster.run("--quiet");

        assertThat(muster.type("report", muster.newest()).output()).contains(" team=pay (50 of 100)",
                " team=ship (300 of 300)").doesNotContain("who=");
    }

    @Test
    void nothingIsSaidWhereAllPassOrNothingHasALabel() throws IOException {
        muster.write("s.jsonl", line(1, "ship", "fine") + "{\"id\": \"x\", \"input\": \"1\"}\n");

        assertThat(muster.run().output()).doesNotContain("by label");
    }
}
