package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** Attack 37, in a process of an unprivileged user: root reads everything. */
final class MemoryProtectionTest {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    @Test
    void aCommandCannotReadItsParentsEnvironment(@TempDir Path folder) throws Exception {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        boolean root = System.getProperty("user.name").equals("root");
        assumeThat(!root || Files.isExecutable(SETPRIV)).isTrue();
        var words = new ArrayList<>(root ? List.of(SETPRIV.toString(), "--reuid", "65534", "--regid", "65534",
                "--clear-groups") : List.<String>of());
        words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", classes(folder), MemoryProtectionTest.class.getName()));
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PLANTED", "planted-secret");

        var process = builder.start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("Permission denied").doesNotContain("planted-secret");
    }

    /** Copies what the process loads to where another user may read it. */
    private static String classes(Path folder) throws IOException, URISyntaxException {
        var places = new LinkedHashSet<Path>();
        for (var type : List.of(MemoryProtection.class, MemoryProtectionTest.class, Logger.class, Nullable.class)) {
            places.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        var copies = new ArrayList<String>();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (var place : places) {
            var copy = folder.resolve(String.valueOf(copies.size()) + (Files.isDirectory(place) ? "" : ".jar"));
            try (var all = Files.walk(place)) {
                for (var each : all.filter(each -> Files.isDirectory(each) || each.equals(place)
                        || each.toString().contains("/command/") || each.toString().contains("/process/")
                        || each.toString().contains("/time/")).toList()) {
                    var to = copy.resolve(place.relativize(each).toString());
                    Files.copy(each, to);
                    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
            copies.add(copy.toString());
        }
        return String.join(File.pathSeparator, copies);
    }

    /** The process that runs a command. */
    public static void main(String[] arguments) throws InterruptedException {
        var ended = new Commands(1, null).run(new Command(List.of("/bin/sh", "-c",
                "cat /proc/$PPID/environ 2>&1 | tr '\\0' ' '"), Path.of("/"), Map.of("PATH", "/usr/bin:/bin"), "",
                Duration.ofSeconds(20), Command.SMALL_OUTPUT));
        System.out.println(ended instanceof CommandEnd.Printed(var output) ? output : ended);
    }
}
