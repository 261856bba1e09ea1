package dev.muster.coordinator.report.file;

import module java.base;
import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.ResultWriter.RunEnd;
import dev.muster.coordinator.report.ResultWriter.RunHead;
import dev.muster.coordinator.report.RunTally;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** The files that {@code -o} names. Their extensions select their forms. */
public final class ResultFiles implements AutoCloseable {

    private final List<ResultFile> files;
    private final RunTally tally = new RunTally();
    private @Nullable RunHead unended;
    private News news = News.NONE;
    private @Nullable String basis;

    private ResultFiles(List<ResultFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * Opens all files; a run must not start without a place for its results.
     *
     * @throws OutputFault for all files that cannot be written; none stays open then
     */
    public static ResultFiles open(List<Path> outputs) throws OutputFault {
        return open(outputs, Form.JSON);
    }

    /** @param json the form of {@code .json} files */
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

    /** Adds another form of the results, written to the caller's stream, which stays open. */
    public ResultFiles and(Function<OutputStream, ResultWriter> form, OutputStream out) {
        return and(ResultFile.printed(form, out));
    }

    /** Adds another form of the results, appended to an existing file. */
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
                faults.add("-o " + output + " is named twice; name each result file once");
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

    /** Returns the paths of the files. */
    public List<String> names() {
        return files.stream().map(each -> each.place().toString()).filter(name -> !name.equals("-")).toList();
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public void begin(RunHead head) throws IOException {
        unended = head;
        for (var file : files) {
            file.writer().begin(head);
        }
    }

    /** Writes results to every file; a growing file has them when this returns. */
    public void write(List<StoredCase> batch) throws IOException {
        batch.forEach(tally::add);
        for (var file : files) {
            file.writer().write(batch);
        }
    }

    /** Receives what is new in the run, before it ends. */
    public void tell(News found, Gate gate) {
        news = found;
        basis = GateCheck.basis(gate, found).orElse(null);
    }

    /** Called when the run ends: completes the files and moves them into place. */
    public void end(RunState state, @Nullable String stopReason, Duration took, ExitCode code) throws IOException {
        unended = null;
        for (var file : files) {
            file.end(new RunEnd(state, stopReason, took, code, tally, news, basis));
        }
    }

    /** Closes the files; if contact with the run was lost, reports are still written and say so. */
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
