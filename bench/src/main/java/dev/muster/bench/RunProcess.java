package dev.muster.bench;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.deploy.embedded.EmbeddedDatabase;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalFleet;

/** Runs one suite in its own process, today or on a later day, and prints PostgreSQL's processor time for it. */
final class RunProcess {

    private RunProcess() {}

    /** @param arguments the project folder, a {@code $MUSTER_HOME}, cases at once, days from today */
    static void main(String[] arguments) throws IOException, InterruptedException {
        var home = new Home(Path.of(arguments[1]));
        int parallel = Integer.parseInt(arguments[2]);
        var clock = Clock.offset(Clock.system(ZoneOffset.UTC), Duration.ofDays(Integer.parseInt(arguments[3])));
        double took;
        try (var server = EmbeddedDatabase.open(home.folder())) {
            double before = ServerTime.seconds(server.pid());
            try (var fleet = LocalFleet.open(home, parallel, Map.of(), clock)) {
                var _ = new SuiteRun(fleet.runs(), Ticker.system()).time(Path.of(arguments[0]), parallel);
            }
            took = ServerTime.seconds(server.pid()) - before;
        }
        System.out.println(took);
    }
}
