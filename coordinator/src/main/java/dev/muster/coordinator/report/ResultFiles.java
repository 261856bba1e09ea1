package dev.muster.coordinator.report;

import dev.muster.coordinator.run.StoredCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The files that {@code -o} names. Their endings pick their forms. */
public final class ResultFiles implements AutoCloseable {

    private static final Set<String> LATER = Set.of("json", "xml", "html", "md");

    private final List<JsonlResults> files;

    private ResultFiles(List<JsonlResults> files) {
        this.files = List.copyOf(files);
    }

    /**
     * Opens them all, and empties what is there; a run must not start when it has no place for its results.
     *
     * @param outputs as a person named them, from the working folder
     * @throws OutputFault for the first that can't be written; nothing stays open then
     */
    public static ResultFiles open(List<Path> outputs) throws OutputFault {
        checkForms(outputs);
        var opened = new ArrayList<JsonlResults>();
        try {
            for (var output : outputs) {
                opened.add(JsonlResults.open(output));
            }
        } catch (OutputFault fault) {
            new ResultFiles(opened).close();
            throw fault;
        }
        return new ResultFiles(opened);
    }

    private static void checkForms(List<Path> outputs) throws OutputFault {
        var seen = new HashSet<Path>();
        for (var output : outputs) {
            checkForm(output);
            if (!seen.add(output.toAbsolutePath().normalize())) {
                throw new OutputFault("-o " + output + " is there twice; name each result file once");
            }
        }
    }

    private static void checkForm(Path output) throws OutputFault {
        var ending = ending(output);
        if (LATER.contains(ending)) {
            throw new OutputFault(
                    "-o " + output + ": results as ." + ending + " can't be written yet; name a file that "
                            + "ends in .jsonl");
        }
        if (!"jsonl".equals(ending)) {
            throw new OutputFault("-o " + output + ": the ending picks the form, and "
                    + (ending.isEmpty() ? "there is none" : "." + ending + " is not one of them")
                    + "; name a file that ends in .jsonl");
        }
    }

    private static String ending(Path output) {
        var name = String.valueOf(output.getFileName());
        return name.substring(name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.') + 1)
                .toLowerCase(Locale.ROOT);
    }

    /** Writes results to every file; when it returns, they are there as whole lines. */
    public void write(List<StoredCase> batch) throws IOException {
        for (var file : files) {
            file.write(batch);
        }
    }

    @Override
    public void close() {
        files.forEach(JsonlResults::close);
    }
}
