package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.run.SuiteStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The runs of a remote fleet, reached at its coordinators' URLs. */
public final class RemoteRuns implements Runs, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TYPE = "Content-Type";
    private static final int PIPE = 256 << 10;

    private final CoordinatorCalls calls;

    public RemoteRuns(Coordinators coordinators, Credentials credentials) {
        this.calls = new CoordinatorCalls(coordinators, credentials);
    }

    @Override
    public String submit(RunRequest request, Iterator<CaseDefinition> suite) throws IOException, RefusedRun {
        var answer = CoordinatorCalls.accepted(
                calls.tell("/api/v1/runs", call -> call.timeout(Duration.ofHours(1))
                        .header(TYPE, "application/x-ndjson").POST(body(request, suite))));
        return calls.read(answer, 201, JsonNode.class).get("run").stringValue();
    }

    @Override
    public Optional<RunPage> follow(String run, long after, Duration wait) throws IOException {
        var answer = calls.ask(
                "/api/v1/runs/" + encoded(run) + "/results?after=" + after + "&wait_ms=" + wait.toMillis(),
                request -> request.timeout(wait.plus(calls.patience())).GET());
        if (answer.statusCode() == 404) {
            return Optional.empty();
        }
        return Optional.of(calls.read(answer, 200, RunPage.class));
    }

    /** A coordinator of another version may know no news. */
    @Override
    public News news(String run) throws IOException {
        var answer = calls.ask("/api/v1/runs/" + encoded(run) + "/news", request -> request.timeout(PATIENCE).GET());
        return answer.statusCode() == 404 ? News.NONE
                : calls.read(answer, 200, News.class);
    }

    @Override
    public StartedRun again(String run, RerunRequest what) throws IOException, RefusedRun {
        var answer = tell(run, "again?what=" + what.wire());
        return calls.read(answer, 201, StartedRun.class);
    }

    @Override
    public void stop(String run, Stopping how) throws IOException, RefusedRun {
        calls.expect(tell(run, "stop?end=" + how.end().wire() + "&reason=" + encoded(how.reason()) + "&grace_ms="
                + how.grace().toMillis()), 202);
    }

    @Override
    public void pause(String run) throws IOException, RefusedRun {
        calls.expect(tell(run, "pause"), 202);
    }

    @Override
    public void goOn(String run) throws IOException, RefusedRun {
        calls.expect(tell(run, "continue"), 202);
    }

    /** @param name as a user names it; the coordinator finds it */
    public StoredRun find(String name) throws IOException, RefusedRun {
        return list("name=" + encoded(name)).getFirst();
    }

    /** Returns the newest runs that have all these labels. */
    public List<StoredRun> newest(Map<String, String> labels, int atMost) throws IOException, RefusedRun {
        return list("limit=" + atMost + labels.entrySet().stream()
                .map(label -> "&label=" + encoded(label.getKey() + "=" + label.getValue()))
                .collect(Collectors.joining()));
    }

    private List<StoredRun> list(String query) throws IOException, RefusedRun {
        var answer = CoordinatorCalls.accepted(
                calls.ask("/api/v1/stored-runs?" + query, request -> request.timeout(calls.patience()).GET()));
        return List.of(calls.read(answer, 200, StoredRun[].class));
    }

    /** Deletes a run that is over; returns how many results it had. */
    public long delete(String run) throws IOException, RefusedRun {
        var answer = CoordinatorCalls.accepted(
                calls.tell("/api/v1/runs/" + encoded(run),
                        request -> request.timeout(Duration.ofMinutes(30)).DELETE()));
        return calls.read(answer, 200, JsonNode.class).get("results").longValue();
    }

    @Override
    public NewestVerdicts verdicts(String agent, String after, boolean all) throws IOException {
        var answer = calls.ask("/api/v1/verdicts?agent=" + encoded(agent) + "&after=" + encoded(after) + "&all=" + all,
                request -> request.timeout(calls.patience()).GET());
        return calls.read(answer, 200, NewestVerdicts.class);
    }

    public String fleet() throws IOException {
        var answer = calls.ask("/api/v1/fleet/name", request -> request.timeout(calls.patience()).GET());
        return calls.read(answer, 200, JsonNode.class).path("fleet").asString();
    }

    public RemoteTokens tokens() {
        return new RemoteTokens(calls);
    }

    public Blobs blobs() {
        return new RemoteBlobs(calls);
    }

    public HelperAgents agents() {
        return new RemoteAgents(calls);
    }

    @Override
    public void close() {
        calls.close();
    }

    private HttpResponse<byte[]> tell(String run, String what) throws IOException, RefusedRun {
        return CoordinatorCalls.accepted(calls.tell("/api/v1/runs/" + encoded(run) + "/" + what,
                request -> request.timeout(PATIENCE).POST(BodyPublishers.noBody())));
    }

    /** Returns a body that streams the suite, so that neither side holds all of it. */
    private static BodyPublisher body(RunRequest request, Iterator<CaseDefinition> suite) {
        return BodyPublishers.ofInputStream(() -> {
            try {
                var out = new PipedOutputStream();
                var in = new PipedInputStream(out, PIPE);
                Thread.ofPlatform().daemon().name("suite upload").start(() -> write(request, suite, out));
                return in;
            } catch (IOException e) {
                return InputStream.nullInputStream();
            }
        });
    }

    private static void write(RunRequest request, Iterator<CaseDefinition> suite, PipedOutputStream out) {
        try (out) {
            SuiteStream.write(request, suite, out);
        } catch (IOException | JacksonException e) {
            // the reader closed its end: the request itself reports why
            return;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private record RemoteAgents(CoordinatorCalls calls) implements HelperAgents {

        /** Calls an agent; waiting for a busy agent does not count toward the timeout. */
        @Override
        public HelperReply ask(HelperQuestion question) throws IOException {
            var patience = question.timeout().plus(question.retry().maxWait()).plus(PATIENCE);
            var answer = calls.tell("/api/v1/" + question.role().action(), request -> request.timeout(patience)
                    .header(TYPE, "application/json")
                    .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(question))));
            return calls.read(answer, 200, HelperReply.class);
        }
    }

    private record RemoteBlobs(CoordinatorCalls calls) implements Blobs {

        private static final Duration UPLOAD = Duration.ofMinutes(10);

        @Override
        public boolean has(String sha256) throws IOException {
            var answer = calls.ask("/api/v1/blobs/" + sha256, request -> request.timeout(calls.patience()).HEAD());
            return answer.statusCode() != 404 && calls.expect(answer, 200).statusCode() == 200;
        }

        @Override
        public void put(String sha256, InputStream content) throws IOException, RefusedRun {
            var answer = calls.tell("/api/v1/blobs/" + sha256,
                    request -> request.timeout(UPLOAD).header(TYPE, "application/octet-stream")
                            .PUT(BodyPublishers.ofInputStream(() -> content)));
            calls.expect(CoordinatorCalls.accepted(answer), 204);
        }
    }

    /** Makes HTTP calls to a fleet's coordinator; describes each failure in one sentence. */
    static final class CoordinatorCalls implements AutoCloseable {

        private final LeaderCalls http;

        CoordinatorCalls(Coordinators coordinators, Credentials credentials) {
            this.http = new LeaderCalls(coordinators, credentials);
        }

        Duration patience() {
            return http.patience();
        }

        URI leader() {
            return http.leader();
        }

        /** Sends a request that may be repeated. */
        HttpResponse<byte[]> ask(String path, UnaryOperator<HttpRequest.Builder> what) throws IOException {
            return answer(() -> http.ask(path, what, BodyHandlers.ofByteArray()));
        }

        /** Sends a request that must arrive at most once. */
        HttpResponse<byte[]> tell(String path, UnaryOperator<HttpRequest.Builder> what) throws IOException {
            return answer(() -> http.tell(path, what, BodyHandlers.ofByteArray()));
        }

        private static HttpResponse<byte[]> answer(Follower.CoordinatorRetry.Question<HttpResponse<byte[]>> request)
                throws IOException {
            try {
                return request.ask();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while talking to the coordinator", e);
            }
        }

        HttpResponse<byte[]> expect(HttpResponse<byte[]> answer, int status) throws IOException {
            if (answer.statusCode() != status) {
                var sentence = "the coordinator at " + http.leader() + " answered HTTP " + answer.statusCode() + ": "
                        + error(answer);
                throw isFinal(answer.statusCode()) ? new Follower.CoordinatorRetry.RefusedRequest(sentence)
                        : new IOException(sentence);
            }
            return answer;
        }

        /** @throws RefusedRun when the coordinator refuses what it was told, with its reason */
        static HttpResponse<byte[]> accepted(HttpResponse<byte[]> answer) throws RefusedRun {
            if (answer.statusCode() == 409) {
                throw new RefusedRun(error(answer));
            }
            return answer;
        }

        /** Whether a status is final: client errors are, server errors may be temporary. */
        private static boolean isFinal(int status) {
            return status >= 400 && status < 500 && status != 408 && status != 429;
        }

        /** Returns the document of an answer that must have this status. */
        <T> T read(HttpResponse<byte[]> answer, int status, Class<T> type) throws IOException {
            try {
                return Json.MAPPER.readValue(expect(answer, status).body(), type);
            } catch (JacksonException e) {
                throw new IOException("the answer of " + http.leader()
                        + " is not a Muster coordinator's; check the address, and that both have the same version", e);
            }
        }

        private static String error(HttpResponse<byte[]> answer) {
            var text = new String(answer.body(), StandardCharsets.UTF_8);
            try {
                var error = Json.MAPPER.readTree(text).path("error");
                return error.isString() ? error.stringValue() : text;
            } catch (JacksonException e) {
                return text.length() > 200 ? text.substring(0, 200) : text;
            }
        }

        @Override
        public void close() {
            http.close();
        }
    }

    /** The tokens and the audit of a remote fleet, for its administrator. */
    public record RemoteTokens(RemoteRuns.CoordinatorCalls calls) {

        public AccessToken.Made create(AccessToken.Wanted wanted) throws IOException {
            var answer = calls.tell("/api/v1/tokens",
                    request -> within(request).header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(wanted))));
            return calls.read(answer, 201, AccessToken.Made.class);
        }

        private record Link(String key) {}

        /** Returns the address of the fleet's pages, which opens them once in one browser. */
        public URI link() throws IOException {
            var answer = calls.tell("/api/v1/session/link", request -> within(request).POST(BodyPublishers.noBody()));
            return calls.leader().resolve("/?key=" + calls.read(answer, 201, Link.class).key());
        }

        public List<AccessToken> all() throws IOException {
            var answer = calls.ask("/api/v1/tokens", request -> within(request).GET());
            return List.of(calls.read(answer, 200, AccessToken[].class));
        }

        /** @param which an id, or a name of which all tokens are revoked */
        public List<AccessToken> revoke(String which) throws IOException {
            var answer = calls.tell("/api/v1/tokens/" + URLEncoder.encode(which, StandardCharsets.UTF_8),
                    request -> within(request).DELETE());
            return List.of(calls.read(answer, 200, AccessToken[].class));
        }

        /** Newest first. */
        public List<Deed> audit(int atMost) throws IOException {
            var answer = calls.ask("/api/v1/audit?limit=" + atMost, request -> within(request).GET());
            return List.of(calls.read(answer, 200, Deed[].class));
        }

        private HttpRequest.Builder within(HttpRequest.Builder request) {
            return request.timeout(calls.patience());
        }
    }
}
