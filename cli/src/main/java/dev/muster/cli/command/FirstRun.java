package dev.muster.cli.command;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The run of the suite that {@code init --url} wrote, which shows whether the agent takes the body. */
record FirstRun(CommandContext here, Map<String, String> keys, Path config, Path suite) {

    /** What agents reply that found no question where they look for it. */
    private static final Pattern COMPLAINT = Pattern.compile("(?i)\\b(undefined|null|none|nan)\\b"
            + "|\\b(no|missing|empty|without( a| any)?) (message|question|input|query|prompt|text|content)s?\\b"
            + "|\\b(message|question|input|query|prompt|text|field|parameter)s? (is |are |was |were )?(required|missing"
            + "|empty|not (given|provided|found))\\b|\\b(did(n't| not)|do(n't| not)) (get|receive|see|understand)\\b"
            + "|\\bplease (provide|enter|type|specify)\\b");
    private static final Pattern RUN = Pattern.compile("(?m)^ℹ Run: ([0-9a-z-]+)$");
    private static final List<String> REFUSALS = List.of("HTTP 400", "HTTP 422");

    /**
     * The outcome of a run whose output was kept back.
     *
     * @param result of its only case; missing where there is none
     */
    record Tried(int code, String output, JsonNode result) {

        /** Whether the message reached no agent because its body was refused. */
        boolean isRefused() {
            return REFUSALS.stream().anyMatch(error()::contains);
        }

        String error() {
            return result.path("error").asString("");
        }

        /** Whether the agent answered the question, as far as its first answer shows. */
        boolean isAnswered(String first, String question) {
            var reply = result.path("response").asString("").strip();
            return code == Exit.OK && (reply.equals(first.strip())
                    || (COMPLAINT.matcher(reply).find() == COMPLAINT.matcher(first).find()
                            && reply.contains(question) == first.contains(question)));
        }
    }

    /** Deletes a run that was only to show whether the agent takes the body. */
    void forget(Tried tried) {
        var run = RUN.matcher(tried.output());
        if (run.find()) {
            here.alsoInto(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), keys, "runs",
                    "--delete", run.group(1), "--all");
        }
    }

    int shown() {
        return here.also(keys, "run", "--config", config.toString(), "-i", suite.toString());
    }

    Tried tried() throws IOException {
        var results = Files.createTempDirectory("muster-init").resolve("results.jsonl");
        var printed = new ByteArrayOutputStream();
        try (var out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            int code = here.alsoInto(out, keys, "run", "--config", config.toString(), "-i", suite.toString(), "-o",
                    results.toString());
            var output = printed.toString(StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.contains(results.toString())).map(line -> line + "\n")
                    .collect(Collectors.joining()).replace("\n\n\n", "\n\n");
            return new Tried(code, output, result(results));
        } finally {
            Files.deleteIfExists(results);
            Files.deleteIfExists(results.getParent());
        }
    }

    private static JsonNode result(Path results) throws IOException {
        if (Files.exists(results)) {
            for (var line : Files.readAllLines(results)) {
                try {
                    var json = Json.MAPPER.readTree(line);
                    if (json.has("status") && json.has("id")) {
                        return json;
                    }
                } catch (JacksonException e) {
                    return Json.MAPPER.missingNode(); // the run was broken off
                }
            }
        }
        return Json.MAPPER.missingNode();
    }
}
