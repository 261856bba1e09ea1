package dev.muster.coordinator.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Limits;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where recorded replies are looked for, and which of them nobody uses any more. */
final class SnapshotsTest {

    private static final Assertion SNAPSHOT = Assertion.of(Check.Snapshot.masking(List.of("[0-9]+")));
    private static final Assertion OTHER = Assertion.of(new Check.Contains(List.of("a"), false));

    @TempDir
    private Path root;

    @Test
    void eachSnapshotOfACaseHasAFileOfItsOwn() throws Exception {
        write("tests/s.jsonl.snapshots/one/turn-2-1.txt", "hello\n");
        var turns = List.of(turn(OTHER), turn(OTHER, SNAPSHOT, SNAPSHOT));
        var conversation = new Conversation.Scripted(List.of(), turns, new Then.End(), Conversation.Finals.LAST_REPLY);

        var filled = new Snapshots(root, false).with(testCase("one", conversation, SNAPSHOT));

        assertThat(filled.conversation().turns().get(1).assertions()).containsExactly(OTHER,
                snapshot("tests/s.jsonl.snapshots/one/turn-2-1.txt", "hello\n"),
                snapshot("tests/s.jsonl.snapshots/one/turn-2-2.txt", null));
        assertThat(filled.assertions()).containsExactly(snapshot("tests/s.jsonl.snapshots/one/final-1.txt", null));
    }

    private static Assertion snapshot(String file, @Nullable String recorded) {
        return Assertion.of(new Check.Snapshot(List.of("[0-9]+"), file, recorded, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"one | one", "Zoë 1 | Zoë 1", "../../etc | %2E.%2F..%2Fetc",
        "a/b\\c | a%2Fb%5Cc",
        ".hidden | %2Ehidden", "a:b*c | a%3Ab%2Ac", "ü💥 | ü%F0%9F%92%A5"})
    void anIdIsTheNameOfAFolder(String id, String folder) {
        assertThat(SnapshotName.of("s.jsonl", id, "reply", 1))
                .isEqualTo("s.jsonl.snapshots/" + folder + "/reply-1.txt");
    }

    @Test
    void whatNoCaseUsesIsStale() throws Exception {
        write("tests/s.jsonl.snapshots/one/reply-1.txt", "a");
        write("tests/s.jsonl.snapshots/one/reply-2.txt", "b");
        write("tests/s.jsonl.snapshots/gone/reply-1.txt", "c");
        write("tests/other.jsonl.snapshots/x/reply-1.txt", "d");
        var snapshots = new Snapshots(root, false);

        var _ = snapshots.with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT));

        assertThat(snapshots.stale()).containsExactly("tests/s.jsonl.snapshots/gone/reply-1.txt",
                "tests/s.jsonl.snapshots/one/reply-2.txt");
    }

    @Test
    void aFileThatIsNoTextIsAFault() throws Exception {
        Files.createDirectories(root.resolve("tests/s.jsonl.snapshots/one"));
        Files.write(root.resolve("tests/s.jsonl.snapshots/one/reply-1.txt"), new byte[]{(byte) 0xff, 0});

        assertThatThrownBy(() -> new Snapshots(root, false)
                .with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT)))
                .isInstanceOf(Snapshots.UnreadableSnapshot.class)
                .hasMessage("the snapshot tests/s.jsonl.snapshots/one/reply-1.txt is no UTF-8; delete it, or record it "
                        + "again with --update-snapshots");
    }

    private void write(String name, String text) throws Exception {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Turn turn(Assertion... assertions) {
        return Turn.saying(List.of(new ContentPart.Text("hi")), List.of(assertions));
    }

    private static TestCase testCase(String id, Conversation conversation, Assertion... finals) {
        return new TestCase("tests/s.jsonl#" + id, id, null, null, Options.NONE, Map.of(),
                new Source("tests/s.jsonl", 1), conversation, List.of(finals), Limits.NONE, Setup.NONE, null);
    }
}
