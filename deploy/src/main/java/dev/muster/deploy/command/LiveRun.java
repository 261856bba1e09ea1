package dev.muster.deploy.command;

import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Console;
import dev.muster.coordinator.report.ConsoleStyle;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.deploy.command.Exit.BadInput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A run from its submission to its exit code, shown as it goes. */
final class LiveRun implements Follower.Listener {

    private final Suite suite;
    private final FleetAccess fleet;
    private final ResultFiles files;
    private final Console console;
    private final Screen screen;
    private final Ticker ticker = Ticker.system();
    private final Consumer<List<StoredCase>> also;

    /** @param also hears every batch of results */
    LiveRun(Suite suite, FleetAccess fleet, ResultFiles files, ConsoleStyle style, Surroundings here, Screen screen,
            Consumer<List<StoredCase>> also) {
        this.screen = screen;
        this.also = also;
        this.suite = suite;
        this.fleet = fleet;
        this.files = files;
        this.console = new Console(here.out(), style, ticker);
    }

    /**
     * How a run ended.
     *
     * @param run its id
     * @param took from its submission on
     */
    record Ended(String run, int code, Duration took) {}

    Ended carryOut() throws IOException, InterruptedException, BadInput {
        fleet.check(suite.needs());
        var runs = fleet.runs();
        var follower = new Follower(runs);
        try (var interrupt = Interrupt.catching(() -> stop(follower)); var cases = suite.spool().read()) {
            var request = suite.request(fleet.bring(suite.files()));
            long startedAt = ticker.nanos();
            var run = runs.submit(request, cases);
            console.start(List.of(suite.agentsShown()), request.settings().inputs(), suite.cases(),
                    suite.spool().hasConversations());
            var ended = follower.follow(run, this);
            console.finish(run, ended.stopReason());
            return new Ended(run, interrupt.happened() ? Exit.INTERRUPTED : code(ended),
                    Duration.ofNanos(ticker.nanos() - startedAt));
        } catch (RefusedRun e) {
            throw new BadInput(e.getMessage());
        }
    }

    @Override
    public void results(List<StoredCase> batch) throws IOException, InterruptedException {
        files.write(batch);
        screen.write(() -> batch.forEach(console::result));
        also.accept(batch);
    }

    @Override
    public void progress(StoredRun run) throws InterruptedException {
        screen.write(console::tick);
    }

    @Override
    public void waiting(String sentence) throws InterruptedException {
        screen.write(() -> console.note(sentence));
    }

    /** A result that never came back is no pass and no failure: Muster did not finish. */
    private int code(StoredRun ended) {
        return console.summary().total() < ended.counts().total() ? Exit.BROKEN
                : ExitCode.of(console.summary()).code();
    }

    private void stop(Follower follower) {
        console.note("Interrupted: no case is started any more, what is under way has 5 s to end");
        follower.stop("interrupted by the user");
        screen.leave(); // what an open question holds back is the way to the end
    }
}
