package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.BoundedSource.BoundPassed;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import okio.Buffer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** Splits an answer into events and passes them to the protocol's reader, on the calling thread. */
final class EventStream extends EventSourceListener {

    private static final MediaType TYPE = MediaType.get("text/event-stream");
    private static final ByteString BYTE_ORDER_MARK = ByteString.encodeUtf8("\uFEFF");
    /** How long a server may take to end a stream after a complete answer. */
    private static final Duration LINGERING = Duration.ofSeconds(1);

    private final BoundedSource source;
    private final PacedReader paced;
    private final AnswerReader reader;
    private final StreamBounds bounds;
    private final Exchange.Watchdog watchdog;
    private int events;
    private @Nullable String broken;
    private @Nullable Exception trouble;
    private boolean stopped;

    EventStream(Response response, StreamBounds bounds, PacedReader paced, Exchange.Watchdog watchdog) {
        this.source = new BoundedSource(response.body().source(), bounds, watchdog::barked);
        this.paced = paced;
        this.reader = paced.reader;
        this.bounds = bounds;
        this.watchdog = watchdog;
    }

    /** @throws IOException when the call was canceled, by the watchdog or by an interruption */
    AgentOutcome read(Response response) throws IOException {
        if (source.buffered.rangeEquals(0, BYTE_ORDER_MARK)) {
            source.buffered.skip(BYTE_ORDER_MARK.size());
        }
        EventSources.processResponse(
                response.newBuilder().body(ResponseBody.create(source.buffered, TYPE, -1)).build(), this);
        if (broken != null) {
            var reported = reader.reported();
            return reported != null ? reported
                    : new AgentFailure.Protocol("agent error: " + OneLine.ofMessage(broken));
        }
        return stopped || trouble == null ? paced.end(end()) : afterTrouble(trouble);
    }

    /** Reads an event for each line. */
    AgentOutcome readLines() throws IOException, StreamBroken {
        var buffered = source.buffered;
        for (long end = buffered.indexOf((byte) '\n'); end >= 0 && !stopped; end = buffered.indexOf((byte) '\n')) {
            boolean whole = !source.ended();
            String line = buffered.readUtf8(end);
            buffered.skip(1);
            if (!line.isBlank()) {
                count();
                go(paced.event("", line, whole), null);
            }
        }
        return paced.end(end());
    }

    /** Reads text as it arrives. */
    AgentOutcome readText() throws IOException {
        var buffered = source.buffered;
        while (buffered.request(buffered.getBuffer().size() + 1)) {
            long length = source.ended() ? buffered.getBuffer().size() - BoundedSource.END.length()
                    : whole(buffered.getBuffer());
            if (length > 0) {
                count();
                paced.text(buffered.readUtf8(length));
            }
            if (source.ended()) {
                break;
            }
        }
        return paced.end(end());
    }

    /** Returns the length of the characters that are there as a whole. */
    private static long whole(Buffer buffer) {
        long size = buffer.size();
        for (long at = size - 1; at >= Math.max(0, size - 4); at--) {
            int b = buffer.getByte(at) & 0xFF;
            if (b < 0x80) {
                return size;
            }
            if (b >= 0xC0) {
                int length = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
                return at + length <= size ? size : at;
            }
        }
        return size;
    }

    @Override
    public void onEvent(EventSource stream, @Nullable String id, @Nullable String type, String data) {
        try {
            count();
            if (id != null) {
                reader.identified(id);
            }
            if (!data.isBlank() || reader.takesBlank()) { // a heartbeat says nothing
                go(paced.event(type == null ? "" : type, data, !source.ended()), stream);
            }
        } catch (BoundPassed | StreamBroken e) {
            broken = e.getMessage();
            stream.cancel();
        }
    }

    @Override
    public void onFailure(EventSource stream, @Nullable Throwable failure, @Nullable Response response) {
        switch (failure) {
            case BoundPassed e -> broken = e.getMessage();
            case Exception e -> trouble = e;
            case null, default -> throw new IllegalStateException("okhttp-sse refused a stream", failure);
        }
    }

    private void count() throws BoundPassed {
        events++;
        if (events > bounds.events()) {
            throw BoundPassed.events(bounds.events());
        }
        source.eventEnded();
    }

    private void go(AnswerReader.Next next, @Nullable EventSource stream) {
        switch (next) {
            case GO_ON -> {
            }
            case CLOSING -> watchdog.allowOnly(LINGERING);
            case STOP -> {
                stopped = true;
                if (stream != null) {
                    stream.cancel();
                }
            }
        }
    }

    private End end() {
        return source.broken() ? End.BROKEN : End.CLOSED;
    }

    private AgentOutcome afterTrouble(Exception trouble) throws IOException {
        if (trouble instanceof RuntimeException bug) {
            throw bug;
        }
        if (watchdog.barked() && watchdog.shortened()) {
            return paced.end(End.LINGERED);
        }
        throw new IOException(Objects.requireNonNullElse(trouble.getMessage(), "cancelled"), trouble);
    }
}
