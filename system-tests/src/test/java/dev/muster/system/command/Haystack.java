package dev.muster.system.command;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Everything that a fleet left behind, as text, to search for what must not be in it. */
final class Haystack {

    private final Map<String, String> places = new LinkedHashMap<>();

    void add(String place, String content) {
        places.put(place, content);
    }

    /** Adds every file below a folder. */
    void addFiles(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                add(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** Adds keys, values and headers of all records of all topics, as sent. */
    void addTopics(String broker, Map<String, String> login) {
        var settings = new HashMap<String, Object>(login);
        settings.putAll(Map.of("bootstrap.servers", broker, "enable.auto.commit", "false"));
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.listTopics().values().stream().flatMap(List::stream)
                    .map(each -> new TopicPartition(each.topic(), each.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(500)).forEach(record -> add(
                        record.topic() + "-" + record.partition() + "@" + record.offset(),
                        text(record.key()) + " " + text(record.value()) + " " + record.headers()));
            }
        }
    }

    /** Adds all rows of all tables. */
    void addTables(EmbeddedDatabase database) throws SQLException {
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            for (var table : column(statement,
                    "SELECT tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")) {
                add("table " + table,
                        String.join("\n", column(statement, "SELECT each::text FROM \"" + table + "\" AS each")));
            }
        }
    }

    /** Returns where any of these occurs, in any encoding. */
    List<String> finds(Map<String, String> needles) {
        var found = new ArrayList<String>();
        places.forEach((place, content) -> needles.forEach((name, needle) -> {
            if (spellings(needle).stream().anyMatch(content::contains)) {
                found.add(name + " in " + place);
            }
        }));
        return found;
    }

    boolean has(String text) {
        return places.values().stream().anyMatch(content -> content.contains(text));
    }

    private static List<String> spellings(String needle) {
        var form = URLEncoder.encode(needle, StandardCharsets.UTF_8);
        return List.of(needle, needle.replace("\"", "\\\""), form, form.replace("+", "%20"),
                needle.replace(" ", "%20").replace("\"", "%22"),
                HexFormat.of().formatHex(needle.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> column(Statement statement, String sql) throws SQLException {
        var values = new ArrayList<String>();
        try (var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
