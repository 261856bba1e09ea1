package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CiLabelsTest {

    private static final Map<String, Map<String, String>> SYSTEMS = Map.of("github",
            Map.of("GITHUB_ACTIONS", "true", "GITHUB_REF_NAME", "12/merge", "GITHUB_SHA", "c0ffee",
                    "GITHUB_SERVER_URL", "https://git.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_RUN_ID", "7"),
            "gitlab",
            Map.of("GITLAB_CI", "true", "CI_PROJECT_PATH", "o/r", "CI_COMMIT_REF_NAME", "main", "CI_COMMIT_SHA",
                    "c0ffee",
                    "CI_JOB_URL", "https://git.test/jobs/7"),
            "jenkins", Map.of("JENKINS_URL", "https://ci.test", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "origin/main",
                    "GIT_COMMIT", "c0ffee", "BUILD_URL", "https://ci.test/7", "GIT_URL", "https://me:key@git.test/o/r"),
            "buildkite", Map.of("BUILDKITE", "true", "BUILDKITE_BRANCH", "fix", "BUILDKITE_COMMIT", "c0ffee",
                    "BUILDKITE_BUILD_URL", "https://kite.test/7", "BUILDKITE_REPO", "git@git.test:o/r.git"),
            "azure", Map.of("TF_BUILD", "True", "BUILD_SOURCEBRANCH", "refs/heads/team/fix", "BUILD_SOURCEVERSION",
                    "c0ffee", "SYSTEM_COLLECTIONURI", "https://dev.test/o/", "SYSTEM_TEAMPROJECT", "p", "BUILD_BUILDID",
                    "7", "BUILD_REPOSITORY_NAME", "r"));

    @ParameterizedTest
    @CsvSource({"github, 12/merge, https://git.test/o/r/actions/runs/7, o/r",
        "gitlab, main, https://git.test/jobs/7, o/r", "jenkins, PR-12, https://ci.test/7, git.test/o/r",
        "buildkite, fix, https://kite.test/7, git.test:o/r.git",
        "azure, team/fix, https://dev.test/o/p/_build/results?buildId=7, r"})
    void eachSystemTellsBranchCommitBuildAndRepository(String system, String branch, String url, String repository) {
        assertThat(CiLabels.of(Objects.requireNonNull(SYSTEMS.get(system))))
                .isEqualTo(Map.of("branch", branch, "commit", "c0ffee", "build_url", url, "repository", repository));
    }

    @ParameterizedTest
    @CsvSource({"github, GITHUB_HEAD_REF=fix, GITHUB_BASE_REF=main",
        "gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=fix, CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main",
        "jenkins, CHANGE_BRANCH=fix, CHANGE_TARGET=main",
        "buildkite, BUILDKITE_BRANCH=fix, BUILDKITE_PULL_REQUEST_BASE_BRANCH=main",
        "azure, SYSTEM_PULLREQUEST_SOURCEBRANCH=refs/heads/fix, SYSTEM_PULLREQUEST_TARGETBRANCH=refs/heads/main"})
    void aPullRequestTellsItsOwnBranchAndItsBase(String system, String own, String base) {
        var environment = new HashMap<>(SYSTEMS.get(system));
        Stream.of(own, base).map(each -> each.split("=", 2)).forEach(each -> environment.put(each[0], each[1]));

        assertThat(CiLabels.of(environment)).containsEntry("branch", "fix").containsEntry("base_branch", "main");
    }

    @Test
    void aGitOfJenkinsNamesItsRemote() {
        var environment = new HashMap<>(SYSTEMS.get("jenkins"));
        environment.remove("BRANCH_NAME");

        assertThat(CiLabels.of(environment)).containsEntry("branch", "main");
    }

    @Test
    void whatIsNoLabelIsLeftOut() {
        assertThat(CiLabels.of(Map.of("BUILD_URL", "https://mine", "GIT_COMMIT", "abc"))).isEmpty();
        assertThat(
                CiLabels.of(Map.of("GITLAB_CI", "true", "CI_COMMIT_SHA", " ", "CI_COMMIT_REF_NAME", "x".repeat(501))))
                .isEmpty();
    }
}
