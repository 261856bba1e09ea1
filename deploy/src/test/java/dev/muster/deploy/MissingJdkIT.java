package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types the README's commands on a machine without a JDK 25: this one, with empty folders over those that it has. */
class MissingJdkIT {

    private static final Path JDKS = Path.of("/usr/lib/jvm");
    private static final Pattern NEW = Pattern.compile("JAVA_VERSION=\"(2[5-9]|[3-9]\\d)");

    @TempDir
    private Path folder;

    private record Typed(int code, String output) {}

    @BeforeEach
    void onlyWhereAJdkCanBeHidden() throws Exception {
        assumeTrue(Path.of(System.getProperty("java.home")).startsWith(JDKS), "the JDK is not in " + JDKS);
        assumeTrue(type(List.of(), "true").code() == 0, "no mount namespaces here");
    }

    @Test
    void theLauncherSaysInOneSentenceHowToGetOne() throws Exception {
        var programs = Files.createDirectory(folder.resolve("programs"));
        Files.writeString(programs.resolve("podman"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(programs.resolve("podman"), PosixFilePermissions.fromString("rwx------"));

        var without = type(List.of("/usr/bin", "/bin"), "sh " + Repository.root().resolve("muster") + " demo");
        var within = type(List.of(programs.toString(), "/usr/bin", "/bin"),
                "sh " + Repository.root().resolve("muster") + " demo");

        assertThat(without.code()).isEqualTo(2);
        assertThat(without.output().lines()).singleElement().asString().contains("Muster needs JDK 25", "Debian",
                "Ubuntu", "Fedora", "macOS", "MUSTER_JAVA_HOME");
        assertThat(within.output().lines()).singleElement().asString()
                .contains("podman build -t muster '" + Repository.root() + "' && podman run --rm muster demo");
    }

    @Test
    void theBuildSaysInOneSentenceHowToGetOne() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mvn")), "no Maven in /usr/bin");
        assumeTrue(jdks().anyMatch(jdk -> !isNew(jdk)), "no older Java to run Maven with");

        var typed = type(List.of("/usr/bin", "/bin"), "cd " + Repository.root() + " && mvn -B -o -q -N validate");

        assertThat(typed.code()).isNotZero();
        assertThat(typed.output().lines().filter(line -> line.contains("JDK 25"))).singleElement().asString()
                .contains("Debian", "Ubuntu", "Fedora", "macOS", "JAVA25_HOME");
        assertThat(typed.output()).doesNotContain("toolchain", "\tat ");
    }

    /** Types it where each JDK from 25 on is an empty folder, with a home that has none either. */
    private Typed type(List<String> path, String command) throws IOException, InterruptedException {
        var empty = Files.createDirectories(folder.resolve("empty"));
        var hidden = jdks().filter(MissingJdkIT::isNew).map(jdk -> "mount --bind " + empty + " " + jdk + " && ")
                .collect(Collectors.joining());
        var builder = new ProcessBuilder("/usr/bin/unshare", "-m", "sh", "-c", hidden + command)
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", String.join(":", path.isEmpty() ? List.of("/usr/bin", "/bin")
                : path), "HOME", folder.toString()));
        try {
            var process = builder.start();
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Typed(process.waitFor(), output);
        } catch (IOException e) {
            return new Typed(-1, e.toString());
        }
    }

    private static Stream<Path> jdks() throws IOException {
        try (var jdks = Files.list(JDKS)) {
            return jdks.filter(Files::isDirectory).filter(jdk -> !Files.isSymbolicLink(jdk)).toList().stream();
        }
    }

    private static boolean isNew(Path jdk) {
        try {
            return NEW.matcher(Files.readString(jdk.resolve("release"))).find();
        } catch (IOException e) {
            return false;
        }
    }
}
