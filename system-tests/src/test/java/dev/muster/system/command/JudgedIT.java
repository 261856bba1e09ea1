package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import dev.muster.common.process.Launch;
import java.lang.ProcessBuilder.Redirect;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Tests judges end to end: a model over HTTP, and a real PostgreSQL that must not be changed. */
final class JudgedIT {

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static JudgedProject judged;

    @BeforeAll
    static void start() throws IOException, SQLException {
        judged = new JudgedProject(home, project);
    }

    @AfterAll
    static void stop() {
        judged.close();
    }

    private static Command run(String suite) throws IOException {
        Files.writeString(project.resolve("t.json"), suite);
        return Command.typeHere(home, judged.environment(), "run", "-i",
                project.resolve("t.json").toString(), "--config", project.resolve("muster.yaml").toString(), "-o",
                project.resolve("results.jsonl").toString(), "--retries", "0");
    }

    /** The shop echoes the message, so the message is the reply. */
    private static String sql(String sql, String expected) {
        var test = Json.MAPPER.createObjectNode().put("name", "T").put("userMessage",
                "{\"id\": \"11111111-1111-1111-1111-111111111111\", \"total\": 42.5, \"to\": \"Zoë\", \"none\": null}");
        var rule = test.putObject("expectedOutcomes").putArray("sqlValidations").addObject().put("sql", sql)
                .put("description", "the order is stored");
        if (!expected.isEmpty()) {
            rule.set("expectedResult", Json.MAPPER.readTree(expected));
        }
        return test.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "select count(*) from orders where id = @id and total = @total | 1",
        "select total, paid, note->>'to' as to from orders where id = @id | {\"total\": 42.5, \"paid\": true, \"to\": \"Zoë\"}",
        "select note from orders where note->>'to' = @to | {\"note\": {\"to\": \"Zoë\"}}",
        "select 1 from orders where @none::text is null | [1]"})
    void aDatabaseShowsWhatTheAgentDid(String sql, String expected) throws IOException {
        var run = run(sql(sql, expected));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(Files.readString(project.resolve("results.jsonl"))).contains("\"score\":1.0")
                .doesNotContain(judged.password());
    }

    @Test
    void aDatabaseThatSaysOtherwiseFailsTheCase() throws IOException {
        var run = run(sql("select total from orders where id = @id", "43"));

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(run.output().replaceAll("[\\s│]+", " "))
                .contains("0 of 1 statements over crm gave what is expected; "
                        + "the order is stored: at $ it has 42.50 instead of 43");
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "with gone as (delete from orders returning 1) select count(*) from gone | refused the statement",
        "select set_config('transaction_read_only', 'off', false) | calls set_config, which may change something",
        "select count(pg_terminate_backend(pid)) from pg_stat_activity | calls pg_terminate_backend",
        "select 1 limit length(pg_sleep(1)::text) + 1 | calls pg_sleep",
        "select count(*) from watched | calls pg_notify",
        "select \"lo_create\" (0) | calls lo_create",
        "select U&\"pg\\005fsleep\"(1) | takes no names with escapes",
        "select totl from orders | refused the statement: ERROR: column \"totl\" does not exist",
        "select repeat('x', 2000000) | gave more than 1000 rows or 1 million characters",
        "select n from generate_series(1, 5000000) n | gave more than 1000 rows"})
    void whatWritesOrFloodsIsStoppedAndSaysSo(String sql, String sentence) throws IOException, SQLException {
        var run = run(sql(sql, ""));

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("validator error: the order is stored: ", sentence)
                .doesNotContain("Exception");
        try (var connection = judged.connect();
                var rows = connection.createStatement().executeQuery("select count(*) from orders")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isOne();
        }
    }

    /** In a process whose heap is smaller than the value. */
    @Tag("slow")
    @Test
    void aValueLargerThanTheHeapIsAnErrorOfItsCaseOnly() throws Exception {
        Files.writeString(project.resolve("two.json"), "[" + sql("select repeat('x', 150000000)", "") + ","
                + sql("select count(*) from orders", "1").replace("\"T\"", "\"healthy\"") + "]");
        var log = project.resolve("two.log");
        var environment = new HashMap<>(judged.environment());
        environment.put("MUSTER_HOME", home.toString());

        int code = Launch.of(Main.class, "run", "-i", project.resolve("two.json").toString(), "--config",
                project.resolve("muster.yaml").toString(), "--retries", "0", "-v").withJvmOptions("-Xmx128m")
                .withEnvironment(environment).inBackground(Redirect.to(log.toFile())).waitFor();

        var output = Files.readString(log).replaceAll("[\\s│]+", " ");
        assertThat(code).as(output).isEqualTo(1);
        assertThat(output).contains("gave more than 1000 rows or 1 million characters", "Passed: 1")
                .doesNotContain("Exception");
    }

    /** PostgreSQL reads the second part with escapes, too, as the first. */
    @Test
    @Tag("slow")
    void aLiteralThatGoesOnOnTheNextLineIsRefused() throws IOException {
        var run = run(sql("select * from (values (E'a'\n'\\'', pg_sleep(20)::text), ('b', 'c')) v --'", ""));

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("takes no literal that goes on");
    }

    /** A login that writes could do so wherever a parser is wrong. */
    @Test
    void aLoginThatMayWriteIsRefused() throws IOException, SQLException {
        try (var connection = judged.connect(); var statement = connection.createStatement()) {
            statement.execute("create role writer login password '" + judged.password() + "'");
            statement.execute("grant select, update (paid) on orders to writer");
            statement.execute("grant create on schema public to writer");
        }

        var run = runAs("writer", sql("select count(*) from orders", "1"));

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("can't be queried as writer: this login ",
                "may write to public.orders", "may create in the schema public", "GRANT SELECT ON … TO muster_reader");
    }

    /** It could end their sessions. */
    @Test
    void aLoginThatOthersUseIsRefused() throws IOException, SQLException {
        try (var connection = judged.connect(); var statement = connection.createStatement()) {
            statement.execute("create role shared login password '" + judged.password() + "'");
            statement.execute("grant select on orders to shared");
        }
        try (var _ = judged.connectAs("shared")) {
            var run = runAs("shared", sql("select count(*) from orders", "1"));

            assertThat(run.code()).as(run.output()).isEqualTo(2);
            assertThat(run.output().replaceAll("[\\s│]+", " "))
                    .contains("can't be queried as shared: PostgreSQL JDBC Driver uses this login, too");
        }
        assertThat(runAs("shared", sql("select count(*) from orders", "1")).code()).isZero();
    }

    private static Command runAs(String user, String suite) throws IOException {
        Files.writeString(project.resolve("t.json"), suite);
        Files.writeString(project.resolve("other.yaml"), Files.readString(project.resolve("muster.yaml"))
                .replace("user: reader", "user: " + user));
        return Command.typeHere(home, judged.environment(), "run", "-i", project.resolve("t.json").toString(),
                "--config", project.resolve("other.yaml").toString(), "--retries", "0");
    }

    /** Attack 59. */
    @Test
    void aSuperusersLoginIsRefused() throws IOException {
        Files.writeString(project.resolve("t.json"), sql("select pg_read_file('/etc/passwd')", ""));
        Files.writeString(project.resolve("owner.yaml"), Files.readString(project.resolve("muster.yaml"))
                .replace("user: reader", "user: " + judged.owner()));
        var environment = Map.of("JUDGE_KEY", "key-of-the-judge", "CRM_PASSWORD", judged.ownersPassword());

        var run = Command.typeHere(home, environment, "run", "-i", project.resolve("t.json").toString(), "--config",
                project.resolve("owner.yaml").toString(), "--retries", "0");

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("[\\s│]+", " "))
                .contains("database crm can't be queried as " + judged.owner()
                        + ", who is a superuser; give sql-validate a login that may only read");
    }

    @Test
    @Tag("slow")
    void aStatementThatSleepsIsStoppedWithItsCase() throws IOException {
        var test = (ObjectNode) Json.MAPPER.readTree(
                sql("select count(*) from generate_series(1, 100000000000)", ""));

        var run = run(test.put("maxExecutionTime", 1500).toString());

        assertThat(run.code()).as(run.output()).isNotZero();
        assertThat(run.output().replaceAll("[\\s│]+", " ")).contains("stopped the statement after 1",
                "the limit of a statement");
    }

    @Test
    void aModelJudgesByItsConnector() throws IOException {
        var polite = run("{\"name\": \"J\", \"userMessage\": \"hello\", \"oracles\": [{\"type\": \"llm-judge\", "
                + "\"config\": {\"model\": \"gpt\", \"criteria\": [\"polite\"]}}]}");
        var rude = run("{\"name\": \"J\", \"userMessage\": \"rude\", \"oracles\": [{\"type\": \"llm-judge\", "
                + "\"config\": {\"model\": \"gpt\", \"criteria\": [\"polite\"]}}]}");

        assertThat(polite.code()).as(polite.output()).isZero();
        assertThat(rude.code()).as(rude.output()).isEqualTo(1);
        assertThat(rude.output().replaceAll("[\\s│]+", " ")).contains("the judge found 0 of 1 criteria met",
                "so it is");
    }

    /** The shop echoes, so the simulating script sees its own words and reaches its goal. */
    @Test
    void aScriptGeneratesSimulatesPreparesAndJudges() throws IOException {
        Files.createDirectories(project.resolve("scripts"));
        Files.writeString(project.resolve("scripts/play.ts"), """
                import { goal } from './lib';
                type Document = { last_response?: string, turn_number: number };
                export const Cases = (parameters: { count: number }) => Array.from({ length: parameters.count }, (_, n) => ({
                  id: `P${n}`, before: 'play.Before', after: 'play.After',
                  simulator: { use: 'scripts:play.User' },
                  checkpoints: [{ id: 'said', assertion: { type: 'script', use: 'scripts:play.Said', value: goal } }],
                }));
                export async function User(document: Document) {
                  await Promise.resolve();
                  return { input: document.last_response ? goal : 'hello', goal_achieved: false };
                }
                export const Said = (output: string, input: string, value: string) =>
                  ({ pass: output === value, message: `it said ${output}` });
                export const Before = (testCase: { id: string }) => ({ prepared: testCase.id });
                export function After(testCase: { id: string }, result: { status: string }, data: { prepared: string }) {
                  if (result.status !== 'passed' || data.prepared !== testCase.id) { throw new Error('not prepared'); }
                }
                """);
        Files.writeString(project.resolve("scripts/lib.ts"), "export const goal: string = 'the goal';\n");

        var run = Command.typeHere(home, Map.of("JUDGE_KEY", "", "CRM_PASSWORD", ""), "run", "-i",
                "scripts:play.Cases?count=2", "--config", project.resolve("muster.yaml").toString(), "-o",
                project.resolve("played.jsonl").toString(), "-v");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("[P0]", "[P1]", "[Simulated] \"the goal\"", "Passed:  2");
        assertThat(Files.readString(project.resolve("played.jsonl"))).contains("\"reached_at_turn\":2")
                .doesNotContain("warnings");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"model\": \"gtp\", \"criteria\": [\"a\"]} | unknown connector 'gtp'; did you mean 'gpt'?",
        "{\"criteria\": [\"a\"]} | no judge is configured for the oracle llm-judge",
        "{\"model\": \"gpt\"} | the oracle llm-judge has no criteria: give it"})
    void aJudgeThatCannotBeAskedIsAFaultOfTheSuite(String config, String sentence) throws IOException {
        var run = run("{\"name\": \"J\", \"userMessage\": \"hello\", \"oracles\": [{\"type\": \"llm-judge\", "
                + "\"config\": " + config + "}]}");

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("t.json:1:", sentence);
    }
}
