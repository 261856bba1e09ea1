package dev.muster.cli.testing;

import module java.base;
import dev.muster.coordinator.store.Database;

/** A project folder, and commands typed in this process with its home; see {@link MusterProject}. */
public final class TestProject {

    private final Path home;
    private final Path folder;
    private final Database database;
    private final ScriptedModel agent;

    TestProject(Path home, Path folder, Database database, ScriptedModel agent) {
        this.home = home;
        this.folder = folder;
        this.database = database;
        this.agent = agent;
    }

    public Path home() {
        return home;
    }

    public Path folder() {
        return folder;
    }

    /** Returns the home's database. */
    public Database database() {
        return database;
    }

    public ScriptedModel agent() {
        return agent;
    }

    /** Runs {@code s.jsonl} with {@code muster.yaml}, both of this folder. */
    public Command run(String... flags) {
        return type(Stream.concat(Stream.of("run", "-i", file("s.jsonl"), "--config", file("muster.yaml")),
                Stream.of(flags)).toArray(String[]::new));
    }

    public Command type(String... words) {
        return Command.typeHere(home, Map.of(), words);
    }

    /** Returns the id of the newest run of the home. */
    public String newest() {
        return database.list("SELECT run_id FROM runs ORDER BY created_at DESC LIMIT 1", row -> row.getString(1))
                .getFirst();
    }

    /** Returns the statuses of the newest run, in the order of its cases. */
    public List<String> results() {
        return database.list("SELECT status FROM results WHERE run_id = @run ORDER BY number, cell, repeat",
                row -> row.getString(1), "run", newest());
    }

    /** Returns the path of a file of this folder, as a command takes it. */
    public String file(String name) {
        return folder.resolve(name).toString();
    }

    public String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    public void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }
}
