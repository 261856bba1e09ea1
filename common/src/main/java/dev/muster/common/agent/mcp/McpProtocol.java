package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;

/** Speaks the Model Context Protocol to the server under test: 2026-07-28, and the versions with a handshake. */
public final class McpProtocol implements AgentProtocol {

    private final HttpCalls calls;
    private final Ticker ticker;
    private final Map<String, McpConnection> open = new ConcurrentHashMap<>();
    /** The version that each server was found to speak. */
    private final Map<String, String> versions = new ConcurrentHashMap<>();

    public McpProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var access = (Access.Mcp) Objects.requireNonNull(request.endpoint().access());
        var program = access.program();
        var connection = open.computeIfAbsent(request.conversationId(), id -> program == null
                ? new HttpConnection(calls, ticker, request.endpoint(), request.bounds())
                : new ProgramConnection(program, id));
        var outcome = outcome(request, access, connection, program == null ? deadline : program.limited(deadline),
                events);
        if (outcome instanceof AgentFailure failure) {
            if (!(failure instanceof AgentFailure.Agent(_, boolean declared) && declared)) {
                versions.remove(request.endpoint().limit().address());
                hangUp(request.endpoint(), request.conversationId());
            }
            return connection.located(failure);
        }
        return outcome;
    }

    private AgentOutcome outcome(AgentRequest request, Access.Mcp access, McpConnection connection, Deadline deadline,
            Consumer<AgentEvent> events) throws InterruptedException {
        var address = request.endpoint().limit().address();
        var memory = request.memory();
        try {
            new McpHandshake(exchange(request, connection, deadline, events))
                    .connect(access.version() == null ? versions.get(address) : access.version());
            versions.put(address, Objects.requireNonNull(connection.version));
            // the time of an answer begins when the call is sent
            return new McpTurn(request, memory, exchange(request, connection, deadline, events)).run();
        } catch (UnsendableContent e) {
            return new AgentFailure.Refused(0, "agent refused: " + e.getMessage());
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + e.getMessage());
        } catch (CallFailed e) {
            return e.failure();
        } catch (InterruptedException e) {
            hangUp(request.endpoint(), request.conversationId());
            throw e;
        }
    }

    private McpExchange exchange(AgentRequest request, McpConnection connection, Deadline deadline,
            Consumer<AgentEvent> events) {
        return new McpExchange(connection, deadline, new ReplyAssembler(ticker, events), request.bounds());
    }

    @Override
    public void hangUp(Endpoint endpoint, String conversationId) {
        var connection = open.remove(conversationId);
        if (connection != null) {
            connection.close();
        }
    }
}
