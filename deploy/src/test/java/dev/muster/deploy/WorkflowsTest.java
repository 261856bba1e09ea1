package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.YamlFile;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks that GitHub's workflows and the action name only what is in the repository, and what the version is. */
final class WorkflowsTest {

    private static final Pattern FOREIGN = Pattern.compile("[\\w-]+(/[\\w-]+)+@[0-9a-f]{40}");
    /** What a command of a step names of the repository: it begins with a file or folder at the top. */
    private static final Pattern FILE = Pattern
            .compile("(?<![\\w./-])(?:\\./)?((?:[\\w.-]+/)+[\\w.-]+|[\\w-]+\\.md)(?![\\w/*])");
    private static final Pattern PROFILES = Pattern.compile(" -P([\\w,]+)");
    private static final Pattern TESTS = Pattern.compile(" -Dtest=([\\w,]+)");

    private static final Path ROOT = Repository.root().toAbsolutePath().normalize();
    private static final Map<String, JsonNode> FILES = new TreeMap<>();

    @TempDir
    private Path folder;

    @BeforeAll
    static void read() throws IOException {
        for (var name : List.of(".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml")) {
            FILES.put(name, YamlFile.read(name));
        }
    }

    @Test
    void theyAreAllThereIs() throws IOException {
        try (var files = Files.list(ROOT.resolve(".github/workflows"))) {
            assertThat(files.map(file -> ROOT.relativize(file).toString())).isSubsetOf(FILES.keySet());
        }
    }

    @Test
    void foreignActionsAreTakenByCommitAndOwnOnesAreThere() {
        assertThat(texts("uses")).hasSizeGreaterThan(5).allMatch(uses -> uses.startsWith("./")
                ? Files.exists(ROOT.resolve(uses)) : FOREIGN.matcher(uses).matches());
    }

    @Test
    void everyFileProfileAndTestOfAStepIsThere() throws IOException {
        var poms = new StringBuilder();
        for (var module : List.of("", "deploy")) {
            poms.append(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
        }
        var classes = Repository.sources().stream().map(file -> file.getFileName().toString()).toList();
        var tops = new TreeSet<String>();
        try (var top = Files.list(ROOT)) {
            top.forEach(file -> tops.add(file.getFileName().toString()));
        }
        var named = new TreeSet<String>();
        for (var run : texts("run")) {
            FILE.matcher(run.replace("$GITHUB_ACTION_PATH/", "")).results().map(found -> found.group(1))
                    .filter(file -> tops.contains(file.split("/", 2)[0]) && !file.contains("target/"))
                    .forEach(named::add);
            PROFILES.matcher(run).results().flatMap(found -> Stream.of(found.group(1).split(",")))
                    .forEach(profile -> assertThat(poms).as(run).contains("<id>" + profile + "</id>"));
            TESTS.matcher(run).results().flatMap(found -> Stream.of(found.group(1).split(",")))
                    .forEach(test -> assertThat(classes).contains(test + ".java"));
        }
        assertThat(named).contains(".ci/run", "deploy/ci/version", "deploy/ci/install", "deploy/ci/run",
                "deploy/ci/comment.mjs", "CHANGELOG.md");
        assertThat(named.stream().filter(file -> !Files.exists(ROOT.resolve(file)))).isEmpty();
        assertThat(named.stream().filter(file -> file.matches("(deploy/ci|\\.ci)/\\w+"))
                .filter(file -> !Files.isExecutable(ROOT.resolve(file)))).isEmpty();
    }

    @Test
    void everyStepIsBashAndTakesNoExpressionAsCode() throws Exception {
        for (var run : texts("run")) {
            assertThat(run).doesNotContain("${{");
            var bash = new ProcessBuilder("bash", "-n", "-c", run).redirectErrorStream(true).start();
            assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        }
    }

    @Test
    void jobsNeedJobsThatAreThereAndMayOnlyReadByDefault() {
        FILES.forEach((name, file) -> {
            if (file.has("jobs")) {
                assertThat(file.path("permissions").toString()).as(name).isEqualTo("{\"contents\":\"read\"}");
                assertThat(file.path("jobs").valueStream().filter(job -> job.has("needs"))
                        .map(job -> job.path("needs").asString()))
                        .as(name).isSubsetOf(file.path("jobs").propertyNames());
            }
        });
    }

    @Test
    void theChangelogClaimsNoReleaseThatHasNoTag() throws Exception {
        var claimed = Pattern.compile("(?m)^## \\[(\\d[^]]*)]").matcher(Files.readString(ROOT.resolve("CHANGELOG.md")))
                .results().map(found -> "v" + found.group(1)).toList();

        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md"))).contains("## [Unreleased]");
        assertThat(claimed).isSubsetOf(run(ROOT, "git", "tag").lines().toList());
    }

    @Test
    void theVersionIsThatOfTheNewestTagAndWithoutOneThatOfThePom() throws Exception {
        Files.createDirectories(folder.resolve("deploy/ci"));
        Files.copy(ROOT.resolve("deploy/ci/version"), folder.resolve("deploy/ci/version"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(ROOT.resolve("pom.xml"), folder.resolve("pom.xml"));
        assertThat(version()).as("a source archive").isEqualTo("0.1.0-SNAPSHOT");
        git("init", "-q");
        git("add", ".");
        git("commit", "-qm", "One");
        assertThat(version()).as("no tag").isEqualTo("0.1.0-SNAPSHOT");

        git("tag", "v1.2.3");

        assertThat(version()).isEqualTo("1.2.3");
        git("commit", "-qm", "Two", "--allow-empty");
        assertThat(version()).matches("1\\.2\\.3-1-g[0-9a-f]{7,}");
    }

    private String version() throws Exception {
        return run(folder, folder.resolve("deploy/ci/version").toString()).strip();
    }

    private void git(String... words) throws Exception {
        run(folder, Stream.concat(Stream.of("git", "-c", "user.name=t", "-c", "user.email=t@example.com"),
                Stream.of(words)).toArray(String[]::new));
    }

    private static String run(Path folder, String... words) throws Exception {
        var process = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Returns the texts of a key, wherever it is. */
    private static List<String> texts(String key) {
        return FILES.values().stream().flatMap(file -> file.findValues(key).stream()).filter(JsonNode::isString)
                .map(JsonNode::asString).toList();
    }
}
