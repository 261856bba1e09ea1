package dev.muster.coordinator.report.junit;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.report.Pieces.PiecePlaces;
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
public final class JUnitResults extends ResultWriter.ToStream {

    private final Map<String, JUnitSuite> suites = new TreeMap<>();
    private final Spool spool = new Spool();

    public JUnitResults(OutputStream out) {
        super(out);
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

    @Override
    public void close() {
        spool.close();
    }

    /** The {@code testsuite} of a file and a cell: its counts so far, and the places of its cases in the spool. */
    private static final class JUnitSuite {

        private final String file;
        private final int cell;
        private String agent = "";
        private String connector = "";
        private int failures;
        private int errors;
        private int skipped;
        private long ms;
        private final PiecePlaces places = new PiecePlaces();

        JUnitSuite(String file, int cell) {
            this.file = file;
            this.cell = cell;
        }

        void add(CaseResult result, CaseRef ref, long begin, int length) {
            agent = result.identity().agent();
            connector = result.identity().connector() == null ? "" : result.identity().connector();
            ms += result.timing().durationMs();
            switch (result.verdict().status()) {
                case FAILED -> failures++;
                case ERROR -> errors++;
                case SKIPPED, CANCELLED -> skipped++;
                case PASSED, FLAKY -> {
                    // they passed
                }
            }
            places.add(ref, begin, length);
        }

        String file() {
            return file;
        }

        int cell() {
            return cell;
        }

        int tests() {
            return places.size();
        }

        int failures() {
            return failures;
        }

        int errors() {
            return errors;
        }

        /** @param cellName suffix of the file's name when the run has several cells */
        String head(String cellName, String timestamp) {
            return new Xml().open("testsuite", "name", cellName.isEmpty() ? file : file + " (" + cellName + ")", "file",
                    file, "tests", String.valueOf(places.size()), "failures", String.valueOf(failures), "errors",
                    String.valueOf(errors), "skipped", String.valueOf(skipped), "time", JUnitCase.seconds(ms),
                    "timestamp",
                    timestamp).line().open("properties").line().toString();
        }

        /** Returns why the run stopped, and which of its cases are news. */
        List<String> told(RunEnd end) {
            var lines = new ArrayList<String>();
            if (end.stopReason() != null) {
                lines.add("the run stopped: " + end.stopReason());
            }
            var name = connector.isEmpty() ? agent : agent + " / " + connector;
            end.news().groups().forEach(group -> group.named().stream()
                    .filter(changed -> changed.key().startsWith(file + "#")
                            && (changed.cell().equals(name) || changed.cell().equals(agent)))
                    .forEach(
                            changed -> lines.add(group.kind().title() + ": " + changed.key() + " " + changed.tries())));
            return lines;
        }

        /** @param end of the run: its news are the same for all suites */
        String properties(RunHead run, RunEnd end) {
            var xml = new Xml().empty("property", "name", "run", "value", run.run())
                    .empty("property", "name", "cell", "value", String.valueOf(cell))
                    .empty("property", "name", "agent", "value", agent);
            if (!connector.isEmpty()) {
                xml.empty("property", "name", "connector", "value", connector);
            }
            if (end.news().baseline() != null) {
                xml.empty("property", "name", "baseline", "value", end.news().baseline());
            }
            if (end.basis() != null) {
                xml.empty("property", "name", "gate", "value", end.basis());
            }
            end.news().groups().forEach(group -> xml.empty("property", "name", group.kind().wire(), "value",
                    String.valueOf(group.cases())));
            run.about().labels().forEach((name, value) -> xml.empty("property", "name", "run." + name, "value", value));
            return xml.end("properties").toString();
        }

        PiecePlaces places() {
            return places;
        }
    }
}
