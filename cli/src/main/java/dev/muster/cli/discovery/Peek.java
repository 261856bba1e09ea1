package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.http.ContentCoding;
import dev.muster.common.json.Json;
import dev.muster.common.time.Durations;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A few plain HTTP calls, each with little time and a little of its answer.
 *
 * @param patience of a message
 * @param told receives a line when an answer does not come at once
 */
record Peek(HttpClient client, Map<String, String> headers, Duration patience, Consumer<String> told) {

    private static final Duration QUICK = Duration.ofSeconds(5);
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final int MOST = 1 << 20;
    private static final String EVENTS = "text/event-stream";
    private static final String ENCODING = "Content-Encoding";
    /** The only event that an MCP server of 2024-11-05 sends until it is asked. */
    private static final String ENDPOINT = "event: endpoint";
    private static final List<String> ENDS = List.of("data: [DONE]", "data:[DONE]", "\"RUN_FINISHED\"", "\"RUN_ERROR\"",
            "\"message_stop\"", "\"response.completed\"");

    /** @throws Discovery.NotFound for a header that can't be sent */
    static Peek with(Map<String, String> headers, Duration patience, Consumer<String> told) throws Discovery.NotFound {
        for (var header : headers.entrySet()) {
            try {
                HttpRequest.newBuilder().setHeader(header.getKey(), header.getValue());
            } catch (IllegalArgumentException e) {
                // the client's own message contains the value
                throw new Discovery.NotFound("the header '" + header.getKey() + "' can't be sent: HTTP allows only"
                        + " visible ASCII characters in its name, and no control or other characters in its value;"
                        + " Host, Connection and the like are set by the client");
            }
        }
        return new Peek(HttpClient.newBuilder().connectTimeout(QUICK).version(HttpClient.Version.HTTP_1_1).build(),
                headers, patience, told);
    }

    /**
     * The beginning of an answer.
     *
     * @param type the media type without parameters; empty when there is none
     * @param isWhole whether all came that belongs to it; its connection may stay open
     */
    record Answer(int status, String type, HttpHeaders headers, String body, boolean isWhole) {

        /** Returns the value of a header; empty without it. */
        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        boolean isGood() {
            return status / 100 == 2;
        }

        /** Returns a sentence about a compression that can't be read; null when the body is readable. */
        @Nullable
        String unreadable() {
            return ContentCoding.unreadable(header(ENCODING));
        }

        /** Returns the events of a stream of events, in their order; none of another answer. */
        List<Event> events() {
            return type.equals(EVENTS) || Event.BEGINNINGS.stream().anyMatch(body.stripLeading()::startsWith)
                    ? Event.of(body) : List.of();
        }

        /** Whether no agent has heard the message. */
        boolean isNowhere() {
            return status == 404 || status == 405;
        }

        /** Returns the body as JSON; one text when it is none. */
        JsonNode json() {
            try {
                return Json.MAPPER.readTree(body);
            } catch (JacksonException e) {
                return StringNode.valueOf(body);
            }
        }
    }

    /**
     * One of server-sent events.
     *
     * @param type empty for none
     * @param data its lines, joined
     */
    record Event(String type, String data) {

        static final List<String> BEGINNINGS = List.of("data:", "event:");

        static List<Event> of(String body) {
            var events = new ArrayList<Event>();
            var type = "";
            var data = new ArrayList<String>();
            for (var line : (Iterable<String>) Stream.concat(body.lines(), Stream.of(""))::iterator) {
                if (line.isEmpty() && !data.isEmpty()) {
                    events.add(new Event(type, String.join("\n", data)));
                }
                if (line.isEmpty()) {
                    type = "";
                    data.clear();
                } else if (line.startsWith("event:")) {
                    type = value(line).strip();
                } else if (line.startsWith("data:")) {
                    data.add(value(line));
                }
            }
            return List.copyOf(events);
        }

        private static String value(String line) {
            var value = line.substring(line.indexOf(':') + 1);
            return value.startsWith(" ") ? value.substring(1) : value;
        }

        boolean isError() {
            return type.equalsIgnoreCase("error");
        }
    }

    /** Asks for a stream of events; its first one may be all that comes for a long time. */
    @Nullable
    Answer events(String url) throws IOException, InterruptedException {
        return answers(Map.of(url, HttpRequest.newBuilder(URI.create(url)).header("Accept", EVENTS).GET()), QUICK,
                false)
                .get(url);
    }

    /**
     * Reads several addresses at once; those that did not answer in time are left out.
     *
     * @throws IOException when nothing listens there, or nothing that speaks HTTP
     */
    Map<String, Answer> get(Collection<String> urls) throws IOException, InterruptedException {
        var requests = new LinkedHashMap<String, HttpRequest.Builder>();
        // an agent that speaks Agent2Agent 1.0 alone shows its card only to who asks for that version
        urls.forEach(url -> requests.put(url,
                HttpRequest.newBuilder(URI.create(url)).header("A2A-Version", "1.0").GET()));
        return answers(requests, QUICK, false);
    }

    /**
     * @param more headers of this call
     * @throws IOException when nothing answers
     */
    Answer post(String url, JsonNode body, Map<String, String> more) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json")
                .header("Accept", EVENTS + ", application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        more.forEach(request::setHeader);
        var answer = answers(Map.of(url, request), patience, true).get(url);
        if (answer == null) {
            throw new java.net.http.HttpTimeoutException("no answer within " + Durations.text(patience)
                    + "; --timeout gives it more");
        }
        return answer;
    }

    private Map<String, Answer> answers(Map<String, HttpRequest.Builder> requests, Duration within, boolean whole)
            throws IOException, InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coming = new LinkedHashMap<String, Future<Answer>>();
            requests.forEach((url, request) -> coming.put(url, threads.submit(() -> send(request, within))));
            var answers = new LinkedHashMap<String, Answer>();
            boolean silent = true;
            for (var each : coming.entrySet()) {
                var answer = each.getValue();
                if (silent && !isDone(answer)) {
                    silent = false;
                    told.accept("waiting up to " + Durations.text(within) + " for " + each.getKey());
                }
                try {
                    answers.put(each.getKey(), answer.get());
                } catch (ExecutionException e) {
                    failed(e, whole);
                }
            }
            return answers;
        }
    }

    private static boolean isDone(Future<Answer> answer) throws InterruptedException {
        try {
            answer.get(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return answer.isDone();
        }
        return true;
    }

    private static void failed(ExecutionException e, boolean whole) throws IOException {
        if (!(e.getCause() instanceof IOException broken)) {
            throw new IllegalStateException(e.getCause());
        }
        boolean isDead = broken instanceof ConnectException || broken instanceof SSLException
                || broken instanceof java.net.http.HttpConnectTimeoutException;
        if (isDead || (whole && !(broken instanceof java.net.http.HttpTimeoutException))) {
            throw broken;
        }
    }

    private Answer send(HttpRequest.Builder request, Duration within) throws IOException, InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        request.setHeader("anthropic-version", "2023-06-01");
        headers.forEach(request::setHeader);
        var response = client.send(request.timeout(within).build(), HttpResponse.BodyHandlers.ofInputStream());
        var type = response.headers().firstValue("Content-Type").orElse("");
        var semicolon = type.indexOf(';');
        var read = new ByteArrayOutputStream();
        boolean isEnded = read(response, read, Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())));
        var body = read.toString(charset(type));
        return new Answer(response.statusCode(), (semicolon < 0 ? type : type.substring(0, semicolon)).strip()
                .toLowerCase(Locale.ROOT), response.headers(), body, isEnded || ENDS.stream().anyMatch(body::contains));
    }

    /** Returns the body without its compression; nothing of one that can't be read. */
    private static InputStream plain(HttpResponse<InputStream> response) throws IOException {
        var encoding = response.headers().firstValue(ENCODING).orElse("");
        if (ContentCoding.unreadable(encoding) == null) {
            return ContentCoding.decoded(response.body(), encoding);
        }
        response.body().close();
        return InputStream.nullInputStream();
    }

    private static Charset charset(String type) {
        int at = type.toLowerCase(Locale.ROOT).indexOf("charset=");
        try {
            return at < 0 ? StandardCharsets.UTF_8
                    : Charset.forName(
                            new StringTokenizer(type.substring(at + "charset=".length()), "\"'; ").nextToken());
        } catch (IllegalArgumentException | NoSuchElementException e) {
            return StandardCharsets.UTF_8;
        }
    }

    /** Reads what comes in time, and returns whether that was all; a stream may never end. */
    private static boolean read(HttpResponse<InputStream> response, ByteArrayOutputStream read, Duration within)
            throws InterruptedException {
        var reader = Thread.ofPlatform().daemon().name("peek").start(() -> {
            try (var _ = response.body(); var from = plain(response)) {
                var piece = new byte[8192];
                for (int n = from.read(piece); n >= 0 && read.size() < MOST; n = from.read(piece)) {
                    read.write(piece, 0, n);
                    if (new String(piece, 0, n, StandardCharsets.UTF_8).contains(ENDPOINT)) {
                        return;
                    }
                }
            } catch (IOException e) {
                // what came until then is enough
            }
        });
        return reader.join(within) && read.size() < MOST;
    }
}
