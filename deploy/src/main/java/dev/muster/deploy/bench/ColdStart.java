package dev.muster.deploy.bench;

import dev.muster.common.time.Ticker;
import dev.muster.deploy.process.Launch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code muster run} in a process of its own, timed from outside.
 *
 * @param main the command's main
 * @param jvmOptions beside those of this process
 */
public record ColdStart(Class<?> main, List<String> jvmOptions, Ticker ticker) {

    public ColdStart {
        jvmOptions = List.copyOf(jvmOptions);
    }

    ColdStart with(String... options) {
        return new ColdStart(main, List.of(options), ticker);
    }

    /** Seconds from the start of the process to its end. */
    double seconds(Path project, Path home, String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString(), "-o", project.resolve("results.jsonl").toString()));
        arguments.addAll(List.of(more));
        var log = project.resolve("out.log");
        var launch = Launch.of(main, arguments.toArray(String[]::new)).withJvmOptions(jvmOptions.toArray(String[]::new))
                .withEnvironment(Map.of("MUSTER_HOME", home.toString()));
        long start = ticker.nanos();
        int code = launch.inBackground(Redirect.to(log.toFile())).waitFor();
        double took = (ticker.nanos() - start) / 1e9;
        if (code != 0) {
            throw new IOException("muster run exited with " + code + ": " + Files.readString(log));
        }
        return took;
    }
}
