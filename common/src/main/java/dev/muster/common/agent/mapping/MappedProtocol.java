package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.aisdk.UiAnswer;
import dev.muster.common.agent.aisdk.UiMessages;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.JsonAnswer;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.WebSockets;
import dev.muster.common.agent.langgraph.GraphAnswer;
import dev.muster.common.agent.langgraph.GraphThread;
import dev.muster.common.agent.mapping.MappingRules.CompiledMapping;
import dev.muster.common.agent.mapping.TextTemplate.Names;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.PathSteps;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonWeight;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.template.TextBudget;
import dev.muster.common.template.TooMuchText;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Speaks to any HTTP or WebSocket endpoint, by the mapping of its agent. */
public final class MappedProtocol implements AgentProtocol {

    private static final String STUCK = "agent error: a breakpoint can't be denied, and the graph can only go on: write"
            + " answer: {approve: true}, or end the case here";

    /** Headers that describe the body and the answer of a turn, in small letters. */
    private static final Set<String> OF_THE_TURN = Set.of("content-type", "accept");

    /** The most characters of all values in a request, and in the one that opens its conversation. */
    private static final long MOST_CHARACTERS = 64_000_000;

    private final HttpCalls calls;
    private final Ticker ticker;
    private final Tokens tokens;
    private final WebSockets sockets;

    public MappedProtocol(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
        this.tokens = new Tokens(calls, ticker);
        this.sockets = new WebSockets(calls);
    }

    @Override
    public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException {
        var access = (Access.Http) Objects.requireNonNull(request.endpoint().access());
        var memory = request.memory();
        var call = new Call(this, access.mapping(), request, memory, new CallNames(request, memory, access.given()),
                deadline, events, new TextBudget(MOST_CHARACTERS));
        try {
            var outcome = call.once();
            return outcome instanceof AgentFailure.Refused(int status, _) && status == 401
                    && tokens.forget(call.filled(access.mapping().auth())) ? call.once() : outcome;
        } catch (CallFailed e) {
            return e.failure();
        } catch (TooMuchText e) {
            return new AgentFailure.Refused(0, "agent refused: the request is too large: " + e.getMessage());
        }
    }

    @Override
    public void hangUp(Endpoint endpoint, String conversationId) {
        sockets.close(conversationId);
    }

    /** One call, perhaps with the one that opens the conversation before it. */
    private record Call(MappedProtocol by, HttpMapping mapping, AgentRequest request, ObjectNode memory,
            CallNames names, Deadline deadline, Consumer<AgentEvent> events, TextBudget budget) {

        AgentOutcome once() throws InterruptedException, CallFailed {
            var session = mapping.session();
            if (session != null && !memory.has("session")) {
                var failure = open(session);
                if (failure != null) {
                    return failure;
                }
            }
            var outgoing = outgoing(mapping.method(), request.endpoint().url(), request.endpoint().headers(),
                    body(mapping.body(), mapping.form()));
            var reply = new ReplyAssembler(by.ticker, events);
            var paths = CompiledMapping.of(mapping).paths();
            if (stream(mapping) == HttpMapping.Stream.AI_SDK) {
                return by.calls.send(outgoing, deadline, new UiAnswer(request, memory, reply));
            }
            if (stream(mapping) == HttpMapping.Stream.LANGGRAPH) {
                return GraphThread.isStuck(request) ? AgentFailure.Agent.undeclared(STUCK)
                        : by.calls.send(GraphThread.run(outgoing, request, memory), deadline,
                                new GraphAnswer(request, memory, reply, paths.inState()));
            }
            var answer = new MappedAnswer(paths, request, memory, true, reply);
            return mapping.answer().isWebSocket()
                    ? by.sockets.ask(request.conversationId(), outgoing, mapping.answer().idle(), deadline, answer)
                    : by.calls.send(outgoing, deadline, answer);
        }

        /** Opens the conversation; returns null when that went well. */
        private @Nullable AgentFailure open(HttpMapping.Session session) throws InterruptedException, CallFailed {
            var reader = new JsonAnswer("the session's call", null,
                    json -> session.id() == null || id(session.id(), json) != null ? null
                            : "session.id (" + session.id() + ") is nowhere in the answer");
            var outcome = by.calls.send(outgoing(session.method(), session.url(), ofSession(session.headers()),
                    body(session.body(), session.form())), deadline, reader);
            if (outcome instanceof AgentFailure failure) {
                return failure;
            }
            var fields = reader.json() instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
            if (session.id() != null) {
                fields.set("id", id(session.id(), reader.json()));
            }
            memory.set("session", fields);
            return null;
        }

        /**
         * Returns the agent's headers but those that describe its own body or need the session, and the session's own.
         */
        private Map<String, String> ofSession(Map<String, String> own) {
            var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
            request.endpoint().headers().forEach((name, value) -> {
                if (!OF_THE_TURN.contains(name.toLowerCase(Locale.ROOT)) && new TextTemplate(value).names()
                        .noneMatch(each -> each.startsWith("session.") || each.startsWith("carry."))) {
                    headers.put(name, value);
                }
            });
            own.keySet().forEach(headers::remove);
            headers.putAll(own);
            return headers;
        }

        private static @Nullable JsonNode id(String path, JsonNode answer) {
            try {
                return FieldPath.compile(path).first(answer, new PathSteps(PathSteps.OF_AN_ANSWER));
            } catch (AssertionFault e) {
                throw new IllegalStateException("the configuration was not checked", e);
            }
        }

        private OutgoingRequest outgoing(String method, String url, Map<String, String> headers, OutgoingBody body)
                throws InterruptedException, CallFailed {
            var sent = new LinkedHashMap<String, String>();
            var authorization = by.tokens.authorization(filled(mapping.auth()), deadline, this::learned);
            if (authorization != null) {
                sent.put("Authorization", authorization);
                learned(authorization.substring(authorization.indexOf(' ') + 1));
            }
            headers.forEach((name, value) -> sent.put(name,
                    new TextTemplate(value).text(this::inHeader, (_, text) -> text)));
            return new OutgoingRequest(method, new TextTemplate(url).text(this::value, MappedProtocol::inUrl), sent,
                    body, request.bounds());
        }

        /** A session's id, or another of its values that is sent, gives access to its conversation: it is a secret. */
        private @Nullable JsonNode value(String name) {
            var value = names.value(name);
            budget.take(value == null ? 0 : JsonWeight.of(value));
            if (name.startsWith("session.") && value != null && value.isValueNode()) {
                learned(value.asString());
            }
            return value;
        }

        private @Nullable JsonNode inHeader(String name) {
            var value = value(name);
            if (name.startsWith("carry.") && value != null && value.isValueNode()) {
                learned(value.asString());
            }
            return value;
        }

        private void learned(String secret) {
            events.accept(new AgentEvent.Learned(secret));
        }

        private String filled(String text) {
            return new TextTemplate(text).text(names, (_, value) -> value);
        }

        private @Nullable HttpAuth filled(@Nullable HttpAuth auth) {
            return auth == null ? null : (HttpAuth) RecordTexts.values(this::filled).in((Record) auth);
        }

        private OutgoingBody body(@Nullable JsonNode written, Map<String, String> form) {
            if (!form.isEmpty()) {
                return form(form);
            }
            if (written == null) {
                return new OutgoingBody.None();
            }
            var filled = TextTemplate.filled(written, this::value);
            return filled == null ? new OutgoingBody.None()
                    : filled.isString() ? new OutgoingBody.Text(filled.stringValue()) : new OutgoingBody.Json(filled);
        }

        /** A field without a value is left out, like a member of JSON. */
        private OutgoingBody form(Map<String, String> written) {
            var fields = new LinkedHashMap<String, String>();
            written.forEach((name, text) -> {
                var value = TextTemplate.filled(StringNode.valueOf(text), this::value);
                if (value != null && !value.isNull()) {
                    fields.put(name, value.isString() ? value.stringValue() : value.toString());
                }
            });
            return new OutgoingBody.Form(fields);
        }
    }

    private static HttpMapping.@Nullable Stream stream(HttpMapping mapping) {
        return mapping.answer().stream();
    }

    /** A base URL may come from the environment or from a hook; anything else is data. */
    private static String inUrl(String name, String value) {
        return name.startsWith("ENV.") || !MappingRules.isKnown(name) ? value
                : URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * The names of one call: what the test says, what the conversation remembers, and what was given with the endpoint.
     *
     * @param memory {@code session} and {@code carry} of the conversation
     * @param given values that the environment, hooks and the case give, by name
     */
    record CallNames(AgentRequest request, ObjectNode memory, Map<String, JsonNode> given) implements Names {

        @Override
        public @Nullable JsonNode value(String name) {
            var exact = given.get(name);
            if (exact != null) {
                return exact;
            }
            int dot = name.indexOf('.');
            var root = root(dot < 0 ? name : name.substring(0, dot));
            return root == null || dot < 0 ? root : Names.inside(root, name.substring(dot + 1));
        }

        private @Nullable JsonNode root(String name) {
            return switch (name) {
                case "input" -> StringNode.valueOf(last().map(Message::text).orElse(""));
                case "messages" -> messages();
                case "attachments" -> attachments();
                case "conversation_id" -> StringNode.valueOf(request.conversationId());
                case "run_id" -> StringNode.valueOf(request.runId());
                case "model" -> text(request.endpoint().model());
                case "instructions" -> text(request.endpoint().instructions());
                case "options" -> Json.MAPPER.valueToTree(request.options());
                case "metadata" -> Json.MAPPER.valueToTree(request.options().metadata());
                case "state" -> request.continuation().state();
                case "tools" -> request.tools().isEmpty() ? null : Json.MAPPER.valueToTree(request.tools());
                case "answer" -> request.continuation().answer();
                case "session", "carry" -> memory.get(name);
                default -> given.get(name);
            };
        }

        private JsonNode messages() {
            var stream = request.endpoint().access() instanceof Access.Http http ? stream(http.mapping()) : null;
            if (stream == HttpMapping.Stream.AI_SDK) {
                return UiMessages.of(request, memory);
            }
            boolean graph = stream == HttpMapping.Stream.LANGGRAPH;
            var messages = JsonNodeFactory.instance.arrayNode();
            for (var message : graph ? GraphThread.unsent(request, memory) : request.messages()) {
                var json = messages.addObject().put("role", message.role());
                json.set("content", MessageJson.content(message, graph ? GraphThread::block
                        : Json.MAPPER::<ObjectNode>valueToTree));
                MessageJson.calls(message, "tool_calls", json);
                if (message.toolCallId() != null) {
                    json.put("tool_call_id", message.toolCallId());
                }
            }
            return messages;
        }

        private Optional<Message> last() {
            return request.messages().isEmpty() ? Optional.empty() : Optional.of(request.messages().getLast());
        }

        private @Nullable JsonNode attachments() {
            var media = last().stream().flatMap(message -> message.content().stream())
                    .filter(ContentPart.Media.class::isInstance).toList();
            return media.isEmpty() ? null : Json.MAPPER.valueToTree(media);
        }

        private static @Nullable JsonNode text(@Nullable String value) {
            return value == null ? null : JsonNodeFactory.instance.stringNode(value);
        }
    }
}
