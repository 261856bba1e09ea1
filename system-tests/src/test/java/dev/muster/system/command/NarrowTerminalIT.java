package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that on a real terminal of 60 columns no line is longer, unless a word of it is. */
@Tag("slow")
@MusterProject
final class NarrowTerminalIT {

    private static final int WIDTH = 60;
    private static final int LONG_WORD = WIDTH / 2;
    private static final Pattern CONTROL = Pattern.compile("\u001B\\[[0-9;?]*[A-Za-z]");

    private static final Pattern SPACE = Pattern.compile(" ");
    private static final Pattern RETURN = Pattern.compile("\r");

    private final TestProject muster;

    NarrowTerminalIT(TestProject muster) {
        this.muster = muster;
    }

    @Test
    void noLineIsLonger() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs util-linux");
        muster.agent().saying("/shop", () -> "Thank you for asking. We are open Monday to Saturday, 09:00 to 18:30, but"
                + " not on public holidays. Anything else?");
        muster.write("muster.yaml", "agents: { shop: { protocol: openai, url: '%s/shop' } }%n"
                .formatted(muster.agent().url()));
        muster.write("s.yaml", """
                - { id: hours, name: Says when the shop is open and when it is closed, input: When are you open?,
                    assertions: [{ contains: on every day of the week }] }
                - { id: waits, turns: [{ input: When are you open? }], assertions: [{ contains: Monday }] }
                """);

        var run = typed("run", "-i", "s.yaml", "--config", "muster.yaml");
        var init = typed("init", "new", "--url", muster.agent().url() + "/shop");

        assertThat(run).anyMatch(line -> line.contains("Failed:  1")).allMatch(NarrowTerminalIT::fits);
        assertThat(init).anyMatch(line -> line.startsWith("This is an HTTP endpoint")).allMatch(NarrowTerminalIT::fits);
    }

    private static boolean fits(String line) {
        return line.length() <= WIDTH || SPACE.splitAsStream(line).anyMatch(word -> word.length() > LONG_WORD);
    }

    /** Returns the lines that a command shows on a terminal, those that it shows for a while, too. */
    private List<String> typed(String... words) throws IOException, InterruptedException {
        var command = Launch.of(Main.class, words).command().stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
        var builder = new ProcessBuilder("/usr/bin/script", "-qefc", command, "/dev/null")
                .directory(muster.folder().toFile()).redirectInput(new File("/dev/null")).redirectErrorStream(true);
        builder.environment().putAll(Map.of("COLUMNS", String.valueOf(WIDTH), "MUSTER_HOME",
                muster.home().toString(), "NO_COLOR", "1", "TERM", "xterm"));
        var process = builder.start();
        var shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return CONTROL.matcher(shown).replaceAll("\n").lines().flatMap(RETURN::splitAsStream).toList();
    }
}
