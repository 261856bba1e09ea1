package dev.muster.coordinator.report.file;

import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.RunTally;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The files that {@code -o} names. Their endings pick their forms. */
public final class ResultFiles implements AutoCloseable {

    private final List<ResultFile> files;
    private final RunTally tally = new RunTally();
    private @Nullable RunHead unended;

    private ResultFiles(List<ResultFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * Opens them all; a run must not start when it has no place for its results.
     *
     * @param outputs as a person named them, from the working folder
     * @throws OutputFault for all that can't be written; nothing stays open then
     */
    public static ResultFiles open(List<Path> outputs) throws OutputFault {
        return open(outputs, Form.JSON);
    }

    /** @param json what files that end in {@code .json} are */
    public static ResultFiles open(List<Path> outputs, Form json) throws OutputFault {
        var faults = new ArrayList<String>();
        var forms = forms(outputs, faults).stream().map(form -> form == Form.JSON ? json : form).toList();
        var opened = new ArrayList<ResultFile>();
        for (int i = 0; i < forms.size() && faults.isEmpty(); i++) {
            try {
                opened.add(ResultFile.open(outputs.get(i), forms.get(i)));
            } catch (OutputFault fault) {
                faults.add(fault.getMessage());
            }
        }
        var files = new ResultFiles(opened);
        if (!faults.isEmpty()) {
            files.close();
            throw new OutputFault(String.join("\n", faults));
        }
        return files;
    }

    /** These, and the same results in a form on somebody's stream, which stays open. */
    public ResultFiles and(Function<OutputStream, ResultWriter> form, OutputStream out) {
        return and(ResultFile.printed(form, out));
    }

    /** These, and a form of the same results behind what a file has already. */
    public ResultFiles and(Form form, Path added) throws OutputFault {
        try {
            return and(ResultFile.added(added, form));
        } catch (IOException e) {
            throw new OutputFault(added + " can't be written: " + e.getMessage());
        }
    }

    private ResultFiles and(ResultFile file) {
        var more = new ArrayList<>(files);
        more.add(file);
        return new ResultFiles(more);
    }

    private static List<Form> forms(List<Path> outputs, List<String> faults) {
        var forms = new ArrayList<Form>();
        var seen = new HashSet<Path>();
        for (var output : outputs) {
            Form.of(output).ifPresentOrElse(forms::add, () -> faults.add(unknown(output)));
            if (!seen.add(output.toAbsolutePath().normalize())) {
                faults.add("-o " + output + " is there twice; name each result file once");
            }
        }
        return forms;
    }

    private static String unknown(Path output) {
        var name = String.valueOf(output.getFileName());
        int dot = name.lastIndexOf('.');
        return "-o " + output + ": the ending picks the form, and "
                + (dot < 0 ? "there is none" : name.substring(dot) + " is not one of them")
                + "; name a file that ends in " + Form.endings();
    }

    /** Whether nobody wants results from here. */
    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** The run has begun. */
    public void begin(RunHead head) throws IOException {
        unended = head;
        for (var file : files) {
            file.writer().begin(head);
        }
    }

    /** Writes results to every file; when it returns, those of a file that grows are there. */
    public void write(List<StoredCase> batch) throws IOException {
        batch.forEach(tally::add);
        for (var file : files) {
            file.writer().write(batch);
        }
    }

    /** The run has ended: the files are whole, and take their places. */
    public void end(RunState state, @Nullable String stopReason, Duration took, ExitCode code) throws IOException {
        unended = null;
        for (var file : files) {
            file.end(new RunEnd(state, stopReason, took, code, tally));
        }
    }

    /** Of a run that was lost sight of there are reports all the same, which say so. */
    @Override
    public void close() {
        try {
            if (unended != null) {
                var took = Duration.between(unended.startedAt(), Instant.now());
                end(RunState.RUNNING, "Muster ended before the run did; what is here is what it had by then", took,
                        ExitCode.BROKEN);
            }
            for (var file : files) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a result file could not be written to its end", e);
        }
    }
}
