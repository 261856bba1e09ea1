package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.Frames;
import dev.muster.common.process.ProcessEvent;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.FromHost.Ask;
import dev.muster.common.script.wire.ToHost;
import dev.muster.common.time.Deadline;

/** One call in one host process: answers its questions, and stops it when its time is over. */
final class HostedCall {

    private final HostCall call;
    private final HostProcess host;
    private final HostSettings settings;
    private final CallSlots slots;
    private final Deadline by;
    private final Duration limit;
    private long left;

    /**
     * @param slots the call has one of them, which is released while the script waits for its owner
     * @param limit maximum time that the script itself runs
     */
    HostedCall(HostCall call, HostProcess host, HostSettings settings, CallSlots slots, Duration limit, Deadline by) {
        this.call = call;
        this.host = host;
        this.settings = settings;
        this.slots = slots;
        this.by = by;
        this.limit = limit;
        this.left = limit.toNanos();
    }

    HostOutcome run() throws InterruptedException {
        try (var connection = host.open()) {
            connection.send(new ToHost.Begin(connection.id, call.task()));
            try {
                return await(connection);
            } catch (InterruptedException e) {
                connection.send(new ToHost.Cancel(connection.id));
                throw e;
            }
        } catch (Frames.TooLarge e) {
            return new HostOutcome.Threw("its input is too large: " + e.getMessage(), "", "");
        }
    }

    private HostOutcome await(HostConnection connection) throws InterruptedException, Frames.TooLarge {
        while (true) {
            long before = System.nanoTime();
            var event = connection.next(Math.min(left, by.left().toNanos()));
            left -= System.nanoTime() - before;
            switch (event) {
                case null -> {
                    return stop(connection);
                }
                case ProcessEvent.Ended<FromHost>(var exitCode) -> {
                    return new HostOutcome.Lost(exitCode);
                }
                case ProcessEvent.Received<FromHost>(Ask ask) -> send(connection, answer(connection.id, ask));
                case ProcessEvent.Received<FromHost>(FromHost.Done(var _, var json, var printed)) -> {
                    return new HostOutcome.Answered(json, printed);
                }
                case ProcessEvent.Received<FromHost>(FromHost.Failed(var _, var error, var place, var printed)) -> {
                    return new HostOutcome.Threw(error, place, printed);
                }
                case ProcessEvent.Received<FromHost>(FromHost.Ready _) -> {
                }
            }
        }
    }

    private static void send(HostConnection connection, ToHost answer) throws Frames.TooLarge {
        try {
            connection.send(answer);
        } catch (Frames.TooLarge e) {
            connection.send(new ToHost.Answer(connection.id, false, "the answer is too large: " + e.getMessage()));
        }
    }

    /** Stops the call; kills the host if the script does not stop. */
    private HostOutcome stop(HostConnection connection) throws InterruptedException, Frames.TooLarge {
        connection.send(new ToHost.Cancel(connection.id));
        var event = connection.next(settings.stopWithin().toNanos());
        while (event instanceof ProcessEvent.Received<FromHost>(Ask _)) {
            event = connection.next(settings.stopWithin().toNanos());
        }
        if (event == null) {
            host.kill();
        }
        if (event instanceof ProcessEvent.Ended<FromHost>(var exitCode) && exitCode == FramedProcess.OUT_OF_MEMORY) {
            return new HostOutcome.Lost(exitCode);
        }
        return left <= 0 ? new HostOutcome.OverTime(limit)
                : new HostOutcome.OutOfTime(limit.minusNanos(left), limit);
    }

    private ToHost answer(int id, Ask ask) throws InterruptedException {
        if (Ask.SOURCE.equals(ask.what())) {
            return call.sources().text(ask.text()).map(text -> new ToHost.Answer(id, true, text))
                    .orElseGet(() -> new ToHost.Answer(id, false, "file not found"));
        }
        slots.release();
        try {
            return switch (call.questions().answer(ask.what(), ask.text())) {
                case ScriptAnswer.Given(var json) -> new ToHost.Answer(id, true, json);
                case ScriptAnswer.Refused(var why) -> new ToHost.Answer(id, false, why);
            };
        } finally {
            slots.takeAgain(by);
        }
    }
}
