package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;

/**
 * Lets other conversations go on while a large answer is read: large events, and what closes a large answer, are heavy
 * work; between small events the thread makes room for others as soon as it read for a while.
 */
final class PacedReader {

    /** A virtual thread that finds its next event there already never waits, and would keep its carrier. */
    private static final long SHARE_NANOS = 1_000_000;

    final AnswerReader reader;
    private final Deadline deadline;
    private long characters;
    private long readNanos;

    PacedReader(AnswerReader reader, Deadline deadline) {
        this.reader = reader;
        this.deadline = deadline;
    }

    AnswerReader.Next event(String type, String data, boolean whole) throws StreamBroken {
        long began = System.nanoTime();
        var next = inTime(data.length(), () -> reader.typed(type, data, whole));
        share(began);
        return next;
    }

    void text(String piece) {
        long began = System.nanoTime();
        characters += piece.length();
        reader.text(piece);
        share(began);
    }

    AgentOutcome plain(String body) throws StreamBroken {
        return inTime(body.length(), () -> checked(reader.plain(body)));
    }

    AgentOutcome end(AnswerReader.End end) {
        try {
            return inTime(characters, () -> checked(reader.end(end)));
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + e.getMessage());
        }
    }

    /** The documents in the texts of calls are read only at the end. */
    private AgentOutcome checked(AgentOutcome outcome) throws StreamBroken {
        if (characters > BoundedJson.MOST_VALUES && outcome instanceof AgentReply reply) {
            int left = BoundedJson.MOST_VALUES;
            for (var call : reply.content().toolCalls()) {
                left = StreamBroken.checkValues(call.arguments(), left);
            }
            for (var result : reply.content().toolResults()) {
                left = StreamBroken.checkValues(result.content(), left);
            }
        }
        return outcome;
    }

    // a virtual thread that yields queues behind the others: nothing preempts it
    @SuppressWarnings("ThreadPriorityCheck")
    private void share(long began) {
        readNanos += System.nanoTime() - began;
        if (readNanos > SHARE_NANOS) {
            readNanos = 0;
            Thread.yield();
        }
    }

    /** Runs work whose end also ends the call: the caller looks at its deadline and at its interruption. */
    private <T> T inTime(long size, HeavyWork.Work<T, StreamBroken> work) throws StreamBroken {
        characters += size;
        try {
            return HeavyWork.run(size > HeavyWork.CHARACTERS, deadline, work);
        } catch (HeavyWork.OutOfTime e) {
            throw new StreamBroken("the time ran out while a large answer was read");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamBroken("the call was canceled");
        }
    }
}
