package dev.muster.bench;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalFleet;

/** Reads a suite, submits it, reports once all its cases are pending in the database, and stops the run. */
final class ReadingProcess {

    private ReadingProcess() {}

    /** @param arguments the project folder and a {@code $MUSTER_HOME} */
    static void main(String[] arguments) throws IOException, InterruptedException {
        var wanted = Suites.OPTIONS.with(RunOptions.Running.parallel(1));
        // as in muster run: the fleet starts while the suite is read
        var starting = CompletableFuture
                .supplyAsync(() -> LocalFleet.open(new Home(Path.of(arguments[1])), 1, Map.of()));
        try (var suite = Suite.read(wanted, Path.of(arguments[0]), true);
                var fleet = starting.join();
                var cases = suite.spool().read()) {
            var run = fleet.runs().submit(suite.request(new CaseFiles.None()), cases);
            System.out.println(suite.cases() + " pending");
            fleet.runs().stop(run, Stopping.cancelled("measured", Duration.ZERO));
        } catch (RefusedRun e) {
            throw new IOException(e);
        }
    }
}
