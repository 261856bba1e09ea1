package dev.muster.common.script.host;

import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.FromHost.Ask;
import dev.muster.common.script.wire.ToHost;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** One call in one life of a host: told what it asks for, and stopped when its time is over. */
final class HostedCall {

    private final HostCall call;
    private final HostProcess host;
    private final HostSettings settings;
    private final Semaphore room;
    private long left;

    /**
     * @param room what the call takes part in; given back while the script waits for its owner
     * @param limit of the time that the script itself runs
     */
    HostedCall(HostCall call, HostProcess host, HostSettings settings, Semaphore room, Duration limit) {
        this.call = call;
        this.host = host;
        this.settings = settings;
        this.room = room;
        this.left = limit.toNanos();
    }

    /** How a call leaves a host. */
    sealed interface End {

        /** With something to tell. */
        record Came(HostOutcome outcome) implements End {}

        /** Beyond its time. */
        record Late() implements End {}

        /** The host ended, not by this call's own time. */
        record Lost(int exitCode) implements End {}
    }

    End carryOut() throws InterruptedException {
        try (var line = host.open()) {
            line.say(new ToHost.Begin(line.id(), call.task()));
            try {
                return listen(line);
            } catch (InterruptedException e) {
                line.say(new ToHost.Cancel(line.id()));
                throw e;
            }
        }
    }

    private End listen(HostProcess.Line line) throws InterruptedException {
        while (true) {
            long before = System.nanoTime();
            var event = line.hear(left);
            left -= System.nanoTime() - before;
            switch (event) {
                case null -> {
                    return stop(line);
                }
                case HostProcess.Event.Gone(var exitCode) -> {
                    return new End.Lost(exitCode);
                }
                case HostProcess.Event.Said(Ask ask) -> line.say(told(line, ask));
                case HostProcess.Event.Said(FromHost.Done(var _, var json, var printed)) -> {
                    return new End.Came(new HostOutcome.Answered(json, printed));
                }
                case HostProcess.Event.Said(FromHost.Failed(var _, var error, var place, var printed)) -> {
                    return new End.Came(new HostOutcome.Threw(error, place, printed));
                }
                case HostProcess.Event.Said(FromHost.Ready _) -> {
                }
            }
        }
    }

    /** A script that will not be stopped takes its host along. */
    private End stop(HostProcess.Line line) throws InterruptedException {
        line.say(new ToHost.Cancel(line.id()));
        var event = line.hear(settings.stopWithin().toNanos());
        while (event instanceof HostProcess.Event.Said(Ask _)) {
            event = line.hear(settings.stopWithin().toNanos());
        }
        if (event == null) {
            host.kill();
        }
        return event instanceof HostProcess.Event.Gone(var exitCode) && exitCode == HostProcess.OUT_OF_MEMORY
                ? new End.Lost(exitCode) : new End.Late();
    }

    private ToHost told(HostProcess.Line line, Ask ask) throws InterruptedException {
        if (Ask.SOURCE.equals(ask.what())) {
            return call.sources().text(ask.text()).map(text -> new ToHost.Told(line.id(), true, text))
                    .orElseGet(() -> new ToHost.Told(line.id(), false, "there is no such file"));
        }
        room.release();
        try {
            return switch (call.questions().answer(ask.what(), ask.text())) {
                case Questions.Answer.Given(var json) -> new ToHost.Told(line.id(), true, json);
                case Questions.Answer.Refused(var why) -> new ToHost.Told(line.id(), false, why);
            };
        } finally {
            room.acquireUninterruptibly();
        }
    }
}
