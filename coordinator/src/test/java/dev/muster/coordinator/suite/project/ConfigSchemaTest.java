package dev.muster.coordinator.suite.project;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Protocol;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.SchemaTrouble;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The reader of muster.yaml and the schema for editors accept and reject the same configurations. */
class ConfigSchemaTest {

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {"{}", "target: {endpoint: '${ENV.URL}/x', headers: {a: b}}",
        """
                agents:
                  a: { protocol: ag-ui, url: https://h/x, headers: { A: "${ENV.B}", V: 1.0 }, description: d, helper: true,
                       tools: [pay, {name: look, description: d, parameters: {}}], protocol_version: false,
                       limits: { concurrency: 5, requests_per_minute: 6 } }
                  b: { protocol: openai, connector: gpt, model: m, instructions: Be strict }
                  c: { protocol: yao, url: https://h/x, assistant: a.b }
                  d: { protocol: http, url: "wss://h/${conversation_id}", body: [1, "${input}"],
                       response: { text: "$[*].text", idle: 2s } }
                  e: { protocol: http, url: "https://h/${input}", method: GET, response: { stream: text },
                       auth: { type: basic, user: "${ENV.U}", password: "${ENV.P}" } }
                  f: { protocol: http, preset: rasa, url: "${SHOP_URL}/webhook" }
                  g: { protocol: http, url: https://h, body: "${input} ${session.id} ${carry.c}",
                       auth: { type: oauth2, token_url: https://i, client_id: a, client_secret: b, scope: c, in_form: true },
                       session: { request: { method: PUT, url: https://h, headers: { A: b }, body: { a: 1 } }, id: $.i },
                       response: { stream: sse, text: $.t, state: $.s, awaiting: $.a, error: $.e, done: $.d,
                         tool_calls: { each: "$.c[*]", id: $.i, name: $.n, arguments: $.a, result: $.r },
                         usage: { input: $.i, output: $.o, cached: $.c }, carry: { c: $.c } } }
                  h: { protocol: command, command: [python3, a.py], mode: session, env: [A], timeout: 5s,
                       model: m, instructions: Be strict }
                  i: { protocol: script, use: "scripts:a.b" }
                connectors: { gpt: { url: https://h/v1, model: m, headers: {A: b}, pricing: { input_per_million: 2,
                  output_per_million: 0.5 } } }
                defaults: { agent: [a, b], simulator: "scripts:s", validator: b, timeout: 5m, max_turns: 20 }
                scripts: tests/scripts
                databases: { crm: { url: "jdbc:postgresql://h/db", user: u, password: p } }
                retry: { max_attempts: 5, initial_delay: 2s, max_wait: 1m }
                retention: { runs: 90d }
                redact: ['\\d{4}-\\d{4}', "[a-z]+@example\\\\.com"]
                store: { replies: not_passed }
                gate: { min_pass_rate: 0.9, max_infrastructure_errors: 3, max_skipped: 0.5, allow_flaky: true }
                $schema: muster.schema.json
                """})
    void whatIsAConfigurationFitsItsSchema(String yaml) throws Exception {
        assertThat(faults(yaml)).isEmpty();
        assertThat(SchemaTrouble.of("muster", json(yaml))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"agnets: {}", "[]", "agents: []", "agents: {a: {}}", "agents: {a: {protocol: ag-ui}}",
        "agents: {a: {protocol: openai}}", "agents: {a: {protocol: http, url: https://h}}",
        "agents: {a: {protocol: http, url: 'https://h/${input}', response: {}}}",
        "agents: {a: {protocol: http, url: 'https://h/${input}', response: {text: $.a}, auth: {type: digest}}}",
        "agents: {a: {protocol: http, url: 'https://h/${input}', response: {text: $.a}, auth: {type: basic, user: a}}}",
        "agents: {a: {protocol: http, url: 'https://h/${input}', response: {text: $.a}, session: {id: $.a}}}",
        "agents: {a: {protocol: http, url: https://h, preset: raza}}", "agents: {a: {protocol: command}}",
        "agents: {a: {protocol: command, command: [a], mode: once}}", "agents: {a: {protocol: script}}",
        "agents: {a: {protocol: script, use: 'agents:b'}}", "agents: {a: {protocol: openai, url: 'ws://h'}}",
        "agents: {a: {protocol: ag-ui, url: https://h, response: {text: $.a}}}",
        "agents: {a: {protocol: ag-ui, url: nowhere}}", "agents: {a: {protocol: ag-ui, url: https://h, hepler: true}}",
        "agents: {a: {protocol: ag-ui, url: https://h, limits: {concurrency: 0}}}",
        "agents: {a: {protocol: ag-ui, url: https://h, tools: [{}]}}",
        "agents: {a: {protocol: yao, url: https://h, instructions: a, instructions_file: b}}",
        "connectors: {a: {model: m}}", "defaults: {max_turns: 0}", "defaults: {timeout: soon}", "defaults: {model: m}",
        "retry: {max_attempts: 0}", "gate: {min_pass_rate: 2}", "retention: {runs: 5}", "databases: {a: {}}",
        "redact: [1]", "redact: ['']", "store: {replies: some}", "store: {reply: all}",
        "target: {}"})
    void whatIsNoneDoesNot(String yaml) throws Exception {
        assertThat(faults(yaml)).isNotEmpty();
        assertThat(SchemaTrouble.of("muster", json(yaml))).isNotNull();
    }

    private List<Fault> faults(String yaml) {
        var faults = new ArrayList<Fault>();
        var _ = new ConfigReader(root, new Faults("muster.yaml", faults::add)).read(yaml);
        return faults;
    }

    private static JsonNode json(String text) {
        return YamlText.read(text, new Faults("f", fault -> {})).getFirst().json();
    }

    @Test
    void theSchemaNamesEachProtocolAndPreset() {
        var agent = schema().findParents("preset").stream()
                .filter(each -> each.path("protocol").has("enum")).toList();

        assertThat(agent).singleElement().satisfies(properties -> {
            assertThat(texts(properties.path("protocol"))).containsExactlyElementsOf(
                    Stream.of(Protocol.values()).map(Protocol::wire).toList());
            assertThat(texts(properties.path("preset"))).containsExactlyElementsOf(Presets.NAMES);
        });
    }

    private static List<String> texts(JsonNode property) {
        return property.path("enum").valueStream().map(JsonNode::asString).toList();
    }

    private static JsonNode schema() {
        return Json.MAPPER.readTree(Objects.requireNonNull(
                ConfigSchemaTest.class.getResourceAsStream("/schema/muster.schema.json")));
    }
}
