package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Tries the archive as somebody who has no Java, after moving it ({@code mvn verify -Pdist}). */
@Tag("slow")
@EnabledIfSystemProperty(named = "muster.dist", matches = ".+", disabledReason = "only -Pdist makes the archive")
class ArchiveIT {

    @TempDir
    private static Path folder;

    private static Path archive;
    private static Path tree;

    @BeforeAll
    static void unpack() throws Exception {
        try (var files = Files.list(Path.of(System.getProperty("muster.dist", "")))) {
            archive = files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst().orElseThrow();
        }
        var moved = Files.createDirectory(folder.resolve("a folder"));
        assertThat(run(Map.of("PATH", "/usr/bin:/bin"), "tar", "-C", moved.toString(), "-xzf", archive.toString()))
                .isEmpty();
        try (var trees = Files.list(moved)) {
            tree = trees.findFirst().orElseThrow();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void itIsSmallAndComesWithItsHashAndItsLicences() throws Exception {
        assertThat(Files.size(archive)).isLessThanOrEqualTo(141_000_000);
        var sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        assertThat(Files.readString(Path.of(archive + ".sha256")))
                .isEqualTo(HexFormat.of().formatHex(sha256) + "  " + archive.getFileName() + "\n");
        assertThat(tree.resolve("LICENSE")).exists();
        assertThat(tree.resolve("THIRD-PARTY.txt")).exists();
        assertThat(tree.resolve("sbom.cdx.json")).exists();
        assertThat(Files.readString(tree.resolve("completion/muster.bash"))).contains("muster");
    }

    @Test
    void theDemoPassesForAnotherUserWithoutAPathThatMayNotWriteHere() throws Exception {
        var home = Files.createDirectory(folder.resolve("home"));
        var words = asNobody(home, muster("demo"));

        var output = run(Map.of("PATH", "", "MUSTER_HOME", home.toString(), "JAVA_HOME", ""), words);

        assertThat(output).contains("muster init").doesNotContain("PARSER_ERROR");
        assertThat(tree.resolve("muster.aot.tried")).doesNotExist();
    }

    @Test
    void bothCachesFitTheRuntimeAfterTheMove() throws Exception {
        for (var cache : List.of("muster.aot", "scripts.aot")) {
            assertThat(tree.resolve(cache)).exists();
        }
        assertThat(run(Map.of("MUSTER_JAVA_OPTS", "-XX:AOTMode=on"), muster("--version"))).startsWith("muster ");
    }

    @Test
    void aLinkOnThePathStartsIt() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("muster"), tree.resolve("bin/muster"));

        assertThat(run(Map.of("PATH", "/usr/bin:/bin"), link.toString(), "--version")).startsWith("muster ");
    }

    /** Scripts, PostgreSQL, reports and pages on the modules that the runtime has. */
    @Test
    void aSuiteWithScriptsRunsAndIsReported() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  echo: { protocol: script, use: "scripts:bot.reply" }
                """);
        Files.writeString(Files.createDirectory(project.resolve("scripts")).resolve("bot.ts"), """
                export function reply(document: any) { return "You said " + document.input; }
                """);
        Files.writeString(project.resolve("first.yaml"), """
                - id: one
                  input: hello
                  assertions: [ { type: contains, value: "You said hello" } ]
                """);
        var environment = Map.of("PATH", "/usr/bin:/bin", "MUSTER_HOME", folder.resolve("of-the-suite").toString());
        var suite = project.resolve("first.yaml").toString();

        run(environment, muster("run", "-i", suite, "-o", project.resolve("report.html").toString()));

        assertThat(Files.readString(project.resolve("report.html"))).startsWith("<!doctype html>");
        assertThat(run(environment, muster("runs"))).contains("echo");
        assertThat(run(environment, muster("report", "last"))).contains("echo");
        assertThat(run(environment, muster("validate", suite))).contains("1 case read, 0 faults");
    }

    private static String[] muster(String... words) {
        return Stream.concat(Stream.of(tree.resolve("bin/muster").toString()), Stream.of(words)).toArray(String[]::new);
    }

    /** Root may write anywhere: only another user shows that nothing is written beside the home. */
    private static String[] asNobody(Path home, String... words) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")) && System.getProperty("user.name").equals("root"),
                "only root can be another user, with setpriv");
        Files.setOwner(home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        return Stream.concat(Stream.of("/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup",
                "--clear-groups"), Stream.of(words)).toArray(String[]::new);
    }

    private static String run(Map<String, String> environment, String... words) throws Exception {
        var log = Files.createTempFile(folder, "output", ".txt").toFile();
        var project = folder.resolve("project");
        var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log)
                .directory((Files.exists(project) ? project : folder).toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        var output = Files.readString(log.toPath());
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
