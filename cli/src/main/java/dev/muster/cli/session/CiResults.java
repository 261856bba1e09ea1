package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.report.markdown.Annotations;

/** Adds what a GitHub Actions job gets in addition to the requested files: a step summary, and annotations. */
public final class CiResults {

    private CiResults() {}

    /** Returns the same files outside of a job. */
    public static ResultFiles and(ResultFiles files, CommandContext here) throws OutputFault {
        var summary = here.environment().getOrDefault("GITHUB_STEP_SUMMARY", "");
        var more = summary.isEmpty() ? files : files.and(Form.MARKDOWN, Path.of(summary));
        return WorkflowCommandFilter.isRead(here.environment())
                ? more.and(out -> new Annotations(out, folder(here)), here.data()) : more;
    }

    /** Returns the project's folder within its repository: a case's file is relative to the project. */
    private static String folder(CommandContext here) {
        var project = upwards(here.workingFolder(), "muster.yaml");
        var repository = upwards(project, ".git");
        var folder = repository.relativize(project).toString().replace('\\', '/');
        return folder.isEmpty() ? "" : folder + "/";
    }

    /** Returns the nearest folder that has it; if none has, the starting folder. */
    private static Path upwards(Path from, String name) {
        var begin = from.toAbsolutePath().normalize();
        return Stream.iterate(begin, Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve(name))).findFirst().orElse(begin);
    }
}
