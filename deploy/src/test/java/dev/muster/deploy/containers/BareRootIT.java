package dev.muster.deploy.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tries the archive in a minimal Debian without Java, network and rights, which can write nothing but a home and /tmp. */
@Tag("containers")
final class BareRootIT {

    @TempDir
    private static Path folder;

    private static Podman podman;

    @BeforeAll
    static void makeRoot() throws Exception {
        podman = Podman.here(folder, Map.of());
        podman.base();
    }

    @Test
    void theFirstDemoTakesLessThanFiveSeconds() throws Exception {
        var took = new ArrayList<Duration>();
        for (int round = 0; round < 3; round++) {
            var before = System.nanoTime();
            assertThat(demo(0, "--tmpfs", "/tmp", "-v", home("home" + round) + ":/home/m")).contains("muster init");
            took.add(Duration.ofNanos(System.nanoTime() - before));
        }
        System.out.println("the first muster demo in a bare root: " + took);
        var load = java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        assumeTrue(load < 2 * Runtime.getRuntime().availableProcessors(), "too busy to measure, load " + load);
        assertThat(Collections.min(took)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void withoutAWritableTmpASentenceSaysSo() throws Exception {
        assertThat(demo(3, "--read-only-tmpfs=false", "-v", home("h") + ":/home/m"))
                .contains("muster: nothing can be written to /tmp", "--tmpfs /tmp:exec", "set TMPDIR");
        assertThat(demo(0, "--read-only-tmpfs=false", "-e", "TMPDIR=/home/m", "-v", home("t") + ":/home/m"))
                .contains("muster init");
    }

    @Test
    void aHomeThatRunsNoProgramsIsNamed() throws Exception {
        assertThat(demo(3, "--tmpfs", "/tmp", "--tmpfs", "/home/m:noexec,mode=1777"))
                .contains("muster: Cannot unpack PostgreSQL into /home/m", "mounted noexec", "set MUSTER_HOME")
                .doesNotContain("glibc");
    }

    /** Docker refuses a namespace of users, also to root, and leaves it these rights. */
    @Test
    void rootInDockerHasADatabaseToo() throws Exception {
        var profile = Files.writeString(folder.resolve("docker.json"), """
                {"defaultAction": "SCMP_ACT_ALLOW",
                 "syscalls": [{"names": ["unshare"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1}]}""");
        var rights = "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,"
                + "mknod,audit_write,setfcap";

        assertThat(demo(0, Stream.of("--cap-drop", "ALL", "--cap-add", rights, "--security-opt", "seccomp=" + profile)))
                .contains("muster init");
    }

    private static String demo(int code, String... options) throws Exception {
        return demo(code, Stream.concat(Stream.of("--read-only", "--user", "10001:10001", "--cap-drop", "ALL",
                "--security-opt", "no-new-privileges", "-e", "MUSTER_HOME=/home/m"), Stream.of(options)));
    }

    private static String demo(int code, Stream<String> options) throws Exception {
        var log = Files.createTempFile(folder, "demo", ".log");
        var words = Stream.of(Stream.of("podman", "run", "--rm", "--network", "none", "-v",
                Podman.tree() + ":/opt/muster:ro"), options,
                Stream.of(Podman.BASE, "/opt/muster/bin/muster", "demo"))
                .flatMap(part -> part).toArray(String[]::new);
        int ended = podman.start(log, words).waitFor();
        assertThat(ended).as(Files.readString(log)).isEqualTo(code);
        return Files.readString(log);
    }

    private static Path home(String name) throws IOException {
        var home = Files.createDirectory(folder.resolve(name));
        Files.setAttribute(home, "unix:uid", 10001);
        Files.setAttribute(home, "unix:gid", 10001);
        return home;
    }
}
