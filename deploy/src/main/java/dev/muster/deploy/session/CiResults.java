package dev.muster.deploy.session;

import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.report.markdown.Annotations;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a job of GitHub Actions gets beside the files that were asked for: a summary of the step, and annotations. */
public final class CiResults {

    private CiResults() {}

    /**
     * The same files where nobody runs a job.
     *
     * @throws OutputFault when the summary of the step can't be written
     */
    public static ResultFiles and(ResultFiles files, CommandContext here) throws OutputFault {
        var summary = here.environment().getOrDefault("GITHUB_STEP_SUMMARY", "");
        var more = summary.isEmpty() ? files : files.and(Form.MARKDOWN, Path.of(summary));
        return WorkflowCommandFilter.isRead(here.environment())
                ? more.and(out -> new Annotations(out, folder(here)), here.data()) : more;
    }

    /** Where the project is in its repository: files of cases are named from the project's folder. */
    private static String folder(CommandContext here) {
        var project = upwards(here.workingFolder(), "muster.yaml");
        var repository = upwards(project, ".git");
        var folder = repository.relativize(project).toString().replace('\\', '/');
        return folder.isEmpty() ? "" : folder + "/";
    }

    /** The nearest folder that has it; where none has, the one to begin with. */
    private static Path upwards(Path from, String name) {
        var begin = from.toAbsolutePath().normalize();
        for (var folder = begin; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(name))) {
                return folder;
            }
        }
        return begin;
    }
}
