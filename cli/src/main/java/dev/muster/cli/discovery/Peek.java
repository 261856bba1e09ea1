package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.http.ContentCoding;
import dev.muster.common.time.Durations;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A few plain HTTP calls, each with little time and a little of its answer.
 *
 * @param patience of a message
 * @param progress receives a line when an answer does not come at once
 */
record Peek(HttpClient client, Map<String, String> headers, Duration patience, Consumer<String> progress) {

    private static final Duration QUICK = Duration.ofSeconds(5);
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final int MOST = 1 << 20;
    /** The only event that an MCP server of 2024-11-05 sends before a request. */
    private static final String ENDPOINT = "event: endpoint";
    private static final List<String> ENDS = List.of("data: [DONE]", "data:[DONE]", "\"RUN_FINISHED\"", "\"RUN_ERROR\"",
            "\"message_stop\"", "\"response.completed\"");

    /** @throws NotFound for a header that can't be sent */
    static Peek with(Map<String, String> headers, Duration patience, Consumer<String> progress) throws NotFound {
        for (var header : headers.entrySet()) {
            try {
                HttpRequest.newBuilder().setHeader(header.getKey(), header.getValue());
            } catch (IllegalArgumentException e) {
                // the client's own message contains the value
                throw new NotFound("the header '" + header.getKey() + "' can't be sent: HTTP allows only"
                        + " visible ASCII characters in its name, and no control or other characters in its value;"
                        + " Host, Connection and the like are set by the client");
            }
        }
        return new Peek(HttpClient.newBuilder().connectTimeout(QUICK).version(HttpClient.Version.HTTP_1_1).build(),
                headers, patience, progress);
    }

    /** Asks for a stream of events, whose first one may be all that comes for a long time; null without an answer. */
    @Nullable
    PeekAnswer events(String url) throws InterruptedException {
        try {
            return answers(
                    Map.of(url, HttpRequest.newBuilder(URI.create(url)).header("Accept", PeekAnswer.EVENTS).GET()),
                    QUICK, false).get(url);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Reads several addresses at once; those that did not answer in time are left out.
     *
     * @param base names all of them to a user
     * @throws NotFound when nothing listens there, or nothing that speaks HTTP
     */
    Map<String, PeekAnswer> get(String base, Collection<String> urls) throws NotFound, InterruptedException {
        var requests = new LinkedHashMap<String, HttpRequest.Builder>();
        // an agent that speaks Agent2Agent 1.0 alone shows its card only to who asks for that version
        urls.forEach(url -> requests.put(url,
                HttpRequest.newBuilder(URI.create(url)).header("A2A-Version", "1.0").GET()));
        try {
            return answers(requests, QUICK, false);
        } catch (IOException e) {
            throw Refusals.dead(base, e);
        }
    }

    /**
     * @param more headers of this call
     * @throws NotFound when nothing answers
     */
    PeekAnswer post(String url, JsonNode body, Map<String, String> more) throws NotFound, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json")
                .header("Accept", PeekAnswer.EVENTS + ", application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        more.forEach(request::setHeader);
        try {
            var answer = answers(Map.of(url, request), patience, true).get(url);
            if (answer == null) {
                throw new java.net.http.HttpTimeoutException("no answer within " + Durations.text(patience)
                        + "; --timeout gives it more");
            }
            return answer;
        } catch (IOException e) {
            throw Refusals.dead(url, e);
        }
    }

    private Map<String, PeekAnswer> answers(Map<String, HttpRequest.Builder> requests, Duration within, boolean whole)
            throws IOException, InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coming = new LinkedHashMap<String, Future<PeekAnswer>>();
            requests.forEach((url, request) -> coming.put(url, threads.submit(() -> send(request, within))));
            var answers = new LinkedHashMap<String, PeekAnswer>();
            boolean silent = true;
            for (var each : coming.entrySet()) {
                var answer = each.getValue();
                if (silent && !isDone(answer)) {
                    silent = false;
                    progress.accept("waiting up to " + Durations.text(within) + " for " + each.getKey());
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

    private static boolean isDone(Future<PeekAnswer> answer) throws InterruptedException {
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

    private PeekAnswer send(HttpRequest.Builder request, Duration within) throws IOException, InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        request.setHeader("anthropic-version", "2023-06-01");
        headers.forEach(request::setHeader);
        var response = client.send(request.timeout(within).build(), HttpResponse.BodyHandlers.ofInputStream());
        var type = response.headers().firstValue("Content-Type").orElse("");
        var semicolon = type.indexOf(';');
        var read = new ByteArrayOutputStream();
        var how = read(response, read, Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())));
        var body = read.toString(charset(type));
        return new PeekAnswer(response.statusCode(), (semicolon < 0 ? type : type.substring(0, semicolon)).strip()
                .toLowerCase(Locale.ROOT), response.headers(), body,
                ENDS.stream().anyMatch(body::contains) ? PeekAnswer.End.WHOLE : how);
    }

    /** Returns the body without its compression; nothing of one that can't be read. */
    private static InputStream plain(HttpResponse<InputStream> response) throws IOException {
        var encoding = response.headers().firstValue(PeekAnswer.ENCODING).orElse("");
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
    private static PeekAnswer.End read(HttpResponse<InputStream> response, ByteArrayOutputStream read, Duration within)
            throws InterruptedException {
        var isBroken = new AtomicBoolean();
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
                isBroken.set(true);
            }
        });
        boolean isOver = reader.join(within) && read.size() < MOST;
        return !isOver ? PeekAnswer.End.TIME_OVER : isBroken.get() ? PeekAnswer.End.BROKEN : PeekAnswer.End.WHOLE;
    }
}
