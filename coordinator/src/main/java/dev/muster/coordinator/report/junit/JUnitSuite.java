package dev.muster.coordinator.report.junit;

import dev.muster.common.result.CaseResult;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A {@code testsuite} of a file and a cell, as it fills: its counts, and where its cases are in the spool. */
final class JUnitSuite {

    private final String file;
    private final int cell;
    private String agent = "";
    private String connector = "";
    private int tests;
    private int failures;
    private int errors;
    private int skipped;
    private long ms;
    private long[] begins = new long[16];
    private int[] lengths = new int[16];
    private long[] places = new long[16];

    JUnitSuite(String file, int cell) {
        this.file = file;
        this.cell = cell;
    }

    /** @param place what the cases of a suite are ordered by */
    void add(CaseResult result, long place, long begin, int length) {
        agent = result.agent();
        connector = result.connector() == null ? "" : result.connector();
        ms += result.durationMs();
        switch (result.status()) {
            case FAILED -> failures++;
            case ERROR -> errors++;
            case SKIPPED, CANCELLED -> skipped++;
            case PASSED, FLAKY -> {
                // they passed
            }
        }
        if (tests == begins.length) {
            begins = Arrays.copyOf(begins, tests * 2);
            lengths = Arrays.copyOf(lengths, tests * 2);
            places = Arrays.copyOf(places, tests * 2);
        }
        begins[tests] = begin;
        lengths[tests] = length;
        places[tests++] = place;
    }

    String file() {
        return file;
    }

    int cell() {
        return cell;
    }

    int tests() {
        return tests;
    }

    int failures() {
        return failures;
    }

    int errors() {
        return errors;
    }

    /** @param cellName what is behind the file's name when the run has several cells */
    String head(String cellName, String timestamp) {
        return new Xml().open("testsuite", "name", cellName.isEmpty() ? file : file + " (" + cellName + ")", "file",
                file, "tests", String.valueOf(tests), "failures", String.valueOf(failures), "errors",
                String.valueOf(errors), "skipped", String.valueOf(skipped), "time", JUnitCase.seconds(ms), "timestamp",
                timestamp).line().open("properties").line().toString();
    }

    /** What a run says of the cell. */
    String properties(String run) {
        var xml = new Xml().empty("property", "name", "run", "value", run)
                .empty("property", "name", "cell", "value", String.valueOf(cell))
                .empty("property", "name", "agent", "value", agent);
        if (!connector.isEmpty()) {
            xml.empty("property", "name", "connector", "value", connector);
        }
        return xml.end("properties").toString();
    }

    /** Begins in the spool, in the order of the suite, each with {@link #length}. */
    IntStream inOrder() {
        return IntStream.range(0, tests).boxed().sorted(Comparator.comparingLong(i -> places[i]))
                .mapToInt(Integer::intValue);
    }

    long begin(int which) {
        return begins[which];
    }

    int length(int which) {
        return lengths[which];
    }
}
