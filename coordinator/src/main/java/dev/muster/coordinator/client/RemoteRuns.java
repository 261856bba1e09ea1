package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.CaseDefinition;
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
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
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
}
