package dev.muster.coordinator.report.file;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.RunTally;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** The files that {@code -o} names. Their extensions select their forms. */
public final class ResultFiles implements AutoCloseable {

    private final List<ResultFile> files;
    private final Map<ResultFile, IOException> broken = new LinkedHashMap<>();
    private final RunTally tally = new RunTally();
    private String run = "RUN";
    private @Nullable RunHead unended;
    private News news = News.NONE;
    private Gate gate = Gate.NONE;
    private Optional<String> doubt = Optional.empty();

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
        return "-o " + output + ": the extension selects the format, and "
                + (dot < 0 ? "there is none" : name.substring(dot) + " is not one of them")
                + "; name a file that ends in " + Form.endings()
                + (name.equals("-") ? "; muster report --format FORM prints a run's results" : "");
    }

    /** Returns the paths of the files. */
    public List<String> names() {
        return files.stream().map(each -> each.place().toString()).filter(name -> !name.equals("-")).toList();
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public void begin(RunHead head) {
        unended = head;
        run = head.run();
        each(file -> file.writer().begin(head));
    }

    @FunctionalInterface
    private interface Step {
        void of(ResultFile file) throws IOException;
    }

    /** A file that can't be written keeps no other from being complete. */
    private void each(Step step) {
        for (var file : files) {
            if (!broken.containsKey(file)) {
                try {
                    step.of(file);
                } catch (IOException e) {
                    broken.put(file, e);
                }
            }
        }
    }

    /** Writes results to every file; a growing file has them when this returns. */
    public void write(List<StoredCase> batch) {
        batch.forEach(tally::add);
        each(file -> file.writer().write(batch));
    }

    /** Receives what is new in the run, before it ends. */
    public void tell(News found, RunSettings of) {
        news = found;
        gate = of.policies().gate();
        doubt = tally.summary().doubt(of);
    }

    /**
     * Called when the run ends: completes the files and moves them into place.
     *
     * @throws IOException for all files that could not be written; the others are complete
     */
    public void end(RunState state, @Nullable String stopReason, Duration took, ExitCode code) throws IOException {
        var about = unended == null ? About.NOTHING : unended.about();
        unended = null;
        var outcome = code.isOfGate()
                ? GateCheck.outcome(gate, tally.summary().counts(), news, about, doubt).orElse(null) : null;
        each(file -> file.end(new RunEnd(state, stopReason, took, code, tally, news, outcome)));
        if (!broken.isEmpty()) {
            throw new IOException(broken.entrySet().stream().map(each -> "-o " + each.getKey().place()
                    + " could not be written (" + each.getValue().getMessage()
                    + "); the results are stored: muster report "
                    + run + " -o FILE writes them again").collect(Collectors.joining("\n")));
        }
    }

    /** Closes the files; if contact with the run was lost, reports are still written and say so. */
    @Override
    public void close() {
        try {
            if (unended != null) {
                var took = Duration.between(unended.startedAt(), Instant.now());
                end(RunState.RUNNING, "Muster ended before the run did; this file has the results so far", took,
                        ExitCode.BROKEN);
            }
            each(ResultFile::close);
            for (var file : broken.keySet()) {
                file.discard();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a result file could not be written to its end", e);
        }
    }
}
