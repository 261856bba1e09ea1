package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import dev.muster.common.testing.Repository;
import java.lang.ProcessBuilder.Redirect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A job of GitHub Actions: does the steps of a composite action as the runner does, and has the part of GitHub's REST
 * API that comments need. Caches stay from job to job.
 */
final class GitHubJob implements AutoCloseable {

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{\\s*(.+?)\\s*\\}\\}");

    /** What a step did, with its outputs. */
    record Step(String name, int code, String output, Map<String, String> outputs) {}

    /** A comment as the API has it. */
    record Comment(int id, String type, String body) {}

    private final HttpServer api;
    private final Path folder;
    private final Map<String, String> machine;
    private final List<Comment> comments = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Map<String, String> caches = new LinkedHashMap<>();
    private final Map<String, List<String>> uploads = new LinkedHashMap<>();
    private final AtomicReference<@Nullable Process> underWay = new AtomicReference<>();
    private final Map<String, String> github = new HashMap<>();
    private volatile int refusal;
    private int jobs;

    private GitHubJob(HttpServer api, Path folder, Map<String, String> machine) {
        this.api = api;
        this.folder = folder;
        this.machine = machine;
    }

    /** @param machine the environment of the runner itself */
    static GitHubJob start(Path folder, Map<String, String> machine) throws IOException {
        var api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var job = new GitHubJob(api, folder, machine);
        api.createContext("/repos/acme/shop/issues/", job::answer);
        api.start();
        job.github.putAll(Map.of("token", "a-token-of-the-job", "ref_name", "main", "base_ref", "", "head_ref", "",
                "event_name", "push", "run_attempt", "1", "action_ref", "", "action_repository", ""));
        job.github.put("event", "{}");
        return job;
    }

    /** Sets what the context {@code github} has, such as {@code token}; {@code event} is the event's JSON. */
    GitHubJob with(String name, String value) {
        github.put(name, value);
        return this;
    }

    /** The next jobs are of pull request 7 from that repository. */
    GitHubJob ofPullRequest(String from) {
        return with("event_name", "pull_request").with("ref_name", "7/merge").with("head_ref", "better")
                .with("base_ref", "main").with("event", """
                        {"pull_request": {"number": 7, "head": {"repo": {"full_name": "%s"}},
                         "base": {"repo": {"full_name": "acme/shop"}}}}""".formatted(from));
    }

    /** Every call of the API is answered so; 0 answers as usual. */
    void refuse(int status) {
        refusal = status;
    }

    List<Comment> comments() {
        return comments;
    }

    void comment(String type, String body) {
        comments.add(new Comment(comments.size() + 1, type, body));
    }

    /** Returns methods and paths. */
    List<String> calls() {
        return calls;
    }

    Map<String, String> caches() {
        return caches;
    }

    /** Returns the names of files by artifact. */
    Map<String, List<String>> uploads() {
        return uploads;
    }

    Path results() {
        return folder.resolve("temp/muster-results/" + "muster");
    }

    String summary() throws IOException {
        return Files.readString(folder.resolve("summary"));
    }

    /** Interrupts the process of the step under way, as a job that is cancelled does. */
    void cancel() {
        var process = Objects.requireNonNull(underWay.get());
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Does all steps.
     *
     * @param project where the job's commands run
     * @param with inputs; the others have their defaults
     */
    List<Step> run(JsonNode action, Path project, Map<String, String> with) throws Exception {
        jobs++;
        var known = new HashMap<String, String>();
        github.forEach((name, value) -> known.put("github." + name, value));
        known.put("github.run_id", "100" + jobs);
        known.put("runner.temp", folder.resolve("temp").toString());
        action.path("inputs").properties().forEach(input -> known.put("inputs." + input.getKey(),
                with.getOrDefault(input.getKey(), input.getValue().path("default").asString())));
        if (!action.path("inputs").propertyNames().containsAll(with.keySet())) {
            throw new IllegalArgumentException("the action has no such input: " + with);
        }
        var variables = variables(known);
        var steps = new ArrayList<Step>();
        boolean failed = false;
        for (var step : action.path("runs").path("steps")) {
            var condition = step.path("if").asString(failed ? "false" : "true");
            boolean always = condition.contains("always()");
            if ((failed && !always) || !holds(condition, known)) {
                continue;
            }
            var done = step.has("uses") ? use(step, known) : run(step, project, variables, known);
            steps.add(done);
            var id = step.path("id").asString("");
            if (!id.isEmpty()) {
                known.put("steps." + id + ".outcome", done.code() == 0 ? "success" : "failure");
                done.outputs().forEach((name, value) -> known.put("steps." + id + ".outputs." + name, value));
            }
            failed |= done.code() != 0;
        }
        return steps;
    }

    private Map<String, String> variables(Map<String, String> known) throws IOException {
        Files.createDirectories(folder.resolve("temp"));
        for (var file : List.of("summary", "path")) {
            Files.writeString(folder.resolve(file), "");
        }
        Files.writeString(folder.resolve("event.json"), known(known, "github.event"));
        var variables = new HashMap<>(machine);
        variables.putAll(Map.of("CI", "true", "GITHUB_ACTIONS", "true", "GITHUB_REPOSITORY", "acme/shop",
                "GITHUB_SERVER_URL", "http://127.0.0.1:" + api.getAddress().getPort(), "GITHUB_API_URL",
                "http://127.0.0.1:" + api.getAddress().getPort(), "GITHUB_SHA", "0123456789abcdef",
                "GITHUB_EVENT_PATH", folder.resolve("event.json").toString(),
                "RUNNER_TEMP", known(known, "runner.temp")));
        variables.putAll(Map.of("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString(), "GITHUB_PATH",
                folder.resolve("path").toString(), "GITHUB_ACTION_PATH",
                Repository.root().toAbsolutePath().normalize().toString()));
        for (var name : List.of("head_ref", "base_ref", "ref_name", "event_name", "run_id")) {
            variables.put("GITHUB_" + name.toUpperCase(Locale.ROOT), known(known, "github." + name));
        }
        return variables;
    }

    private Step run(JsonNode step, Path project, Map<String, String> variables, Map<String, String> known)
            throws Exception {
        if (EXPRESSION.matcher(step.path("run").asString()).find()) {
            throw new IllegalArgumentException("an input becomes code: " + step);
        }
        var script = Files.writeString(folder.resolve("step.sh"), step.path("run").asString());
        var outputs = Files.writeString(folder.resolve("outputs"), "");
        var log = folder.resolve("log").toFile();
        var builder = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString())
                .directory(project.toFile()).redirectErrorStream(true).redirectOutput(Redirect.to(log))
                .redirectInput(Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.environment().put("GITHUB_OUTPUT", outputs.toString());
        step.path("env").properties().forEach(variable -> builder.environment().put(variable.getKey(),
                filled(variable.getValue().asString(), known)));
        var added = Files.readAllLines(folder.resolve("path")).reversed();
        builder.environment().put("PATH", Stream.concat(added.stream(), Stream.of(variables.get("PATH")))
                .collect(Collectors.joining(":")));
        var process = builder.start();
        underWay.set(process);
        int code = process.waitFor();
        return new Step(step.path("name").asString(), code, Files.readString(log.toPath()),
                Files.readAllLines(outputs).stream().map(line -> line.split("=", 2))
                        .collect(Collectors.toMap(line -> line[0], line -> line[1])));
    }

    private Step use(JsonNode step, Map<String, String> known) throws IOException {
        var with = new HashMap<String, String>();
        step.path("with").properties().forEach(each -> with.put(each.getKey(),
                filled(each.getValue().asString(), known)));
        var path = Path.of(Objects.requireNonNull(with.get("path")));
        switch (step.path("uses").asString().replaceFirst("@.*", "")) {
            case "actions/cache/restore" -> {
                Files.deleteIfExists(path);
                var newest = caches.entrySet().stream()
                        .filter(cache -> cache.getKey().startsWith(with.getOrDefault("restore-keys", "?")))
                        .reduce((_, later) -> later);
                if (newest.isPresent()) {
                    Files.createDirectories(path.getParent());
                    Files.writeString(path, newest.get().getValue());
                }
            }
            case "actions/cache/save" -> caches.put(with.get("key"), Files.readString(path));
            case "actions/upload-artifact" -> {
                try (var files = Files.list(path)) {
                    uploads.put(with.get("name"), files.map(file -> file.getFileName().toString()).sorted().toList());
                }
            }
            default -> throw new IllegalArgumentException("unknown action: " + step);
        }
        return new Step(step.path("name").asString(), 0, "", Map.of());
    }

    /** The small part of GitHub's expressions that the action needs: {@code &&}, {@code ||}, {@code ==}, {@code !=}. */
    private static boolean holds(String condition, Map<String, String> known) {
        return Stream.of(condition.split("&&")).map(String::strip).allMatch(part -> {
            var sides = part.split("[!=]=", 2);
            return switch (part) {
                case "always()", "true" -> true;
                default -> value(sides[0].strip(), known).equals(value(sides[1].strip(), known)) == part.contains("==");
            };
        });
    }

    private static String filled(String text, Map<String, String> known) {
        return EXPRESSION.matcher(text).replaceAll(found -> java.util.regex.Matcher.quoteReplacement(
                Stream.of(found.group(1).split("\\|\\|")).map(each -> value(each.strip(), known))
                        .filter(value -> !value.isEmpty()).findFirst().orElse("")));
    }

    private static String value(String name, Map<String, String> known) {
        return name.startsWith("'") ? name.substring(1, name.length() - 1)
                : name.startsWith("steps.") ? known.getOrDefault(name,
                        name.endsWith(".outcome") ? "skipped" : "")
                        : known(known, name);
    }

    private static String known(Map<String, String> known, String name) {
        return Objects.requireNonNull(known.get(name), () -> "the runner does not know " + name);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        calls.add(exchange.getRequestMethod() + " " + uri.getPath().replace("/repos/acme/shop/issues/", "")
                + (uri.getQuery() == null ? "" : "?" + uri.getQuery()));
        var sent = exchange.getRequestBody().readAllBytes();
        if (refusal != 0 || !"Bearer a-token-of-the-job".equals(exchange.getRequestHeaders().getFirst(
                "Authorization"))) {
            send(exchange, refusal == 0 ? 401 : refusal, "{\"message\": \"no\"}");
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "GET" -> {
                var query = uri.getQuery();
                int page = Integer.parseInt(query.replaceFirst(".*[?&]?page=(\\d+)$", "$1"));
                int size = Integer.parseInt(query.replaceFirst("per_page=(\\d+).*", "$1"));
                var list = Json.MAPPER.createArrayNode();
                comments.stream().skip((page - 1L) * size).limit(size).forEach(each -> list.add(json(each)));
                send(exchange, 200, list.toString());
            }
            case "POST" -> {
                comment("Bot", body(sent));
                send(exchange, 201, json(comments.getLast()).toString());
            }
            case "PATCH" -> {
                int id = Integer.parseInt(uri.getPath().replaceFirst(".*/", ""));
                comments.set(id - 1, new Comment(id, comments.get(id - 1).type(), body(sent)));
                send(exchange, 200, json(comments.get(id - 1)).toString());
            }
            default -> send(exchange, 404, "{}");
        }
    }

    private static String body(byte[] sent) {
        return Json.MAPPER.readTree(sent).path("body").asString();
    }

    private static ObjectNode json(Comment comment) {
        var json = Json.MAPPER.createObjectNode().put("id", comment.id()).put("body", comment.body());
        json.putObject("user").put("type", comment.type());
        return json;
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        api.stop(0);
    }
}
