package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Runs two turns by each preset against a server that answers in the published shape of the product. None was tried
 * against the product itself.
 */
final class PresetsIT {

    private static final String SAID = "Order 4711 was shipped.";

    @TempDir
    private Path folder;

    /** A product: how it answers, how it fails, and what it is sent. */
    enum Product {
        DIFY("text/event-stream", """
                event: ping

                data: {"event": "workflow_started", "task_id": "t", "conversation_id": "c-1", "data": {"id": "r"}}

                data: {"event": "agent_thought", "id": "h", "conversation_id": "c-1", "thought": "", "tool": "find"}

                data: {"event": "message", "task_id": "t", "conversation_id": "c-1", "answer": "Order 4711 "}

                data: {"event": "message", "task_id": "t", "conversation_id": "c-1", "answer": "was shipped."}

                data: {"event": "message_end", "conversation_id": "c-1", "metadata": {"usage": {"prompt_tokens": 12, \
                "completion_tokens": 5}}}

                """, """
                data: {"event": "error", "task_id": "t", "status": 400, "code": "provider_quota_exceeded", \
                "message": "out of budget"}

                """, "$.query", 17),
        N8N("application/json", "{\"output\": \"Order 4711 was shipped.\"}", "", "$.chatInput", 0),
        OLLAMA("application/x-ndjson", """
                {"model": "m", "message": {"role": "assistant", "content": "Order 4711 "}, "done": false}
                {"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": \
                "find", "arguments": {"order": 4711}}}]}, "done": false}
                {"model": "m", "message": {"role": "assistant", "content": "was shipped."}, "done": false}
                {"model": "m", "message": {"role": "assistant", "content": ""}, "done": true, "done_reason": "stop", \
                "prompt_eval_count": 12, "eval_count": 5}
                """, "{\"error\": \"out of budget\"}\n", "$.messages", 17),
        RASA("application/json", "[{\"recipient_id\": \"u\", \"text\": \"Order 4711 \"}, {\"recipient_id\": \"u\", "
                + "\"text\": \"was shipped.\"}]", "", "$.message", 0);

        private final String type;
        private final String answer;
        private final String error;
        private final String question;
        private final int tokens;

        Product(String type, String answer, String error, String question, int tokens) {
            this.type = type;
            this.answer = answer;
            this.error = error;
            this.question = question;
            this.tokens = tokens;
        }

        String preset() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Test
    void twoTurnsOfTheFirstPassAndAnErrorIsTheAgents() throws Exception {
        twoTurnsPassAndAnErrorIsTheAgents(Product.values()[0]);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void twoTurnsPassAndAnErrorIsTheAgents(Product product) throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.status("200 OK\nContent-Type: " + product.type,
                request.body().contains("fail") && !product.error.isEmpty() ? product.error : product.answer))) {
            var results = run(product, server.url());

            var sound = Objects.requireNonNull(results.get("sound"), "sound");
            assertThat(sound.path("status").asString("")).as(results.toString()).isEqualTo("passed");
            assertThat(sound.path("response").asString("")).isEqualTo(SAID);
            assertThat(sound.at("/tokens/input").asInt(0) + sound.at("/tokens/output")
                    .asInt(0)).isEqualTo(2 * product.tokens);
            if (!product.error.isEmpty()) {
                assertThat(Objects.requireNonNull(results.get("fail"), "fail").path("error").asString(""))
                        .startsWith("agent error: out of budget (POST ");
            }
            assertThat(server.received()).filteredOn(request -> request.body().contains("Where is it?")).hasSize(1)
                    .allSatisfy(request -> assertThat(Json.MAPPER.readTree(request.body())
                            .at(product.question.replace("$.", "/")).toString()).contains("Where is it?"));
            if (product == Product.DIFY) {
                assertThat(server.received()).extracting(request -> Json.MAPPER.readTree(request.body())
                        .path("conversation_id").asString("")).contains("", "c-1");
            }
        }
    }

    private Map<String, JsonNode> run(Product product, String url) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), "agents: { a: { protocol: http, preset: " + product.preset()
                + ", url: \"" + url + "/path\", model: m } }\n");
        Files.writeString(folder.resolve("t.jsonl"), """
                {"id": "sound", "agent": "a", "turns": [{"input": "Hello"}, {"input": "Where is it?"}]}
                {"id": "fail", "agent": "a", "input": "fail"}
                """);
        var file = folder.resolve("results.jsonl");
        var run = Command.typeHere(folder.resolve("home"), Map.of(), "run", "--config", folder.resolve("muster.yaml")
                .toString(), "-i", folder.resolve("t.jsonl").toString(), "-o", file.toString());
        assertThat(file).as(run.output()).exists();
        var results = new HashMap<String, JsonNode>();
        for (var line : Files.readAllLines(file)) {
            var result = Json.MAPPER.readTree(line);
            results.put(result.path("id").asString(""), result);
        }
        return results;
    }
}
