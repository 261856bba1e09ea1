package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;

/** The WebSockets of a process, one for each conversation, open until the conversation ends or the server closes it. */
public final class WebSockets {

    private static final int NORMAL = 1000;
    private static final String TRUNCATED = "agent error: the answer was truncated, the connection broke";

    private final Map<String, WebSocket> open = new ConcurrentHashMap<>();
    private final HttpCalls calls;

    public WebSockets(HttpCalls calls) {
        this.calls = calls;
    }

    /**
     * Sends a message and reads the answer.
     *
     * @param idle how long a silence after a message ends the answer; null when only the reader or a close ends it
     */
    public AgentOutcome ask(String conversationId, OutgoingRequest request, @Nullable Duration idle, Deadline deadline,
            AnswerReader reader) throws InterruptedException {
        var known = open.get(conversationId);
        if (known == null || known.isClosed()) {
            close(conversationId);
            var outcome = calls.open(request, deadline,
                    socket -> open.put(conversationId, WebSocket.over(socket, request.bounds())));
            if (outcome instanceof AgentFailure) {
                return outcome;
            }
        }
        var socket = Objects.requireNonNull(open.get(conversationId), "an open socket");
        var outcome = converse(socket, request, idle, deadline, new PacedReader(reader, deadline));
        if (Thread.interrupted()) {
            close(conversationId);
            throw new InterruptedException("the call was canceled");
        }
        if (outcome instanceof AgentFailure failure) {
            close(conversationId);
            return HttpCalls.located(failure, request);
        }
        return outcome;
    }

    public void close(String conversationId) {
        var socket = open.remove(conversationId);
        if (socket != null) {
            socket.close();
        }
    }

    /** Returns null if none comes; the deadline may move while this waits. */
    private static @Nullable WebSocketFrame next(WebSocket socket, Deadline deadline) throws InterruptedException {
        WebSocketFrame frame;
        do { // what is there already is read, however late it is
            frame = socket.next(deadline.left());
        } while (frame == null && !deadline.passed());
        return frame;
    }

    private AgentOutcome converse(WebSocket socket, OutgoingRequest request, @Nullable Duration idle,
            Deadline deadline, PacedReader paced) throws InterruptedException {
        var recording = calls.recording();
        var recorded = recording == null ? null : recording.socket(request);
        boolean began = false;
        try {
            socket.say(request.body().text(), deadline.left());
            while (true) {
                switch (next(socket, idle != null && began ? deadline.within(idle) : deadline)) {
                    case null -> {
                        return deadline.passed() ? AgentFailure.Timeout.after(deadline)
                                : paced.end(AnswerReader.End.CLOSED);
                    }
                    case WebSocketFrame.Message(var text) -> {
                        began = true;
                        if (recorded != null) {
                            recorded.answer().append(text).append('\n');
                        }
                        if (paced.event("", text, true) == AnswerReader.Next.STOP) {
                            return paced.end(AnswerReader.End.CLOSED);
                        }
                    }
                    case WebSocketFrame.Closed(int code, var reason) -> {
                        return code == NORMAL ? paced.end(AnswerReader.End.CLOSED)
                                : new AgentFailure.Truncated("agent error: the WebSocket closed with " + code
                                        + (reason.isEmpty() ? "" : " (" + OneLine.of(reason) + ")")
                                        + " before the answer was complete");
                    }
                    case WebSocketFrame.Broken _ -> {
                        return new AgentFailure.Truncated(TRUNCATED);
                    }
                    case WebSocketFrame.Wrong(var what) -> {
                        return new AgentFailure.Protocol("agent error: " + what);
                    }
                }
            }
        } catch (StreamBroken e) {
            var reported = paced.reader.reported();
            return reported != null ? reported
                    : deadline.passed() ? AgentFailure.Timeout.after(deadline)
                            : new AgentFailure.Protocol("agent error: " + e.getMessage());
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the call was canceled");
            }
            return deadline.passed() ? AgentFailure.Timeout.after(deadline) : new AgentFailure.Truncated(TRUNCATED);
        }
    }
}
