package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests waiting for changes of real files. */
final class FileChangesTest {

    @TempDir
    private Path root;
    private FileChanges changes;

    @BeforeEach
    void open() throws IOException {
        changes = FileChanges.below(List.of(root), Set.of(root.resolve("report.html")));
        Files.createDirectories(root.resolve("sub"));
        Files.writeString(root.resolve("sub/old.jsonl"), "old");
        changes.look();
    }

    @AfterEach
    void close() {
        changes.close();
    }

    @Test
    void aFileThatIsWrittenIsAChange() throws Exception {
        Files.writeString(root.resolve("sub/old.jsonl"), "new");
        assertThat(changes.await()).isTrue();
    }

    @Test
    void aFileThatAnEditorReplacesIsAChangeAndItsTemporaryFileIsNone() throws Exception {
        var hidden = root.resolve("sub/.old.jsonl.swp");
        Files.writeString(hidden, "new");
        assertThat(changes.counts(hidden)).isFalse();
        Files.move(hidden, root.resolve("sub/old.jsonl"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(changes.await()).isTrue();
    }

    @Test
    void aFileThatIsDeletedIsAChange() throws Exception {
        Files.delete(root.resolve("sub/old.jsonl"));
        assertThat(changes.await()).isTrue();
    }

    @Test
    void filesInANewFolderAreWatchedToo() throws Exception {
        Files.createDirectories(root.resolve("new/deep"));
        assertThat(changes.await()).isTrue();
        changes.look();
        Files.writeString(root.resolve("new/deep/a.jsonl"), "a");
        assertThat(changes.await()).isTrue();
    }

    @Test
    void whatARunOrAnEditorWritesBesideIsNoChange() {
        assertThat(changes.counts(root.resolve("report.html"))).isFalse();
        assertThat(changes.counts(root.resolve("a.jsonl~"))).isFalse();
        assertThat(changes.counts(root.resolve("agent.log"))).isFalse();
        assertThat(changes.counts(root.resolve("node_modules"))).isFalse();
        assertThat(changes.counts(root.resolve("fixture.pdf"))).isTrue();
    }

    @Test
    void whoWaitsCanBeToldToEnd() throws Exception {
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return changes.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        changes.end();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isFalse();
        changes.look();
        assertThat(changes.await()).isFalse();
    }
}
