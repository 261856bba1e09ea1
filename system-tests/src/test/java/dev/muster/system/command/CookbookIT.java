package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.common.testing.Repository;
import dev.muster.system.MarkdownPage;
import dev.muster.system.MarkdownPage.Block;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recipe of {@code docs/cookbook.md} is in {@code examples/cookbook} and prints what the page shows. */
final class CookbookIT {

    private static final String PASSWORD = "password-of-the-reader";
    private static final Path EXAMPLES = Repository.root().resolve("examples/cookbook");

    private static final Map<String, List<Block>> RECIPES = read();

    @TempDir
    private static Path home;

    private static EmbeddedDatabase database;
    private static DemoAgents demo;
    private static SupportServer server;
    private static SupportSocket socket;
    private static ScriptedModel model;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException, SQLException {
        database = EmbeddedDatabase.open(home);
        demo = DemoAgents.start(0);
        server = SupportServer.start();
        socket = SupportSocket.start("Bearer a-token-of-the-bot"::equals);
        model = JudgingModel.start("a-key-of-the-model");
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.execute("create role reader login password '" + PASSWORD + "'");
            statement.execute("create schema crm create table orders (number int primary key, status text)");
            statement.execute("insert into crm.orders values (1042, 'shipped')");
            statement.execute("grant usage on schema crm to reader");
            statement.execute("grant select on crm.orders to reader");
            statement.execute("alter role reader set search_path = crm");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        model.close();
        socket.close();
        server.close();
        demo.close();
        database.close();
    }

    /** {@code -Dgolden=record} writes the files of the page into their folders. */
    @Test
    void everyFileOfThePageIsInItsFolder() throws IOException {
        var wrong = new ArrayList<String>();
        for (var recipe : recipes().toList()) {
            var files = MarkdownPage.files(blocks(recipe));
            var example = example(recipe);
            for (var file : files.entrySet()) {
                var copy = example.resolve(file.getKey());
                if ("record".equals(System.getProperty("golden"))) {
                    Files.createDirectories(copy.getParent());
                    Files.writeString(copy, file.getValue());
                } else if (!Files.exists(copy) || !Files.readString(copy).equals(file.getValue())) {
                    wrong.add(copy.toString());
                }
            }
            try (var there = Files.walk(example)) {
                there.filter(Files::isRegularFile).map(file -> example.relativize(file).toString())
                        .filter(name -> !files.containsKey(name)).forEach(wrong::add);
            }
        }
        assertThat(wrong).as("these differ from docs/cookbook.md; -Dgolden=record writes them").isEmpty();
    }

    @Test
    void theFirstRecipePrintsWhatThePageShows() throws IOException {
        aRecipePrintsWhatThePageShows(recipes().findFirst().orElseThrow());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("recipes")
    void aRecipePrintsWhatThePageShows(String recipe) throws IOException {
        var walk = new Walkthrough(folder, home, Map.of(
                "http://127.0.0.1:" + DemoAgents.USUAL_PORT, demo.baseUrl(),
                "https://bot.example.com", server.url(), "https://id.example.com", server.url(),
                "wss://bot.example.com", socket.url(), "https://models.example.com", model.url(),
                "jdbc:postgresql://db.example.com/crm", database.url()));

        walk.follow(blocks(recipe));

        assertThat(walk.typed()).isNotEmpty();
    }

    private static Map<String, List<Block>> read() {
        try {
            return MarkdownPage.read("docs/cookbook.md").sections();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Block> blocks(String recipe) {
        return Objects.requireNonNull(RECIPES.get(recipe), recipe);
    }

    private static Stream<String> recipes() {
        return RECIPES.keySet().stream();
    }

    /** Returns the folder whose number is the recipe's. */
    private static Path example(String recipe) throws IOException {
        int number = Integer.parseInt(recipe.substring(0, recipe.indexOf('.')));
        try (var folders = Files.list(EXAMPLES)) {
            return folders.filter(each -> String.valueOf(each.getFileName()).startsWith("%02d-".formatted(number)))
                    .findFirst().orElseThrow(() -> new NoSuchElementException("examples/cookbook has no " + recipe));
        }
    }
}
