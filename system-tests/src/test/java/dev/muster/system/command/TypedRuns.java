package dev.muster.system.command;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Local runs of {@code s.jsonl} as a user types them, in a new project for each test; the database stays up in between. */
abstract class TypedRuns {

    @TempDir
    static Path home;

    static ChatAgent agent;
    static LocalDatabase database;

    @TempDir
    Path project;

    @BeforeAll
    static void open() throws Exception {
        agent = ChatAgent.start();
        database = LocalDatabase.open(new Home(home), 2);
    }

    @AfterAll
    static void close() {
        agent.close();
        database.close();
    }

    final Command run(String... flags) {
        return type(Stream.concat(Stream.of("run", "-i", file("s.jsonl"), "--config", file("muster.yaml")),
                Stream.of(flags)).toArray(String[]::new));
    }

    static Command type(String... words) {
        return Command.typeHere(home, Map.of(), words);
    }

    /** Returns the id of the newest run. */
    static String newest() {
        return database.database().list("SELECT run_id FROM runs ORDER BY created_at DESC LIMIT 1",
                row -> row.getString(1)).getFirst();
    }

    final String file(String name) {
        return project.resolve(name).toString();
    }

    final void write(String name, String content) throws IOException {
        Files.writeString(project.resolve(name), content);
    }
}
