package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;

/**
 * Lets other conversations go on while a large answer is read: large events, and what closes a large answer, are heavy
 * work; between small events the thread makes room for others as soon as it read for a while.
 */
final class PacedReader implements AnswerReader {

    /** A virtual thread that finds its next event there already never waits, and would keep its carrier. */
    private static final long SHARE_NANOS = 1_000_000;

    private final AnswerReader reader;
    private final Deadline deadline;
    private long characters;
    private long readNanos;

    PacedReader(AnswerReader reader, Deadline deadline) {
        this.reader = reader;
        this.deadline = deadline;
    }

    @Override
    public void began(Function<String, @Nullable String> headers) {
        reader.began(headers);
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        return typed("", data, whole);
    }

    @Override
    public Next typed(String type, String data, boolean whole) throws StreamBroken {
        long began = System.nanoTime();
        var next = inTime(data.length(), () -> reader.typed(type, data, whole));
        share(began);
        return next;
    }

    @Override
    public void identified(String id) {
        reader.identified(id);
    }

    @Override
    public void text(String piece) {
        long began = System.nanoTime();
        characters += piece.length();
        reader.text(piece);
        share(began);
    }

    @Override
    public AgentOutcome plain(String body) throws StreamBroken {
        return inTime(body.length(), () -> checked(reader.plain(body)));
    }

    @Override
    public String setting() {
        return reader.setting();
    }

    @Override
    public boolean takesBlank() {
        return reader.takesBlank();
    }

    @Override
    public @Nullable AgentFailure reported() {
        return reader.reported();
    }

    @Override
    public AgentOutcome end(End end) {
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

    @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that yields queues behind the others: nothing preempts it
    private void share(long began) {
        readNanos += System.nanoTime() - began;
        if (readNanos > SHARE_NANOS) {
            readNanos = 0;
            Thread.yield();
        }
    }

    /** What ends the work also ends the call: the caller looks at its deadline and at its interruption. */
    private <T> T inTime(long size, HeavyWork.Work<T, StreamBroken> work) throws StreamBroken {
        characters += size;
        try {
            return HeavyWork.run(size > HeavyWork.CHARACTERS, deadline, work);
        } catch (HeavyWork.OutOfTime e) {
            throw new StreamBroken("the time ran out while a large answer was read");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamBroken("the call was cancelled");
        }
    }

    @Override
    public @Nullable Framing framing(String type) {
        return reader.framing(type);
    }

    @Override
    public String wanted() {
        return reader.wanted();
    }

    @Override
    public String accepts() {
        return reader.accepts();
    }

    @Override
    public String refusal(String body) {
        return reader.refusal(body);
    }
}
