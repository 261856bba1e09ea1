package dev.muster.coordinator.report.junit;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.report.Pieces.PiecePlaces;
import dev.muster.coordinator.report.ResultWriter.RunEnd;
import dev.muster.coordinator.report.ResultWriter.RunHead;

/** The {@code testsuite} of a file and a cell: its counts so far, and the places of its cases in the spool. */
final class JUnitSuite {

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
                String.valueOf(errors), "skipped", String.valueOf(skipped), "time", JUnitCase.seconds(ms), "timestamp",
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
                .forEach(changed -> lines.add(group.kind().title() + ": " + changed.key() + " " + changed.tries())));
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
