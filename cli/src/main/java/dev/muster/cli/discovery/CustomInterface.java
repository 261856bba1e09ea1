package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.agent.mapping.EventNames;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An address that speaks no protocol of its own: where its answer has the agent's words. */
record CustomInterface(String url, Refusals refusals) {

    private static final String RESPONSE = "response";
    private static final String STREAM = "stream";
    private static final int MOST_OTHERS = 5;
    /** Members of a body that was guessed has as many at least. */
    private static final int FEW = 4;
    private static final int LONGEST_MARK = 20;
    private static final int MOST_OF_AN_ERROR = 4 << 10;
    private static final Set<String> PLAIN_JSON = Set.of("", "text/html", "application/octet-stream");
    /** How a text begins that reports an error. */
    private static final Pattern ERROR = Pattern.compile("(?is)([\\w.]*(error|exception|failure)\\b\\s*[:\\[{(].*"
            + "|traceback \\(most recent.*|(internal server error|bad request|unauthorized|forbidden|not "
            + "found|method not"
            + " allowed|invalid request|service unavailable)\\b.{0,200})");

    /** Returns how to read the answer to a body. */
    FoundAgent found(PeekAnswer answer, RequestBody body) throws NotFound {
        var draft = Draft.of(url, "protocol", "http");
        for (var name : body.fixed()) {
            draft = draft.remark(name + " takes no text, so every case sends the same; change it where cases must not"
                    + " share a conversation");
        }
        var start = (body.members().size() < FEW ? draft
                : draft.remark(Draft.GUESSED + "; leave out what it does not need."))
                .with("body", body.written());
        var frames = AnswerMap.frames(answer.body());
        var error = AgentWords.error(frames);
        var hinted = answer.isGood() && error == null ? null : body.corrected(answer.json());
        var byHand = draft.guess("body", (hinted == null ? body : hinted).written()).guess(RESPONSE, response("text",
                "$.reply"));
        refusals.refuse(answer, url, byHand);
        var came = OneLine.of(answer.body());
        var events = answer.events();
        var failed = events.stream().filter(ServerEvent::isError).findFirst();
        if (failed.isPresent()) {
            throw new NotFound("the stream of POST " + url + " has an event 'error', which is not an agent's text: "
                    + OneLine.of(failed.get().data()) + "; check its message, and try again", byHand);
        }
        if (isText(events)) {
            return textEvents(answer, events, start, body);
        }
        if (frames.isEmpty()) {
            return plain(answer, start, byHand, body);
        }
        if (error != null) {
            throw new NotFound("HTTP " + answer.status() + " from POST " + url + " is an error, not an agent's text: "
                    + OneLine.of(error.toString()) + (hinted == null ? "; check its message, and try again"
                            : "; it probably does not accept this body"),
                    byHand);
        }
        if (SessionHint.opens(url, frames)) {
            throw new NotFound("POST " + url + " opens a session, and its answer is not an agent's: " + came
                    + "; give the address that takes the messages, and describe this call under 'session'"
                    + " (docs/targets/http.md#sessions)",
                    SessionHint.draft(SessionHint.messages(url), url, SessionHint.path(frames.getFirst()))
                            .remark("change this: url, the address that takes the messages"));
        }
        var places = AgentWords.in(frames, body.filled().toString()).places();
        if (places.isEmpty()) {
            throw new NotFound("no agent's text was found in the answer of POST " + url + " (HTTP "
                    + answer.status() + "): " + came, byHand);
        }
        var best = places.getFirst();
        if (AgentWords.isRepeated(best)) {
            throw new NotFound("the events of POST " + url
                    + " repeat the text so far, and Muster joins the texts of all"
                    + " events, so it would be repeated: " + came + "; ask for the answer in one piece (often"
                    + " stream: false in the body)", byHand);
        }
        var response = stream(answer, frames.size()).put("text", best.path());
        if (frames.stream().anyMatch(frame -> frame.has("error"))) {
            response.put("error", "$.error");
        }
        if (answer.body().contains("data: [DONE]")) {
            response.put("done", "[DONE]");
        }
        var calls = CallShapes.in(frames);
        calls.ifPresent(found -> response.set("tool_calls", found.mapping()));
        var agent = calls.map(found -> start.remark("tool_calls: what looked like calls of tools: "
                + String.join(", ", found.tools()))).orElse(start).with(RESPONSE, response);
        var session = SessionHint.id(frames, body.filled().toString());
        if (session.isPresent()) {
            agent = agent.remark(SessionHint.proposal(session.get()));
        }
        var others = places.stream().skip(1)
                .filter(other -> calls.stream().noneMatch(found -> found.holds(other.path())));
        for (var other : others.limit(MOST_OTHERS).toList()) {
            agent = agent.remark(Draft.OTHER + other.path() + "  \"" + OneLine.of(AgentWords.text(other)) + "\"");
        }
        return new FoundAgent("an HTTP endpoint with an interface of its own", agent, AgentWords.text(best),
                best.path(),
                guessed(body));
    }

    /** Whether the data of most events is text, and no document; the mark at the end is neither. */
    private static boolean isText(List<ServerEvent> events) {
        var texts = events.stream().map(ServerEvent::data).filter(data -> !data.isBlank() && !isMark(data)).toList();
        long documents = texts.stream().filter(text -> !AnswerMap.frames(text).isEmpty()).count();
        return !texts.isEmpty() && documents * 2 < texts.size();
    }

    private static boolean isMark(String data) {
        var mark = data.strip();
        return mark.startsWith("[") && mark.endsWith("]") && mark.length() <= LONGEST_MARK
                && mark.chars().allMatch(c -> "[]_ ".indexOf(c) >= 0 || Character.isUpperCase(c));
    }

    private static FoundAgent textEvents(PeekAnswer answer, List<ServerEvent> events, Draft start, RequestBody body) {
        var response = response(STREAM, "sse_text");
        if (!answer.type().equals("text/event-stream")) {
            start = start.remark("It labels its events as " + (answer.type().isEmpty() ? "nothing" : answer.type()));
        }
        var last = events.getLast().data().strip();
        if (isMark(last)) {
            response.put("done", last);
        }
        var words = events.stream().filter(event -> !EventNames.isAside(event.type(), event.data()))
                .map(ServerEvent::data).filter(data -> !(isMark(data) && data.strip().equals(last)))
                .collect(Collectors.joining());
        return new FoundAgent("an HTTP endpoint that answers with events of text", start.with(RESPONSE, response),
                words,
                "the data of its events", guessed(body));
    }

    private FoundAgent plain(PeekAnswer answer, Draft start, Draft byHand, RequestBody sent) throws NotFound {
        var body = answer.body().strip();
        var beginning = body.substring(0, Math.min(15, body.length())).toLowerCase(Locale.ROOT);
        if (answer.type().equals("text/html") || beginning.startsWith("<!doctype html")
                || beginning.startsWith("<html")) {
            throw new NotFound("this is a web page, not an agent's interface: POST " + url + " is answered with "
                    + (answer.type().isEmpty() ? "HTML" : answer.type())
                    + "; look for the address that the page itself calls");
        }
        if (body.isEmpty()) {
            throw new NotFound("the answer of POST " + url + " is empty (HTTP " + answer.status() + ")",
                    start.guess(RESPONSE, response("text", "$.reply")));
        }
        if (!answer.events().isEmpty() || answer.type().equals("text/event-stream")) {
            throw new NotFound("no agent's text was found in the events of POST " + url + ": " + OneLine.of(body),
                    byHand);
        }
        if (!(answer.type().startsWith("text/") || answer.type().isEmpty()) || !isReadable(body)) {
            throw new NotFound("the answer of POST " + url + " is neither JSON nor text, but "
                    + (answer.type().isEmpty() ? "has no content type" : OneLine.of(answer.type())) + ": "
                    + OneLine.of(body), byHand);
        }
        if (ERROR.matcher(body.substring(0, Math.min(MOST_OF_AN_ERROR, body.length()))).matches()) {
            throw new NotFound("the text of POST " + url + " (HTTP " + answer.status() + ") is an error, not an agent's"
                    + " text: " + OneLine.of(body) + "; it probably does not accept this body", byHand);
        }
        return new FoundAgent("an HTTP endpoint that answers with plain text", start.with(RESPONSE, response(STREAM,
                "text")), body, "the whole body", guessed(sent));
    }

    /** Whether a body that is labeled as text is one. */
    private static boolean isReadable(String body) {
        return body.chars().noneMatch(c -> c == '\uFFFD' || (Character.isISOControl(c) && !Character.isWhitespace(c)));
    }

    /** A body with several guessed members can be made smaller. */
    private static @Nullable RequestBody guessed(RequestBody body) {
        return body.members().size() < FEW ? null : body;
    }

    /** Says how an answer arrives, where its content type does not. */
    private static ObjectNode stream(PeekAnswer answer, int frames) {
        boolean events = answer.body().lines().anyMatch(line -> line.startsWith("data:"));
        boolean isDeclared = events ? answer.type().equals("text/event-stream")
                : frames > 1 ? answer.type().contains("ndjson") : !PLAIN_JSON.contains(answer.type());
        return isDeclared ? Json.MAPPER.createObjectNode()
                : response(STREAM, events ? "sse" : frames > 1 ? "ndjson" : "json");
    }

    private static ObjectNode response(String name, String value) {
        return Json.MAPPER.createObjectNode().put(name, value);
    }
}
