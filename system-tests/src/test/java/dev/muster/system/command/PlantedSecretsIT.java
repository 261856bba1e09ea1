package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends secrets of every kind through a real fleet, past an agent that repeats everything; afterwards none is in the
 * topics, the database, logs, reports, the console, metrics or {@code up.json}.
 */
@Tag("slow")
final class PlantedSecretsIT {

    private static final String TOKEN = "token-planted-0005";
    private static final String SASL = "sasl-planted-0007";
    private static final String MADE = "hook-made-planted-0008";
    private static final String IN_FILE = "file-planted-0006";
    /** The workers' environment. */
    private static final Map<String, String> ENVIRONMENT = Map.of("AGENT_KEY", "sk-agent-planted-0001",
            "CONNECTOR_KEY", "sk-connector-planted-0002", "QUERY_TOKEN", "q/planted=7 k+x\"03", "CRM_PASSWORD",
            "crm-planted-0004", "MUSTER_TOKEN", TOKEN, "MUSTER_LOG", "DEBUG", "MUSTER_LOG_KAFKA", "INFO");

    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private final Haystack haystack = new Haystack();

    @Test
    void nothingThatIsSecretIsLeftAnywhere() throws Exception {
        try (var agent = new EchoingAgent(); var database = EmbeddedDatabase.open(home)) {
            writeProject(agent.url());
            var up = Command.type(home, ENVIRONMENT, "up", "--workers", "1", "--slots", "2", "--detach");
            assertThat(up.code()).as(up.output()).isZero();
            haystack.add("muster up", up.output());
            try (var _ = secondWorker(fleet().broker().address())) {
                runEverything();
                lookAround(database);
            } finally {
                assertThat(Command.type(home, "down").code()).isZero();
            }
            haystack.addFiles(home.resolve("logs"));

            assertThat(agent.heard()).as("the agent was really told").anyMatch(all("sk-agent-planted-0001", MADE))
                    .anyMatch(all("sk-connector-planted-0002")).anyMatch(all("q/planted=7%20k+x%2203"))
                    .anyMatch(all(IN_FILE));
            assertThat(haystack.has("***")).isTrue();
            assertThat(haystack.finds(secrets(database))).isEmpty();
        }
    }

    private static Predicate<String> all(String... texts) {
        return heard -> Arrays.stream(texts).allMatch(heard::contains);
    }

    private static Map<String, String> secrets(EmbeddedDatabase database) {
        var secrets = new HashMap<>(ENVIRONMENT);
        secrets.keySet().removeIf(name -> name.startsWith("MUSTER_LOG"));
        secrets.put("sasl.jaas.config", SASL);
        secrets.put("what a hook made", MADE);
        secrets.put("--env-file", IN_FILE);
        secrets.put("the database's password", database.password());
        return secrets;
    }

    private void runEverything() throws Exception {
        var url = fleet().coordinator().url();
        for (var name : new String[]{"shop", "model", "broken", "moved", "claude", "replies", "peer", "ui", "tools"}) {
            var typed = type(name + " on the fleet", "run", "--coordinator", url, "-i",
                    name.equals("tools") ? "calls.jsonl" : "suite.jsonl", "-n", name, "-v",
                    "-o",
                    project.resolve("out/" + name + ".jsonl").toString());
            assertThat(typed.output()).contains("[echo]", "hook failed: sh fail.sh");
        }
        type("sql", "run", "--coordinator", url, "-i", "sql.json", "-n", "shop", "-v");
        type("local", "run", "-i", "suite.jsonl", "-n", "shop", "-v", "--env-file",
                project.resolve("secrets.env").toString(), "-o", project.resolve("out/local.jsonl").toString());
        type("report", "report", "-v");
        var thief = type("thief", "run", "--coordinator", url, "-i", "suite.jsonl", "-n", "thief");
        assertThat(thief.code()).as(thief.output()).isEqualTo(2);
        assertThat(thief.output()).contains("MUSTER_TOKEN");
    }

    private Command type(String place, String... words) {
        var all = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            all[i] = Set.of("suite.jsonl", "calls.jsonl", "sql.json").contains(words[i])
                    ? project.resolve(words[i]).toString() : words[i];
        }
        if (words[0].equals("run")) {
            all = Arrays.copyOf(all, all.length + 2);
            all[all.length - 2] = "--config";
            all[all.length - 1] = project.resolve("muster.yaml").toString();
        }
        var environment = new HashMap<>(Map.of("MUSTER_TOKEN", TOKEN));
        if (place.equals("local")) {
            environment.putAll(ENVIRONMENT);
        }
        var typed = Command.typeHere(home, environment, all);
        haystack.add("console: " + place, typed.output());
        return typed;
    }

    private void lookAround(EmbeddedDatabase database) throws Exception {
        haystack.addFiles(project.resolve("out"));
        haystack.addTopics(fleet().broker().address(),
                BrokerLogins.client(new Home(home).broker(), BrokerLogins.COORDINATOR));
        haystack.addTables(database);
        haystack.add("/metrics of the coordinator", get(fleet().coordinator().url() + "/metrics", TOKEN));
        haystack.add("/ready of the coordinator", get(fleet().coordinator().url() + "/ready", TOKEN));
        haystack.add("/metrics of the worker", get(fleet().workers().getFirst().url() + "/metrics",
                String.valueOf(fleet().workerToken())));
        assertThat(haystack.has("muster_verdicts_total{")).isTrue();
        assertThat(haystack.has("muster_worker_leased 1.0")).isTrue();
        var file = new Home(home).upFile();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        haystack.add("up.json", Files.readString(file).replace(database.password(), "(allowed here)").replace(TOKEN,
                "(allowed here)"));
    }

    private static String get(String url, String token) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(url));
            assertThat(http.send(request.build(), BodyHandlers.discarding()).statusCode())
                    .isEqualTo(url.endsWith("/metrics") ? 401 : 200);
            return http.send(request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private UpFile fleet() {
        return UpFile.read(new Home(home).upFile()).orElseThrow();
    }

    /** Starts a worker with one more password for Kafka, though this broker needs no TLS. */
    private ChildProcess secondWorker(String broker) throws IOException, InterruptedException {
        var config = project.resolve("kafka.properties");
        Files.writeString(config, "ssl.truststore.password=" + SASL + "\n");
        var environment = new HashMap<>(ENVIRONMENT);
        environment.put("MUSTER_HOME", home.resolve("second").toString());
        environment.put("MUSTER_KAFKA_USER", BrokerLogins.WORKER);
        environment.put("MUSTER_KAFKA_PASSWORD_FILE",
                BrokerLogins.passwordFile(new Home(home).broker(), BrokerLogins.WORKER).toString());
        environment.put("MUSTER_FLEET_KEY_FILE", new Home(home).fleetKey().toString());
        var worker = ChildProcess.start(Launch.of(Main.class, "worker", "--kafka", broker, "--fleet", "up", "--slots",
                "2", "--id", "second", "--kafka-config", config.toString(), "--allow-commands", "--coordinator",
                fleet().coordinator().url(), "--log-format", "json").withEnvironment(environment)
                .withErrorsTo(Redirect.to(home.resolve("logs/second.log").toFile())));
        worker.firstLine(Duration.ofMinutes(2));
        return worker;
    }

    private void writeProject(String agent) throws IOException {
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop:
                    protocol: ag-ui
                    url: "%1$s/agui?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  model: { protocol: openai, connector: small }
                  broken:
                    protocol: ag-ui
                    url: "%1$s/broken?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  moved:
                    protocol: ag-ui
                    url: "%1$s/moved?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  claude:
                    protocol: anthropic
                    url: "%1$s/claude?token=${ENV.QUERY_TOKEN}"
                    model: m
                    headers: { x-api-key: "${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  replies:
                    protocol: openai
                    api: responses
                    url: "%1$s/replies?token=${ENV.QUERY_TOKEN}"
                    model: m
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  peer:
                    protocol: a2a
                    url: "%1$s/peer?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  ui:
                    protocol: http
                    preset: ai-sdk
                    url: "%1$s/ui?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  tools:
                    protocol: mcp
                    url: "%1$s/tools?token=${ENV.QUERY_TOKEN}"
                    headers: { Authorization: "Bearer ${ENV.AGENT_KEY}", X-Made: "Bearer ${HOOK_TOKEN}" }
                  thief: { protocol: ag-ui, url: "%1$s/agui", headers: { X-Mine: "${ENV.MUSTER_TOKEN}" } }
                connectors:
                  small: { url: "%1$s/llm", model: m, headers: { Authorization: "Bearer ${ENV.CONNECTOR_KEY}" } }
                databases:
                  crm: { url: "jdbc:postgresql://127.0.0.1:1/crm", user: crm, password: "${ENV.CRM_PASSWORD}" }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """.formatted(agent));
        Files.writeString(project.resolve("suite.jsonl"), """
                {"id": "echo", "input": "say it ${SHOWN}", "hooks": [{"cmd": ["sh", "make.sh"]}], \
                "assertions": [{"type": "equals", "value": "no such thing"}, {"type": "regex", "value": "^never$"}]}
                {"id": "failing", "input": "say it", "hooks": [{"cmd": ["sh", "fail.sh"]}]}
                """);
        Files.writeString(project.resolve("calls.jsonl"), """
                {"id": "echo", "input": {"tool": "look", "arguments": {"q": "${SHOWN}"}}, "hooks": [{"cmd": ["sh", "make.sh"]}], \
                "assertions": [{"type": "equals", "value": "no such thing"}, {"type": "regex", "value": "^never$"}]}
                {"id": "failing", "input": "list", "hooks": [{"cmd": ["sh", "fail.sh"]}]}
                """);
        Files.writeString(project.resolve("sql.json"), """
                {"name": "sql", "userMessage": "hi", "oracles": [{"type": "sql-validate"}],
                 "expectedOutcomes": {"sqlValidations": [{"sql": "SELECT 1", "expectedResult": 1}]}}
                """);
        Files.writeString(project.resolve("make.sh"),
                "printf '{\"HOOK_TOKEN\":\"hook-made-%s\",\"SHOWN\":\"%s\"}' planted-0008 \"$FILE_SECRET\"\n");
        Files.writeString(project.resolve("fail.sh"), "echo \"$AGENT_KEY $FILE_SECRET\"; exec 1>&2; "
                + "echo \"$AGENT_KEY $QUERY_TOKEN $FILE_SECRET\"; exit 3\n");
        Files.writeString(project.resolve("secrets.env"), "FILE_SECRET=" + IN_FILE + "\n");
        Files.createDirectories(project.resolve("out"));
    }
}
