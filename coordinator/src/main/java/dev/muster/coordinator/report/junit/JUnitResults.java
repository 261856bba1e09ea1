package dev.muster.coordinator.report.junit;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.PiecePlaces;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ProblemIds;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;

/**
 * Writes JUnit XML, with a suite for each file and cell. A suite's counts precede its cases, so the cases wait in a
 * spool until the run ends.
 */
public final class JUnitResults extends StreamResultWriter {

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
                String.valueOf(all.stream().mapToInt(suite -> suite.places.size()).sum()),
                "failures", String.valueOf(all.stream().mapToInt(suite -> suite.failures).sum()), "errors",
                String.valueOf(all.stream().mapToInt(suite -> suite.errors).sum())).line().toString());
        var names = RunJson.names(head, end.tally());
        for (var suite : all.stream()
                .sorted(Comparator.comparing((JUnitSuite suite) -> suite.file).thenComparingInt(suite -> suite.cell))
                .toList()) {
            write(suite, names.getOrDefault(suite.cell, ""), end);
        }
        text(new Xml().end("testsuites").toString());
        out.flush();
    }

    private void write(JUnitSuite suite, String cellName, RunEnd end) throws IOException {
        text(suite.head(cellName, head.startedAt().truncatedTo(ChronoUnit.SECONDS).toString()));
        text(suite.properties(head, end));
        suite.places.inOrder((begin, length) -> out.write(spool.read(begin, length)));
        var notes = new ArrayList<>(suite.notes(end));
        if (!end.state().over()) {
            notes.addFirst("the run has not ended: " + head.expected() + " results are expected");
        }
        if (!notes.isEmpty()) {
            text(new Xml().open("system-out").text(String.join("\n", notes)).end("system-out").toString());
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
        private final Set<String> agents = new TreeSet<>();
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
            agents.add(result.identity().agent());
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

        /** @param cellName suffix of the file's name when the run has several cells */
        String head(String cellName, String timestamp) {
            return new Xml().open("testsuite", "name", cellName.isEmpty() ? file : file + " (" + cellName + ")", "file",
                    file, "tests", String.valueOf(places.size()), "failures", String.valueOf(failures), "errors",
                    String.valueOf(errors), "skipped", String.valueOf(skipped), "time", JUnitCase.seconds(ms),
                    "timestamp",
                    timestamp).line().open("properties").line().toString();
        }

        /** Returns why the run stopped, and which of its cases are news. */
        List<String> notes(RunEnd end) {
            var lines = new ArrayList<String>();
            if (end.stopReason() != null) {
                lines.add("the run stopped: " + end.stopReason());
            }
            var names = agents.stream().map(agent -> connector.isEmpty() ? agent : agent + " / " + connector).toList();
            end.news().groups().forEach(group -> group.named().stream()
                    .filter(changed -> changed.key().startsWith(file + "#")
                            && (names.contains(changed.cell()) || agents.contains(changed.cell())))
                    .forEach(
                            changed -> lines.add(group.kind().title() + ": " + changed.key() + " " + changed.tries())));
            return lines;
        }

        /** @param end of the run: its news are the same for all suites */
        String properties(RunHead run, RunEnd end) {
            var xml = new Xml().empty("property", "name", "run", "value", run.run())
                    .empty("property", "name", "cell", "value", String.valueOf(cell))
                    .empty("property", "name", "agent", "value", String.join(", ", agents));
            if (!connector.isEmpty()) {
                xml.empty("property", "name", "connector", "value", connector);
            }
            if (end.news().baseline() != null) {
                xml.empty("property", "name", "baseline", "value", end.news().baseline());
            }
            if (end.gate() != null) {
                xml.empty("property", "name", "gate", "value", end.gate().text());
            }
            end.news().groups().forEach(group -> xml.empty("property", "name", group.kind().wire(), "value",
                    String.valueOf(group.cases())));
            run.about().labels().forEach((name, value) -> xml.empty("property", "name", "run." + name, "value", value));
            return xml.end("properties").toString();
        }
    }

    /**
     * A case as a {@code testcase}. Earlier attempts are written as Surefire does: {@code flakyFailure} for a case that
     * finally passed, {@code rerunFailure} for one that did not.
     */
    private record JUnitCase(StoredCase stored, CaseResult result, String cell, Xml xml) {

        private static final int LONGEST_MESSAGE = 500;

        /** @param cell empty when there is only one */
        static String xml(StoredCase stored, String cell) {
            return new JUnitCase(stored, stored.result(), cell, new Xml()).build();
        }

        private String build() {
            var source = result.identity().source();
            xml.open("testcase",
                    Stream.concat(Stream.of("name", name(), "classname", classname(), "file", source.file()),
                            source.line() > 0 ? Stream.of("line", String.valueOf(source.line()), "time", time())
                                    : Stream.of("time", time()))
                            .toArray(String[]::new));
            labels();
            switch (result.verdict().status()) {
                case PASSED -> noted();
                case FLAKY -> earlier("flakyFailure", "flakyError");
                case FAILED -> unwell("failure", "rerunFailure", "rerunError");
                case ERROR -> unwell("error", "rerunFailure", "rerunError");
                case SKIPPED, CANCELLED -> skipped();
            }
            if (ProblemIds.isUnwell(result.verdict().status())) {
                input();
            }
            return xml.end("testcase").toString();
        }

        private String time() {
            return seconds(result.timing().durationMs());
        }

        private void input() {
            var sent = result.observed().sent();
            var messages = sent == null ? Stream.<String>empty()
                    : sent.messages().stream().map(each -> each.role() + ": " + SentMessages.text(each));
            var inputs = result.dialogue() == null ? Stream.<String>empty()
                    : result.dialogue().turns().stream().filter(TurnResult::wasSent)
                            .map(turn -> "turn " + turn.utterance().turn() + ": " + turn.utterance().input());
            var text = Stream.concat(messages, inputs).collect(Collectors.joining("\n\n"));
            if (!text.isEmpty()) {
                xml.open("system-out").text("The agent was sent:\n" + text).line().end("system-out");
            }
        }

        /** Writes the labels, and the row of a table, if a label is not called so. */
        private void labels() {
            var all = new TreeMap<>(result.identity().labels());
            var row = result.identity().source().row();
            if (row != null) {
                all.putIfAbsent("row", row);
            }
            if (!all.isEmpty()) {
                xml.open("properties").line();
                all.forEach((name, value) -> xml.empty("property", "name", name, "value", value));
                xml.end("properties");
            }
        }

        /** Returns the name; the first repeat keeps the name that the case has without repeats. */
        private String name() {
            var name = result.identity().title() == null ? result.identity().id()
                    : result.identity().id() + ": " + result.identity().title();
            return stored.ref().repeat() == 0 ? name : name + " [repeat " + (stored.ref().repeat() + 1) + "]";
        }

        /**
         * Returns cell and file, with dots where CI systems expect packages: they identify cases by this and the name.
         */
        private String classname() {
            var file = result.identity().source().file().replace('/', '.');
            return cell.isEmpty() ? file : cell.replace(" / ", ".").replace('/', '.') + "." + file;
        }

        static String seconds(long ms) {
            return String.format(Locale.ROOT, "%.3f", ms / 1000.0);
        }

        private void unwell(String element, String failedBefore, String brokenBefore) {
            xml.open(element, "type", result.verdict().cause().wire(), "message", message()).text(details())
                    .end(element);
            earlier(failedBefore, brokenBefore);
        }

        /** Writes a skip, with the outcome if the case ran anyway. */
        private void skipped() {
            xml.empty("skipped", "type", result.verdict().cause().wire(), "message", skipMessage());
            if (result.muted() != null) {
                xml.open("system-out").text("Muted: " + MutedCases.outcome(result.muted()) + "\n" + details())
                        .end("system-out");
            }
            noted();
        }

        private String skipMessage() {
            return result.muted() == null ? message() : "muted: " + result.muted().reason();
        }

        private String message() {
            return Printable.beginning(Reasons.first(result).orElse(result.verdict().cause().wire().replace('_', ' ')),
                    LONGEST_MESSAGE);
        }

        /** Returns the location of the case, then every reason, then the agent's reply. */
        private String details() {
            var text = new StringBuilder(result.identity().source().shown());
            Reasons.all(result).forEach(reason -> text.append('\n').append(reason));
            if (result.observed().response() != null) {
                text.append("\n\nThe agent said:\n").append(result.observed().response());
            }
            return text.toString();
        }

        private void earlier(String failed, String broken) {
            for (var attempt : stored.earlier()) {
                var element = Status.FAILED.wire().equals(attempt.status()) ? failed : broken;
                xml.open(element, "type", attempt.cause(), "message", details(attempt))
                        .open("stackTrace").text(details(attempt)).end("stackTrace").end(element);
            }
        }

        private static String details(StoredCase.Earlier attempt) {
            return "attempt " + attempt.attempt() + " on " + attempt.worker() + ": "
                    + (attempt.error() == null ? attempt.cause() : attempt.error());
        }

        /** Writes earlier attempts as notes: a worker lost on the way does not make a case flaky. */
        private void noted() {
            if (!stored.earlier().isEmpty()) {
                xml.open("system-out");
                stored.earlier().forEach(attempt -> xml.text(details(attempt)).line());
                xml.end("system-out");
            }
        }
    }
}
