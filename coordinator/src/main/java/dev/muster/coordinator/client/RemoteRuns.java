package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.common.time.Pause;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredRun;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The runs of a remote fleet, reached at its coordinators' URLs. */
public final class RemoteRuns implements Runs, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TYPE = "Content-Type";
    private static final int TOO_MANY = 429;
    private static final int MOST_WAITS = 600;

    private final LeaderCalls http;
    private final Pause pause;

    public RemoteRuns(Coordinators coordinators, Credentials credentials) {
        this(coordinators, credentials, Pause.system());
    }

    /** @param pause between tries of an upload for which the coordinator has no place yet */
    public RemoteRuns(Coordinators coordinators, Credentials credentials, Pause pause) {
        this.http = new LeaderCalls(coordinators, credentials);
        this.pause = pause;
    }

    @Override
    public String submit(RunRequest request, Iterator<CaseDefinition> suite) throws IOException, RefusedRun {
        var answer = accepted(upload("/api/v1/runs", Duration.ofHours(1),
                (call, asked) -> call.header(TYPE, "application/x-ndjson")
                        .POST(SuiteBody.of(request, suite, asked))));
        return read(answer, 201, JsonNode.class).get("run").stringValue();
    }

    @Override
    public Optional<RunPage> follow(String run, long after, Duration wait) throws IOException {
        var answer = get("/api/v1/runs/" + encoded(run) + "/results?after=" + after + "&wait_ms=" + wait.toMillis(),
                wait.plus(http.patience()));
        return answer.statusCode() == 404 ? Optional.empty() : Optional.of(read(answer, 200, RunPage.class));
    }

    /** A coordinator of another version may know no news. */
    @Override
    public News news(String run) throws IOException {
        var answer = get("/api/v1/runs/" + encoded(run) + "/news", PATIENCE);
        return answer.statusCode() == 404 ? News.NONE : read(answer, 200, News.class);
    }

    @Override
    public StartedRun again(String run, RerunRequest what) throws IOException, RefusedRun {
        return read(tellRun(run, "again?what=" + what.wire()), 201, StartedRun.class);
    }

    @Override
    public void stop(String run, Stopping how) throws IOException, RefusedRun {
        expect(tellRun(run, "stop?end=" + how.end().wire() + "&reason=" + encoded(how.reason()) + "&grace_ms="
                + how.grace().toMillis()), 202);
    }

    @Override
    public void pause(String run) throws IOException, RefusedRun {
        expect(tellRun(run, "pause"), 202);
    }

    @Override
    public void goOn(String run) throws IOException, RefusedRun {
        expect(tellRun(run, "continue"), 202);
    }

    /**
     * @param name as a user names it; the coordinator finds it
     * @param scope whose runs {@code last} counts
     */
    public StoredRun find(String name, ProjectScope scope) throws IOException, RefusedRun {
        return list("name=" + encoded(name) + query(scope)).getFirst();
    }

    /** Returns the newest runs that have all these labels. */
    public List<StoredRun> newest(ProjectScope scope, Map<String, String> labels, int atMost)
            throws IOException, RefusedRun {
        return list("limit=" + atMost + query(scope) + labels.entrySet().stream()
                .map(label -> "&label=" + encoded(label.getKey() + "=" + label.getValue()))
                .collect(Collectors.joining()));
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException {
        // an older coordinator doesn't know these parameters, and answers with any run
        return Stream.of(get("/api/v1/stored-runs?suite=" + encoded(suite) + project(project), StoredRun[].class))
                .filter(run -> suite.equals(run.settings().about().suite()) && run.settings().about().part() == null
                        && Objects.equals(project, run.settings().about().project()))
                .findFirst();
    }

    private static String query(ProjectScope scope) {
        return scope.everything() ? "" : project(scope.project());
    }

    private static String project(@Nullable String name) {
        return "&project=" + encoded(name == null ? "" : name);
    }

    private List<StoredRun> list(String query) throws IOException, RefusedRun {
        var answer = accepted(get("/api/v1/stored-runs?" + query, http.patience()));
        return List.of(read(answer, 200, StoredRun[].class));
    }

    /** Deletes a run that is over; returns how many results it had. */
    public long delete(String run) throws IOException, RefusedRun {
        var answer = accepted(tell("/api/v1/runs/" + encoded(run), Duration.ofMinutes(30),
                HttpRequest.Builder::DELETE));
        return read(answer, 200, JsonNode.class).get("results").longValue();
    }

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all)
            throws IOException {
        return get("/api/v1/verdicts?agent=" + encoded(agent) + "&after=" + encoded(after) + "&all=" + all
                + project(project), NewestVerdicts.class);
    }

    public String fleet() throws IOException {
        return get("/api/v1/fleet/name", JsonNode.class).path("fleet").asString();
    }

    public RemoteTokens tokens() {
        return new RemoteTokens();
    }

    public Blobs blobs() {
        return new RemoteBlobs();
    }

    /** Returns agents that the coordinator calls; waiting for a busy agent does not count toward the timeout. */
    public HelperAgents agents() {
        return question -> read(tell("/api/v1/" + question.role().action(),
                question.timeout().plus(question.retry().maxWait()).plus(PATIENCE), json(question)), 200,
                HelperReply.class);
    }

    @Override
    public void close() {
        http.close();
    }

    private HttpResponse<byte[]> tellRun(String run, String what) throws IOException, RefusedRun {
        return accepted(tell("/api/v1/runs/" + encoded(run) + "/" + what, PATIENCE, RemoteRuns::post));
    }

    private <T> T get(String path, Class<T> type) throws IOException {
        return read(get(path, http.patience()), 200, type);
    }

    private HttpResponse<byte[]> get(String path, Duration timeout) throws IOException {
        return ask(path, timeout, HttpRequest.Builder::GET);
    }

    /** Sends a request that may be repeated. */
    private HttpResponse<byte[]> ask(String path, Duration timeout, UnaryOperator<HttpRequest.Builder> what)
            throws IOException {
        return answer(
                () -> http.ask(path, request -> what.apply(request.timeout(timeout)), BodyHandlers.ofByteArray()));
    }

    /** Sends a request that must arrive at most once. */
    private HttpResponse<byte[]> tell(String path, Duration timeout, UnaryOperator<HttpRequest.Builder> what)
            throws IOException {
        return answer(
                () -> http.tell(path, request -> what.apply(request.timeout(timeout)), BodyHandlers.ofByteArray()));
    }

    /** Makes a request of an upload; the second argument is run when the coordinator asks for the body. */
    private interface Upload {
        HttpRequest.Builder of(HttpRequest.Builder call, Runnable asked);
    }

    /** Sends a body, which can be read once, as soon as the coordinator asks for it: that may have no place for it yet. */
    private HttpResponse<byte[]> upload(String path, Duration timeout, Upload upload) throws IOException {
        var asked = new AtomicBoolean();
        HttpResponse<byte[]> answer;
        int waits = 0;
        do {
            answer = tell(path, timeout, call -> upload.of(call.expectContinue(true), () -> asked.set(true)));
        } while (answer.statusCode() == TOO_MANY && !asked.get() && waits++ < MOST_WAITS && awaited(answer));
        return answer;
    }

    private boolean awaited(HttpResponse<byte[]> busy) throws IOException {
        var seconds = Math.clamp(busy.headers().firstValueAsLong("Retry-After").orElse(2), 1, 60);
        return answer(() -> {
            pause.pause(Duration.ofSeconds(seconds));
            return true;
        });
    }

    private static <T> T answer(Follower.CoordinatorRetry.Question<T> request)
            throws IOException {
        try {
            return request.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while talking to the coordinator", e);
        }
    }

    private HttpResponse<byte[]> expect(HttpResponse<byte[]> answer, int status) throws IOException {
        if (answer.statusCode() != status) {
            var sentence = "the coordinator at " + http.leader() + " answered HTTP " + answer.statusCode() + ": "
                    + error(answer);
            throw isFinal(answer.statusCode()) ? new Follower.CoordinatorRetry.RefusedRequest(sentence)
                    : new IOException(sentence);
        }
        return answer;
    }

    /** @throws RefusedRun when the coordinator refuses what it was told, with its reason */
    private static HttpResponse<byte[]> accepted(HttpResponse<byte[]> answer) throws RefusedRun {
        if (answer.statusCode() == 409 || answer.statusCode() == 400) {
            throw new RefusedRun(error(answer));
        }
        return answer;
    }

    /** Whether a status is final: client errors are, server errors may be temporary. */
    private static boolean isFinal(int status) {
        return status >= 400 && status < 500 && status != 408 && status != 429;
    }

    /** Returns the document of an answer that must have this status. */
    private <T> T read(HttpResponse<byte[]> answer, int status, Class<T> type) throws IOException {
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

    private static HttpRequest.Builder post(HttpRequest.Builder request) {
        return request.POST(BodyPublishers.noBody());
    }

    private static UnaryOperator<HttpRequest.Builder> json(Object body) {
        return request -> request.header(TYPE, "application/json")
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(body)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private final class RemoteBlobs implements Blobs {

        private static final Duration UPLOAD = Duration.ofMinutes(10);

        @Override
        public boolean has(String sha256) throws IOException {
            var answer = ask("/api/v1/blobs/" + sha256, http.patience(), HttpRequest.Builder::HEAD);
            return answer.statusCode() != 404 && expect(answer, 200).statusCode() == 200;
        }

        @Override
        public void put(String sha256, InputStream content) throws IOException, RefusedRun {
            expect(accepted(upload("/api/v1/blobs/" + sha256, UPLOAD,
                    (call, asked) -> call.header(TYPE, "application/octet-stream")
                            .PUT(BodyPublishers.ofInputStream(() -> {
                                asked.run();
                                return content;
                            })))),
                    204);
        }
    }

    /** The tokens and the audit of a remote fleet, for its administrator. */
    public final class RemoteTokens {

        private RemoteTokens() {}

        public AccessToken.Made create(AccessToken.Wanted wanted) throws IOException {
            return read(tell("/api/v1/tokens", http.patience(), json(wanted)), 201, AccessToken.Made.class);
        }

        private record Link(String key) {}

        /** Returns the address of the fleet's pages, which opens them once in one browser. */
        public URI link() throws IOException {
            var answer = tell("/api/v1/session/link", http.patience(), RemoteRuns::post);
            return http.leader().resolve("/?key=" + read(answer, 201, Link.class).key());
        }

        public List<AccessToken> all() throws IOException {
            return List.of(get("/api/v1/tokens", AccessToken[].class));
        }

        /**
         * @param which an id, or a name of which all tokens are revoked
         * @param withMade whether to revoke what these tokens made, too
         */
        public AccessToken.Revoked revoke(String which, boolean withMade) throws IOException {
            return read(tell("/api/v1/tokens/" + encoded(which) + (withMade ? "?with_made=true" : ""),
                    http.patience(), HttpRequest.Builder::DELETE), 200, AccessToken.Revoked.class);
        }

        /** Newest first. */
        public List<Deed> audit(int atMost) throws IOException {
            return List.of(get("/api/v1/audit?limit=" + atMost, Deed[].class));
        }
    }
}
