package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.process.Frames;
import dev.muster.common.script.host.ScriptHost.Room;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.FromHost.Ask;
import dev.muster.common.script.wire.ToHost;
import dev.muster.common.time.Deadline;

/** One call in one host process: answers its questions, and stops it when its time is over. */
final class HostedCall {

    private final HostCall call;
    private final HostProcess host;
    private final HostSettings settings;
    private final Room room;
    private final Deadline by;
    private final long limit;
    private long left;

    /**
     * @param room holds the call's slot; the slot is released while the script waits for its owner
     * @param limit maximum time that the script itself runs
     */
    HostedCall(HostCall call, HostProcess host, HostSettings settings, Room room, Duration limit, Deadline by) {
        this.call = call;
        this.host = host;
        this.settings = settings;
        this.room = room;
        this.by = by;
        this.limit = limit.toNanos();
        this.left = this.limit;
    }

    /** How a call ends in a host. */
    sealed interface End {

        record Came(HostOutcome outcome) implements End {}

        /** Its time ran out: the script's own, or its caller's. */
        record Late(Duration ran, boolean own) implements End {}

        /** The host ended, but not because of this call's timeout. */
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
        } catch (Frames.TooLarge e) {
            return new End.Came(new HostOutcome.Threw("its input is too large: " + e.getMessage(), "", ""));
        }
    }

    private End listen(HostProcess.Line line) throws InterruptedException, Frames.TooLarge {
        while (true) {
            long before = System.nanoTime();
            var event = line.hear(Math.min(left, by.left().toNanos()));
            left -= System.nanoTime() - before;
            switch (event) {
                case null -> {
                    return stop(line);
                }
                case Event.Gone<FromHost>(var exitCode) -> {
                    return new End.Lost(exitCode);
                }
                case Event.Said<FromHost>(Ask ask) -> tell(line, told(line, ask));
                case Event.Said<FromHost>(FromHost.Done(var _, var json, var printed)) -> {
                    return new End.Came(new HostOutcome.Answered(json, printed));
                }
                case Event.Said<FromHost>(FromHost.Failed(var _, var error, var place, var printed)) -> {
                    return new End.Came(new HostOutcome.Threw(error, place, printed));
                }
                case Event.Said<FromHost>(FromHost.Ready _) -> {
                }
            }
        }
    }

    private static void tell(HostProcess.Line line, ToHost answer) throws Frames.TooLarge {
        try {
            line.say(answer);
        } catch (Frames.TooLarge e) {
            line.say(new ToHost.Told(line.id(), false, "the answer is too large: " + e.getMessage()));
        }
    }

    /** Stops the call; kills the host if the script does not stop. */
    private End stop(HostProcess.Line line) throws InterruptedException, Frames.TooLarge {
        line.say(new ToHost.Cancel(line.id()));
        var event = line.hear(settings.stopWithin().toNanos());
        while (event instanceof Event.Said<FromHost>(Ask _)) {
            event = line.hear(settings.stopWithin().toNanos());
        }
        if (event == null) {
            host.kill();
        }
        return event instanceof Event.Gone<FromHost>(var exitCode) && exitCode == FramedProcess.OUT_OF_MEMORY
                ? new End.Lost(exitCode) : new End.Late(Duration.ofNanos(limit - left), left <= 0);
    }

    private ToHost told(HostProcess.Line line, Ask ask) throws InterruptedException {
        if (Ask.SOURCE.equals(ask.what())) {
            return call.sources().text(ask.text()).map(text -> new ToHost.Told(line.id(), true, text))
                    .orElseGet(() -> new ToHost.Told(line.id(), false, "file not found"));
        }
        room.leave();
        try {
            return switch (call.questions().answer(ask.what(), ask.text())) {
                case Questions.Answer.Given(var json) -> new ToHost.Told(line.id(), true, json);
                case Questions.Answer.Refused(var why) -> new ToHost.Told(line.id(), false, why);
            };
        } finally {
            room.comeBack(by);
        }
    }
}
