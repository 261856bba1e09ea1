package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pull request can bring links: none shows or overwrites a file outside of the project. */
final class LinksOutIT {

    private static final String SECRET = "ghp_SuperSecretToken0123456789";

    @TempDir
    private Path folder;

    private Path project;
    private Path secret;

    @BeforeEach
    void make() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("tests"));
        secret = Files.writeString(folder.resolve("secret"), SECRET);
        Files.writeString(project.resolve("muster.yaml"),
                "agents: { a: { protocol: openai, url: 'http://127.0.0.1:1' } }\n");
        Files.writeString(project.resolve("tests/own.jsonl"), "{\"id\": \"x\", \"input\": \"hi\"}\n");
    }

    private Command type(String... arguments) {
        return Command.typeHere(folder.resolve("home"), Map.of(), Stream.concat(Stream.of(arguments),
                Stream.of("--config", project.resolve("muster.yaml").toString())).toArray(String[]::new));
    }

    @Test
    void aSuiteThatIsALinkOutIsNotReadAndNotQuoted() throws IOException {
        Files.createSymbolicLink(project.resolve("tests/x.jsonl"), secret);
        Files.createSymbolicLink(project.resolve("tests/away"), folder);
        Files.writeString(folder.resolve("sound.jsonl"), "{\"id\": \"y\", \"input\": \"hi\"}\n");

        for (var input : List.of("tests/x.jsonl", "tests/away/sound.jsonl", "tests")) {
            var told = type("validate", project.resolve(input).toString());

            assertThat(told.code()).as(told.output()).isEqualTo(2);
            assertThat(told.output()).contains("this is a link out of the project, to ").doesNotContain("ghp_");
        }
        assertThat(type("validate", folder.resolve("sound.jsonl").toString()).code()).isZero();
    }

    @Test
    void aConfigurationThatIsALinkOutIsNotReadAndNotQuoted() throws IOException {
        Files.delete(project.resolve("muster.yaml"));
        Files.createSymbolicLink(project.resolve("muster.yaml"), secret);

        var told = type("validate", project.resolve("tests/own.jsonl").toString());

        assertThat(told.code()).as(told.output()).isEqualTo(2);
        assertThat(told.output()).contains("this is a link out of the project, to ").doesNotContain("ghp_");
    }

    @Test
    void noResultIsWrittenThroughALinkOut() throws IOException {
        for (var name : List.of("r.md", "r.jsonl", "r.json", "r.xml", "r.html")) {
            var link = Files.createSymbolicLink(project.resolve(name), secret);

            var told = type("run", "-i", project.resolve("tests/own.jsonl").toString(), "-o", link.toString());

            assertThat(told.code()).as(told.output()).isEqualTo(2);
            assertThat(told.output()).contains("can't be written: it is a link out of its project, to ");
        }
        var dry = type("run", "--dry-run", "-i", project.resolve("tests/own.jsonl").toString(), "-o",
                project.resolve("r.jsonl").toString());
        assertThat(dry.output()).contains("it is a link out of its project");
        assertThat(secret).hasContent(SECRET);
    }
}
