package dev.muster.bench;

import module java.base;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import java.lang.ProcessBuilder.Redirect;

/**
 * Times {@code muster run} in a process of its own, from outside.
 *
 * @param main the command's main class
 * @param jvmOptions in addition to those of this process
 * @param environment in addition to that of this process
 */
public record ColdStart(Class<?> main, List<String> jvmOptions, Map<String, String> environment, Ticker ticker) {

    public ColdStart {
        jvmOptions = List.copyOf(jvmOptions);
        environment = Map.copyOf(environment);
    }

    ColdStart with(String... options) {
        return new ColdStart(main, List.of(options), environment, ticker);
    }

    /** Returns the same with its own cache, where PostgreSQL is not unpacked yet. */
    ColdStart withCache(Path cache) {
        return new ColdStart(main, jvmOptions, Map.of("XDG_CACHE_HOME", cache.toString()), ticker);
    }

    /** Returns the seconds from the start of the process to its end. */
    double seconds(Path project, Path home, String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString(), "-o", project.resolve("results.jsonl").toString()));
        arguments.addAll(List.of(more));
        var log = project.resolve("out.log");
        var settings = new HashMap<>(environment);
        settings.put("MUSTER_HOME", home.toString());
        var launch = Launch.of(main, arguments.toArray(String[]::new)).withJvmOptions(jvmOptions.toArray(String[]::new))
                .withEnvironment(settings);
        long start = ticker.nanos();
        int code = launch.inBackground(Redirect.to(log.toFile())).waitFor();
        double took = (ticker.nanos() - start) / 1e9;
        if (code != 0) {
            throw new IOException("muster run exited with " + code + ": " + Files.readString(log));
        }
        return took;
    }
}
