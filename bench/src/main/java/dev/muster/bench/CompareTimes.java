package dev.muster.bench;

import module java.base;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;
import java.lang.ProcessBuilder.Redirect;

/**
 * Times {@code muster compare} and {@code muster report} of large runs, in processes of their own, from outside.
 *
 * @param main the command's main class
 * @param folder holds a {@code $MUSTER_HOME} and the commands' output
 */
record CompareTimes(Class<?> main, Path folder, Ticker ticker) {

    private static final String HEAP = "-Xmx256m";
    private static final int TIMES = 3;
    private static final String FIRST = "first-of-two";
    private static final String SECOND = "second-of-two";

    /** The two runs fail at different cases: they differ in 7 of a hundred. */
    LocalDatabase written(int cases) {
        var local = LocalDatabase.open(new Home(home()), 2);
        var runs = new LargeRuns(local.database(), cases);
        runs.write(FIRST, 25);
        runs.write(SECOND, 33);
        runs.analyze();
        return local;
    }

    /** Returns the median seconds from the start of the process to its end. */
    double compare() throws IOException, InterruptedException {
        return median("compare", FIRST, SECOND);
    }

    private double median(String... arguments) throws IOException, InterruptedException {
        var times = new ArrayList<Double>();
        for (int n = 0; n < TIMES; n++) {
            times.add(seconds(arguments));
        }
        times.sort(null);
        return times.get(TIMES / 2);
    }

    private double seconds(String... arguments) throws IOException, InterruptedException {
        var log = folder.resolve("out.log");
        var launch = Launch.of(main, arguments).withJvmOptions(HEAP)
                .withEnvironment(Map.of("MUSTER_HOME", home().toString()));
        long start = ticker.nanos();
        int code = launch.inBackground(Redirect.to(log.toFile())).waitFor();
        double took = (ticker.nanos() - start) / 1e9;
        if (code != 0) {
            throw new IOException("muster " + arguments[0] + " exited with " + code + ": " + Files.readString(log));
        }
        return took;
    }

    private Path home() {
        return folder.resolve("compared-home");
    }
}
