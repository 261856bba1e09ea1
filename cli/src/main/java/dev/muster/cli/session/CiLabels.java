package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.file.Form;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.report.markdown.Annotations;
import dev.muster.coordinator.run.About;

/** Labels of a run from the variables of a CI system: its branch, commit and build, and what a pull request is based on. */
public final class CiLabels {

    /**
     * @param marker a variable that only this system sets
     * @param texts by label: the first whose variables are all set
     */
    private record CiSystem(String marker, Map<String, List<String>> texts) {

        private static CiSystem of(String marker, List<String> branch, String commit, String url, String base,
                String repository) {
            return new CiSystem(marker, Map.of("branch", branch, "commit", List.of(commit), "build_url", List.of(url),
                    "base_branch", List.of(base), "repository", List.of(repository)));
        }
    }

    private static final List<String> NAMES = List.of("branch", "base_branch", "commit", "build_url", "repository");

    private static final List<CiSystem> SYSTEMS = List.of(
            CiSystem.of("GITHUB_ACTIONS", List.of("${GITHUB_HEAD_REF}", "${GITHUB_REF_NAME}"), "${GITHUB_SHA}",
                    "${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}", "${GITHUB_BASE_REF}",
                    "${GITHUB_REPOSITORY}"),
            CiSystem.of("GITLAB_CI", List.of("${CI_MERGE_REQUEST_SOURCE_BRANCH_NAME}", "${CI_COMMIT_REF_NAME}"),
                    "${CI_COMMIT_SHA}", "${CI_JOB_URL}", "${CI_MERGE_REQUEST_TARGET_BRANCH_NAME}",
                    "${CI_PROJECT_PATH}"),
            CiSystem.of("JENKINS_URL", List.of("${CHANGE_BRANCH}", "${BRANCH_NAME}", "${GIT_BRANCH}"), "${GIT_COMMIT}",
                    "${BUILD_URL}", "${CHANGE_TARGET}", "${GIT_URL}"),
            CiSystem.of("BUILDKITE", List.of("${BUILDKITE_BRANCH}"), "${BUILDKITE_COMMIT}", "${BUILDKITE_BUILD_URL}",
                    "${BUILDKITE_PULL_REQUEST_BASE_BRANCH}", "${BUILDKITE_REPO}"),
            CiSystem.of("TF_BUILD", List.of("${SYSTEM_PULLREQUEST_SOURCEBRANCH}", "${BUILD_SOURCEBRANCH}"),
                    "${BUILD_SOURCEVERSION}",
                    "${SYSTEM_COLLECTIONURI}${SYSTEM_TEAMPROJECT}/_build/results?buildId=${BUILD_BUILDID}",
                    "${SYSTEM_PULLREQUEST_TARGETBRANCH}", "${BUILD_REPOSITORY_NAME}"));

    private CiLabels() {}

    /** Whether a command runs in a CI system, as every one of them says. */
    public static boolean isCi(Map<String, String> environment) {
        var value = environment.getOrDefault("CI", "").strip();
        return !value.isEmpty() && !value.equalsIgnoreCase("false");
    }

    /** Returns the labels in a fixed order; empty outside of a CI system. What is no label is left out. */
    public static Map<String, String> of(Map<String, String> environment) {
        var labels = new LinkedHashMap<String, String>();
        SYSTEMS.stream().filter(each -> !environment.getOrDefault(each.marker(), "").isBlank()).findFirst()
                .ifPresent(system -> NAMES.forEach(name -> system.texts().getOrDefault(name, List.of()).stream()
                        .map(text -> plain(name, filled(text, environment))).filter(value -> isLabel(name, value))
                        .findFirst().ifPresent(value -> labels.put(name, value))));
        return labels;
    }

    /** Returns an empty text when a variable is not set. */
    private static String filled(String text, Map<String, String> environment) {
        var filled = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            int close = text.indexOf('}', open);
            var value = environment.getOrDefault(text.substring(open + 2, close), "").strip();
            if (value.isEmpty()) {
                return "";
            }
            filled.append(text, at, open).append(value);
            at = close + 1;
        }
        return filled.append(text, at, text.length()).toString();
    }

    /** Azure writes whole references, and the Git of Jenkins names the remote; an address may have a login. */
    private static String plain(String name, String value) {
        return name.equals(About.REPOSITORY) ? value.substring(value.lastIndexOf('@') + 1)
                : Stream.of("refs/heads/", "origin/").filter(value::startsWith)
                        .map(prefix -> value.substring(prefix.length())).findFirst().orElse(value);
    }

    private static boolean isLabel(String name, String value) {
        return new About(Map.of(name, value), null, About.SEED, null, null).troubles().isEmpty();
    }

    /** Adds what a GitHub Actions job gets besides the requested files: a step summary, and annotations. */
    public static final class CiResults {

        private CiResults() {}

        /** Returns the same files outside of a job. */
        public static ResultFiles and(ResultFiles files, CommandContext here) throws OutputFault {
            var summary = here.environment().getOrDefault("GITHUB_STEP_SUMMARY", "");
            var more = summary.isEmpty() ? files : files.and(Form.MARKDOWN, Path.of(summary));
            return Shell.WorkflowCommandFilter.isRead(here.environment())
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
}
