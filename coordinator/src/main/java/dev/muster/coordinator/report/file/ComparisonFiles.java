package dev.muster.coordinator.report.file;

import module java.base;
import dev.muster.common.config.ProjectLinks;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.html.ComparisonHtml;
import dev.muster.coordinator.report.json.ComparisonJson;
import dev.muster.coordinator.report.markdown.ComparisonMarkdown;

/** The files that {@code muster compare -o} names. Their extensions select their forms. */
public final class ComparisonFiles {

    @FunctionalInterface
    private interface ComparisonForm {
        void write(Comparison comparison, CaseChanges changes, OutputStream to) throws IOException;
    }

    @FunctionalInterface
    private interface TextForm {
        void write(Comparison comparison, CaseChanges changes, PrintWriter to);
    }

    private final Map<Path, ComparisonForm> files;

    private ComparisonFiles(Map<Path, ComparisonForm> files) {
        this.files = files;
    }

    /**
     * @param cases reads what a page shows of a case
     * @throws OutputFault for the first file whose extension has no form
     */
    public static ComparisonFiles of(List<Path> outputs, ComparisonHtml.Cases cases) throws OutputFault {
        var files = new LinkedHashMap<Path, ComparisonForm>();
        var seen = new HashSet<Path>();
        for (var output : outputs) {
            var place = output.toAbsolutePath().normalize();
            if (!seen.add(place)) {
                throw new OutputFault("-o " + output + " is named twice; name each file once");
            }
            try {
                ResultFile.makeFolder(place);
            } catch (IOException e) {
                throw new OutputFault("-o " + output + ": " + place.getParent()
                        + " is not a folder, and can't be created; name another");
            }
            files.put(output, form(output, cases));
        }
        return new ComparisonFiles(files);
    }

    private static ComparisonForm text(TextForm form) {
        return (comparison, changes, to) -> {
            var text = new PrintWriter(to, false, StandardCharsets.UTF_8);
            form.write(comparison, changes, text);
            if (text.checkError()) {
                throw new IOException("the comparison could not be written");
            }
        };
    }

    private static ComparisonForm form(Path output, ComparisonHtml.Cases cases) throws OutputFault {
        return switch (ending(output)) {
            case "json" -> text(ComparisonJson::write);
            case "md" -> text(ComparisonMarkdown::write);
            case "html" -> (comparison, changes, to) -> ComparisonHtml.write(comparison, changes, cases, to);
            default -> throw new OutputFault("-o " + output + ": a comparison is written as .json, .md or .html; "
                    + "name a file with one of these extensions");
        };
    }

    private static String ending(Path output) {
        var name = String.valueOf(output.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Whether a file is JSON, which contains more than the other forms. */
    public boolean json() {
        return files.keySet().stream().anyMatch(file -> ending(file).equals("json"));
    }

    /** @throws OutputFault for the first file that cannot be written */
    public void write(Comparison comparison, CaseChanges changes) throws OutputFault {
        for (var file : files.entrySet()) {
            try {
                ProjectLinks.checkOutput(file.getKey());
                write(file.getKey(), file.getValue(), comparison, changes);
            } catch (IOException e) {
                throw new OutputFault("-o " + file.getKey() + " can't be written (" + e.getMessage()
                        + "); name a file in an existing folder");
            }
        }
    }

    private static void write(Path file, ComparisonForm form, Comparison comparison, CaseChanges changes)
            throws IOException {
        try (var to = new BufferedOutputStream(Files.newOutputStream(file))) {
            form.write(comparison, changes, to);
        }
    }
}
