package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import module java.base;
import dev.muster.common.process.CommandEnd.Printed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BubblewrapTest {

    private static final String PATH = System.getenv().getOrDefault("PATH", "");

    @TempDir
    private Path tmp;

    private Path folder;
    private Path project;

    @BeforeEach
    void makeFolders() throws IOException {
        folder = tmp.toRealPath();
        project = Files.createDirectory(folder.resolve("project"));
    }

    @Test
    void itHasNoRightsOverTheMachineAlsoForRoot() throws Exception {
        assertThat(said(List.of(), "grep CapEff /proc/self/status")).contains("CapEff:\t0000000000000000");
        assertThat(said(List.of(), "touch /proc/sys/kernel/core_pattern && (echo core > /proc/sys/kernel/core_pattern) "
                + "2>&1 && echo written")).doesNotContain("written");
        assertThat(said(List.of(), "mount -o remount,bind,rw / 2>&1 && echo mounted")).doesNotContain("mounted");
    }

    /** Whoever reaches the socket of a container engine or of a session's systemd leaves the sandbox. */
    @Test
    void itReachesNoSocketsOfTheMachine() throws Exception {
        assertThat(said(List.of(), "ls -A /run | wc -w; ls -A /var | wc -w")).contains("output=0\n0\n");
    }

    @Test
    void aHiddenFolderMayBeALink() throws Exception {
        var real = planted("real");
        var link = Files.createSymbolicLink(folder.resolve("link"), real);

        assertThat(said(List.of(link), "cat " + real + "/planted " + link + "/planted 2>&1; echo end"))
                .contains("No such file").contains("end").doesNotContain("secret");
    }

    @Test
    void aProjectThatIsALinkIntoAHiddenFolderIsShown() throws Exception {
        Files.writeString(project.resolve("own"), "mine");
        var link = Files.createSymbolicLink(folder.resolve("link"), project);

        assertThat(ran(List.of(folder), link, "cat own")).isEqualTo(new Printed("mine"));
    }

    @Test
    void whatIsHiddenInsideOfTheProjectStaysHidden() throws Exception {
        var inside = Files.createDirectory(project.resolve(".muster"));
        Files.writeString(inside.resolve("planted"), "secret");

        assertThat(said(List.of(inside), "ls -A .muster; cat .muster/planted 2>&1; echo end")).contains("end")
                .doesNotContain("secret");
    }

    @Test
    void aHiddenFileCannotBeReadWhereverItIs() throws Exception {
        var token = Files.writeString(project.resolve("token"), "secret");
        var elsewhere = planted("elsewhere").resolve("planted");

        assertThat(said(List.of(token, elsewhere), "cat token " + elsewhere + " 2>&1; echo end")).contains("end")
                .doesNotContain("secret");
    }

    private Path planted(String name) throws IOException {
        var made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("planted"), "secret");
        return made;
    }

    private String said(List<Path> hidden, String script) throws Exception {
        return ran(hidden, project, script + "; true").toString();
    }

    private static CommandEnd ran(List<Path> hidden, Path in, String script) throws Exception {
        Bubblewrap sandbox;
        try {
            sandbox = Bubblewrap.find(PATH, false, hidden);
        } catch (IOException e) {
            return abort(String.valueOf(e.getMessage()));
        }
        return new Commands(1, sandbox).showing(in)
                .run(new Command(List.of("sh", "-c", script), in, Map.of("PATH", PATH), "",
                        Duration.ofSeconds(20), Command.SMALL_OUTPUT));
    }
}
