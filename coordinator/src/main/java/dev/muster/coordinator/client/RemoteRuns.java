package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.common.time.Pause;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.CaseDefinition;
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
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The runs of a remote fleet, reached at its coordinators' URLs. */
public final class RemoteRuns implements Runs, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Coordinators coordinators;
    private final CoordinatorCalls calls;

    public RemoteRuns(Coordinators coordinators, Credentials credentials) {
        this(coordinators, credentials, Pause.system());
    }

    /** @param pause between tries of an upload for which the coordinator has no place yet */
    public RemoteRuns(Coordinators coordinators, Credentials credentials, Pause pause) {
        this.coordinators = coordinators;
        this.calls = new CoordinatorCalls(new LeaderCalls(coordinators, credentials), pause);
    }

    public Coordinators coordinators() {
        return coordinators;
    }

    @Override
    public String submit(RunRequest request, Iterator<CaseDefinition> suite) throws IOException, RefusedRun {
        var answer = CoordinatorCalls.accepted(calls.upload("/api/v1/runs", Duration.ofHours(1),
                (call, accepted) -> call.header(CoordinatorCalls.TYPE, "application/x-ndjson")
                        .POST(SuiteBody.of(request, suite, accepted))));
        return calls.read(answer, 201, JsonNode.class).get("run").stringValue();
    }

    @Override
    public Optional<RunPage> follow(String run, long after, Duration wait) throws IOException {
        var answer = calls.get(
                "/api/v1/runs/" + CoordinatorCalls.encoded(run) + "/results?after=" + after + "&wait_ms="
                        + wait.toMillis(),
                wait.plus(calls.patience()));
        return answer.statusCode() == 404 ? Optional.empty() : Optional.of(calls.read(answer, 200, RunPage.class));
    }

    /** A coordinator of another version may know no news. */
    @Override
    public News news(String run) throws IOException {
        var answer = calls.get("/api/v1/runs/" + CoordinatorCalls.encoded(run) + "/news", PATIENCE);
        return answer.statusCode() == 404 ? News.NONE : calls.read(answer, 200, News.class);
    }

    @Override
    public StartedRun rerun(String run, RerunRequest what) throws IOException, RefusedRun {
        return calls.read(tellRun(run, "again?what=" + what.wire()), 201, StartedRun.class);
    }

    @Override
    public void stop(String run, Stopping how) throws IOException, RefusedRun {
        calls.expect(tellRun(run,
                "stop?end=" + how.end().wire() + "&reason=" + CoordinatorCalls.encoded(how.reason()) + "&grace_ms="
                        + how.grace().toMillis()),
                202);
    }

    @Override
    public void pause(String run) throws IOException, RefusedRun {
        calls.expect(tellRun(run, "pause"), 202);
    }

    @Override
    public void continueRun(String run) throws IOException, RefusedRun {
        calls.expect(tellRun(run, "continue"), 202);
    }

    /**
     * @param name as a user names it; the coordinator finds it
     * @param scope whose runs {@code last} counts
     */
    public StoredRun find(String name, ProjectScope scope) throws IOException, RefusedRun {
        return list("name=" + CoordinatorCalls.encoded(name) + query(scope)).getFirst();
    }

    /** Returns the newest runs that have all these labels. */
    public List<StoredRun> newest(ProjectScope scope, Map<String, String> labels, int atMost)
            throws IOException, RefusedRun {
        return list("limit=" + atMost + query(scope) + labels.entrySet().stream()
                .map(label -> "&label=" + CoordinatorCalls.encoded(label.getKey() + "=" + label.getValue()))
                .collect(Collectors.joining()));
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException {
        // an older coordinator doesn't know these parameters, and answers with any run
        return Stream
                .of(calls.get("/api/v1/stored-runs?suite=" + CoordinatorCalls.encoded(suite) + project(project),
                        StoredRun[].class))
                .filter(run -> suite.equals(run.settings().about().suite()) && run.settings().about().part() == null
                        && Objects.equals(project, run.settings().about().project()))
                .findFirst();
    }

    private static String query(ProjectScope scope) {
        return scope.everything() ? "" : project(scope.project());
    }

    private static String project(@Nullable String name) {
        return "&project=" + CoordinatorCalls.encoded(name == null ? "" : name);
    }

    private List<StoredRun> list(String query) throws IOException, RefusedRun {
        var answer = CoordinatorCalls.accepted(calls.get("/api/v1/stored-runs?" + query, calls.patience()));
        return List.of(calls.read(answer, 200, StoredRun[].class));
    }

    /** Deletes a run that is over; returns how many results it had. */
    public long delete(String run) throws IOException, RefusedRun {
        var answer = CoordinatorCalls
                .accepted(calls.tell("/api/v1/runs/" + CoordinatorCalls.encoded(run), Duration.ofMinutes(30),
                        HttpRequest.Builder::DELETE));
        return calls.read(answer, 200, JsonNode.class).get("results").longValue();
    }

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all)
            throws IOException {
        return calls.get("/api/v1/verdicts?agent=" + CoordinatorCalls.encoded(agent) + "&after="
                + CoordinatorCalls.encoded(after) + "&all=" + all
                + project(project), NewestVerdicts.class);
    }

    public String fleet() throws IOException {
        return calls.get("/api/v1/fleet/name", JsonNode.class).path("fleet").asString();
    }

    public RemoteTokens tokens() {
        return new RemoteTokens(calls);
    }

    public Blobs blobs() {
        return new RemoteBlobs(calls);
    }

    /** Returns agents that the coordinator calls; waiting for a busy agent does not count toward the timeout. */
    public HelperAgents agents() {
        return question -> calls.read(calls.tell("/api/v1/" + question.role().action(),
                question.timeout().plus(question.retry().maxWait()).plus(PATIENCE), CoordinatorCalls.json(question)),
                200,
                HelperReply.class);
    }

    @Override
    public void close() {
        calls.close();
    }

    private HttpResponse<byte[]> tellRun(String run, String what) throws IOException, RefusedRun {
        return CoordinatorCalls.accepted(calls.tell("/api/v1/runs/" + CoordinatorCalls.encoded(run) + "/" + what,
                PATIENCE, CoordinatorCalls::post));
    }
}
