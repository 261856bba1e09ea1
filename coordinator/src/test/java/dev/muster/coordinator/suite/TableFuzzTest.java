package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.junit.jupiter.api.io.TempDir;

/** Tables as any bytes: cases or faults in bounded time, cases that can be written and read, and no names from rows. */
class TableFuzzTest extends FuzzContract {

    private static final String SUITE = """
            id: t
            each: t.csv
            input: "${row.a} $${row.a} ${ENV.${row.a}"
            variables: true
            expected: ${row.a}
            """;

    @TempDir
    static Path root;

    static Stream<byte[]> seeds() {
        return Stream.of("a\n1\n", "a,b\r\n\"x\ny\",\"\"\"\"\n,\n", "\uFEFFa,a\n\"", "a;b\n1",
                "a\n${ENV.HOME}\n$\n{ENV.X}\n",
                "a\n\"q\"x\n\n\n").map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void take(byte[] text) throws Exception {
        var suite = Cost.bounded(() -> ReadSuite.in(root).with("t.csv", text).with("t.yaml", SUITE).read("t.yaml"));
        assertThat(suite.cases().size() + suite.faults().size()).isPositive();
        assertThat(suite.cases()).allSatisfy(each -> assertThat(EnvironmentNames.in(each)).isEmpty());
        if (!suite.cases().isEmpty()) {
            var written = new StringWriter();
            try (var writer = new CaseWriter(written)) {
                suite.cases().forEach(writer::write);
            }
            var again = ReadSuite.in(root).with("written.jsonl", written.toString()).read("written.jsonl");
            assertThat(again.faults()).isEmpty();
        }
    }
}
