package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.HomeTemplate;
import dev.muster.common.channel.Payload;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what an earlier build stored and sent: the rows of five runs and the records of a fleet's topics, as commit
 * 8cca163 wrote them. The reports beside them are those of the last build before its classes were regrouped and renamed.
 */
final class EarlierDataIT {

    private static final Path EARLIER = Path.of("src/test/resources/earlier");

    /** Its migrations; newer ones are applied here. */
    private static final int VERSION = 11;

    private static final Path MIGRATIONS = Path.of("../coordinator/src/main/resources/db/migration");

    /** As Flyway makes it. */
    private static final String HISTORY = """
            CREATE TABLE flyway_schema_history (installed_rank int PRIMARY KEY, version varchar(50),
                description varchar(200) NOT NULL, type varchar(20) NOT NULL, script varchar(1000) NOT NULL, checksum int,
                installed_by varchar(100) NOT NULL, installed_on timestamp NOT NULL DEFAULT now(),
                execution_time int NOT NULL, success boolean NOT NULL)
            """;

    private static final List<String> RUNS = List.of("20261123-0735-k8p32v", "20261123-0736-hn6frd",
            "20261123-0736-7q29p2", "20261123-0736-um4sz2", "20261123-0737-eurydd");

    @TempDir
    private static Path folder;

    private static EmbeddedDatabase postgresql;
    private static String url;

    @BeforeAll
    static void restore() throws Exception {
        try (var _ = HomeTemplate.none()) { // its tables are of today
            postgresql = EmbeddedDatabase.open(folder.resolve("database"));
        }
        url = postgresql.url() + (postgresql.url().contains("?") ? "&" : "?") + "user=" + postgresql.user()
                + "&password="
                + postgresql.password();
        try (var connection = DriverManager.getConnection(url); var rows = Files.list(EARLIER.resolve("database"))) {
            for (int version = 1; version <= VERSION; version++) {
                execute(connection, Files.readString(script("V" + version + "__")));
            }
            execute(connection, HISTORY);
            execute(connection, "SET session_replication_role = replica");
            for (var table : List.of("results", "result_details")) {
                execute(connection,
                        "CREATE TABLE %1$s_20261123 PARTITION OF %1$s FOR VALUES FROM ('2026-11-23') TO ('2026-11-24')"
                                .formatted(table));
            }
            for (var table : rows.toList()) {
                copy(connection, table);
            }
            execute(connection, "SELECT setval('learned_runs_number_seq', (SELECT max(number) FROM learned_runs))");
        }
        Database.open(new DatabaseAddress(url, null, null), 1).close();
    }

    private static Path script(String begin) throws IOException {
        try (var scripts = Files.list(MIGRATIONS)) {
            return scripts.filter(script -> script.getFileName().toString().startsWith(begin)).findFirst()
                    .orElseThrow();
        }
    }

    private static void copy(Connection connection, Path table) throws Exception {
        var name = table.getFileName().toString().replace(".copy", "");
        execute(connection, "DELETE FROM " + name);
        try (var rows = Files.newInputStream(table)) {
            connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + name + " FROM STDIN", rows);
        }
    }

    private static void execute(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @AfterAll
    static void stop() {
        postgresql.close();
    }

    /** {@code -Dgolden=record} records the reports again, for review. */
    @TestFactory
    Stream<DynamicTest> reportsStayAsTheyAre() {
        var forms = List.of("jsonl", "json", "junit", "markdown", "agent-eval");
        var ofRuns = IntStream.rangeClosed(1, RUNS.size()).boxed().flatMap(n -> {
            var run = RUNS.get(n - 1);
            return Stream.concat(forms.stream().map(form -> report(n + "." + form, "report", "--format", form, run)),
                    Stream.of(report(n + ".verbose", "report", "-v", run),
                            report(n + ".replay", "report", "--replay", run)));
        });
        return Stream.concat(ofRuns,
                Stream.of(report("flaky.txt", "flaky"),
                        report("compare.txt", "compare", RUNS.get(0), RUNS.get(2)),
                        report("cells.txt", "compare", RUNS.get(1))));
    }

    private static DynamicTest report(String file, String... words) {
        return DynamicTest.dynamicTest(file, () -> {
            var typed = Stream.concat(Stream.of(words), Stream.of("--no-color", "--database", url));
            var output = Command.typeHere(folder, Map.of(), typed.toArray(String[]::new)).output();
            var expected = EARLIER.resolve("reports").resolve(file);
            if ("record".equals(System.getProperty("golden"))) {
                Files.writeString(expected, output);
            }
            assertThat(output).isEqualTo(Files.readString(expected));
        });
    }

    @Test
    void recordsOfTheFleetAreRead() throws Exception {
        try (var records = Files.lines(EARLIER.resolve("records.tsv"))) {
            var read = records.map(line -> line.split("\t")).filter(fields -> !fields[5].equals("-"))
                    .filter(fields -> !fields[0].equals("results")).toList(); // reports became batches before a release

            assertThat(read).hasSizeGreaterThan(80).allSatisfy(fields -> {
                var sent = Json.MAPPER.readTree(fields[5]);
                assertThat(withoutNewer(sorted(again(fields[0], fields[5])))).isEqualTo(sorted(sent));
            });
        }
    }

    private static JsonNode again(String topic, String json) {
        var codec = switch (topic) {
            case "cases" -> Codec.INBOX;
            case "workers" -> Codec.WORKER;
            default -> Codec.CONTROL;
        };
        return Json.MAPPER.readTree(again(codec, json.getBytes(StandardCharsets.UTF_8)));
    }

    private static <T> byte[] again(Codec<T> codec, byte[] json) {
        return codec.seal(codec.open(Payload.of(json))).bytes();
    }

    /** Sorts what is a set. */
    private static JsonNode sorted(JsonNode record) {
        for (var name : List.of("env", "switches")) {
            if (record instanceof ObjectNode object && object.get(name) instanceof ArrayNode set) {
                object.set(name, Json.MAPPER.valueToTree(set.valueStream().map(JsonNode::asString).sorted().toList()));
            }
        }
        return record;
    }

    /** Removes what that build did not know of. */
    private static JsonNode withoutNewer(JsonNode record) {
        if (record.at("/target/agent") instanceof ObjectNode agent) {
            agent.remove("manners");
        }
        if (record.at("/test_case/conversation/then") instanceof ObjectNode then) {
            then.remove("awaiting");
        }
        if (record instanceof ObjectNode order && order.has("test_case")) {
            order.remove("at_once");
        }
        return record;
    }
}
