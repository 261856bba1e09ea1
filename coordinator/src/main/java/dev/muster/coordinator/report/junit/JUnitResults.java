package dev.muster.coordinator.report.junit;

import module java.base;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.ResultWriter.RunEnd;
import dev.muster.coordinator.report.ResultWriter.RunHead;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;

/**
 * Writes JUnit XML, with a suite for each file and cell. A suite's counts precede its cases, so the cases wait in a
 * spool until the run ends.
 */
public final class JUnitResults implements ResultWriter {

    private final OutputStream out;
    private final Map<String, JUnitSuite> suites = new TreeMap<>();
    private RunHead head = new RunHead("", "", List.of(), List.of(), 0, Instant.EPOCH);
    private final Spool spool = new Spool();

    public JUnitResults(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead run) {
        head = run;
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        for (var stored : batch) {
            var xml = JUnitCase.xml(stored, cell(stored.ref().cell())).getBytes(StandardCharsets.UTF_8);
            suite(stored).add(stored.result(), stored.ref(), spool.add(xml), xml.length);
        }
    }

    private String cell(int number) {
        return head.cells().size() > 1 && number < head.cells().size() ? head.cells().get(number) : "";
    }

    private JUnitSuite suite(StoredCase stored) {
        var file = stored.result().identity().source().file();
        int cell = stored.ref().cell();
        return suites.computeIfAbsent(file + "\n" + cell, key -> new JUnitSuite(file, cell));
    }

    @Override
    public void end(RunEnd end) throws IOException {
        var all = suites.values();
        text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        text(new Xml().open("testsuites", "name", "muster " + head.run(), "time",
                JUnitCase.seconds(end.took().toMillis()), "tests",
                String.valueOf(all.stream().mapToInt(JUnitSuite::tests).sum()),
                "failures", String.valueOf(all.stream().mapToInt(JUnitSuite::failures).sum()), "errors",
                String.valueOf(all.stream().mapToInt(JUnitSuite::errors).sum())).line().toString());
        var names = RunJson.names(head, end.tally());
        for (var suite : all.stream().sorted(Comparator.comparing(JUnitSuite::file).thenComparingInt(JUnitSuite::cell))
                .toList()) {
            write(suite, names.getOrDefault(suite.cell(), ""), end);
        }
        text(new Xml().end("testsuites").toString());
        out.flush();
    }

    private void write(JUnitSuite suite, String cellName, RunEnd end) throws IOException {
        text(suite.head(cellName, head.startedAt().truncatedTo(ChronoUnit.SECONDS).toString()));
        text(suite.properties(head, end));
        suite.places().inOrder((begin, length) -> out.write(spool.read(begin, length)));
        var told = suite.told(end);
        if (!told.isEmpty()) {
            text(new Xml().open("system-out").text(String.join("\n", told)).end("system-out").toString());
        }
        text(new Xml().end("testsuite").toString());
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        spool.close();
    }
}
