package dev.muster.cli.testing;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import dev.muster.common.process.Launch;
import java.lang.ProcessBuilder.Redirect;

/** Runs a command as a user would: in a process of its own, with its output and exit code. */
public record Command(int code, String output) {

    public static Command type(Path home, String... words) throws IOException, InterruptedException {
        return type(home, Map.of(), words);
    }

    public static Command type(Path home, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        var log = Files.createTempFile(home, "output", ".log");
        var all = new HashMap<>(environment);
        all.put("MUSTER_HOME", home.toString());
        int code = Launch.of(Main.class, words).withEnvironment(all).inBackground(Redirect.to(log.toFile())).waitFor();
        return new Command(code, Files.readString(log));
    }

    /** Runs it in this process, which starts instantly; for tests that are not about processes. */
    public static Command typeHere(Path home, Map<String, String> environment, String... words) {
        return typeIn(Path.of("").toAbsolutePath(), home, environment, words);
    }

    /** Runs it in this process, as if its shell were in another folder. */
    public static Command typeIn(Path folder, Path home, Map<String, String> environment, String... words) {
        var all = new HashMap<>(environment);
        all.put("MUSTER_HOME", home.toString());
        var output = new ByteArrayOutputStream();
        int code;
        try (var print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            code = Main.run(new Shell(folder, all, print, print, Optional::empty,
                    InputStream.nullInputStream()), words);
        }
        return new Command(code, output.toString(StandardCharsets.UTF_8));
    }

    public List<String> lines() {
        return output.lines().filter(line -> !line.isBlank()).toList();
    }
}
