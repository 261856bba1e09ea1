package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.testing.CountingProxy;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachmentsTest {

    @TempDir
    Path folder;
    private Path root;
    private Path outside;

    @BeforeEach
    void projectFolder() throws IOException {
        root = Files.createDirectories(folder.resolve("project"));
        outside = Files.writeString(folder.resolve("secret.png"), "secret");
    }

    private static String image(String... sources) {
        var parts = new StringBuilder();
        for (var source : sources) {
            parts.append("{\"type\": \"image\", \"source\": \"").append(source).append("\"},");
        }
        return "{\"id\": \"a\", \"messages\": [{\"role\": \"user\", \"content\": [\n" + parts + "]}]}";
    }

    private ReadSuite read(String text) {
        return ReadSuite.in(root).with("tests/t.jsonl", text).read("tests/t.jsonl");
    }

    private static ContentPart.Media only(ReadSuite suite) {
        assertThat(suite.faults()).isEmpty();
        var said = (Conversation.Standard) suite.cases().getFirst().conversation();
        return (ContentPart.Media) said.messages().getFirst().content().getFirst();
    }

    @Test
    void aFileBesideTheSuiteComesBeforeOneInTheProjectRoot() {
        ReadSuite.in(root).with("tests/fixtures/receipt.jpg", "beside").with("fixtures/receipt.jpg", "root");

        var media = only(read(image("file://./fixtures/receipt.jpg")));

        assertThat(media).isEqualTo(new ContentPart.Media("image", null,
                Base64.getEncoder().encodeToString("beside".getBytes(StandardCharsets.UTF_8)),
                "image/jpeg", "receipt.jpg"));
    }

    @Test
    void aFileInTheProjectRootIsFoundAsWell() {
        ReadSuite.in(root).with("tests/fixtures/receipt.jpg", "x");

        assertThat(only(read(image("file://./tests/fixtures/receipt.jpg"))).data()).isEqualTo("eA==");
    }

    @Test
    void nothingOutsideTheProjectRootIsRead() throws IOException {
        Files.createSymbolicLink(Files.createDirectories(root.resolve("tests")).resolve("link.png"), outside);
        Files.createSymbolicLink(root.resolve("up"), folder);

        var suite = read(image("file://../../secret.png", "file://link.png", "file://up/secret.png",
                "file://" + outside.toString().replace('\\', '/')));

        assertThat(suite.cases()).isEmpty();
        assertThat(suite.faults()).hasSize(4)
                .allMatch(fault -> fault.endsWith("lies outside the project root, where nothing is read"));
        assertThat(suite.faults().getFirst()).startsWith("tests/t.jsonl:2:29: 'file://../../secret.png'");
    }

    @Test
    void whatIsNoRegularFileIsNotOpened() {
        var suite = read(image("file://.", "file://\\u0000"));

        assertThat(suite.faults()).hasSize(2);
        assertThat(suite.faults().get(0)).endsWith("'file://.' is not a regular file");
        assertThat(suite.faults().get(1)).endsWith("is not a file name");
    }

    @Test
    void aDeviceAPipeAndAnAddressAreNotOpened() throws Exception {
        var tests = Files.createDirectories(root.resolve("tests"));
        Files.createSymbolicLink(tests.resolve("zero.png"), Path.of("/dev/zero"));
        assertThat(new ProcessBuilder("mkfifo", tests.resolve("pipe.png").toString()).start().waitFor()).isZero();
        try (var everywhere = new CountingProxy()) {
            // Opening the pipe would wait for a writer that never comes.
            var suite = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> read(image("file://pipe.png",
                    "file://zero.png", "file:///dev/zero", "file:///proc/self/environ", "file://..%2f..%2fetc/passwd",
                    everywhere.url() + "/x.png")));

            assertThat(suite.cases()).isEmpty();
            assertThat(suite.faults()).hasSize(6).first().asString()
                    .endsWith("'file://pipe.png' is not a regular file");
            assertThat(everywhere.asked()).isEmpty();
        }
    }

    @Test
    void theAttachmentsOfACaseTogetherHaveABound() {
        ReadSuite.in(root).with("tests/five.png", new byte[5 << 20]).with("tests/eight.png", new byte[8 << 20]);

        assertThat(read(image("file://eight.png")).faults()).isEmpty();
        assertThat(read(image("file://five.png", "file://five.png")).faults()).singleElement().asString()
                .endsWith("'file://five.png' brings the attachments of this case over 8 MiB");
    }
}
