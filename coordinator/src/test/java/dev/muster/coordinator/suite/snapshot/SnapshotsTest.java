package dev.muster.coordinator.suite.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.testing.TestResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where recorded replies are found, and which are no longer used. */
final class SnapshotsTest {

    private static final Assertion SNAPSHOT = Assertion.of(TextCheck.Snapshot.masking(List.of("[0-9]+")));
    private static final Assertion OTHER = Assertion.of(new TextCheck.Contains(List.of("a"), false));

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
        return Assertion.of(new TextCheck.Snapshot(List.of("[0-9]+"), file, recorded, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"one | one", "zoë 1 | zoë 1", "../../etc | %2E.%2F..%2Fetc",
        "a/b\\c | a%2Fb%5Cc",
        ".hidden | %2Ehidden", "a:b*c | a%3Ab%2Ac", "ü💥 | ü%F0%9F%92%A5", "hours | hours", "报销 | 报销",
        "Hours | Hours%042AD6EF", "HOURS | HOURS%041BCEEF", "straße | straße%CAD54FB6",
        "Zoe\u0308 | Zoe%CC%88%002A9958"})
    void anIdIsTheNameOfAFolder(String id, String folder) {
        assertThat(SnapshotName.of("s.jsonl", id, "reply", 1))
                .isEqualTo("s.jsonl.snapshots/" + folder + "/reply-1.txt");
    }

    /** Not even on file systems that ignore case or normalise accents. */
    @ParameterizedTest
    @CsvSource({"hours, Hours", "HOURS, Hours", "straße, strasse", "σς, σσ", "zo\u00eb, zoe\u0308", "ǆ, ǅ"})
    void idsThatDifferDoNotShareAFolder(String one, String other) {
        assertThat(folded(SnapshotName.of("s.jsonl", one, "reply", 1)))
                .isNotEqualTo(folded(SnapshotName.of("s.jsonl", other, "reply", 1)));
    }

    private static String folded(String name) {
        return Normalizer.normalize(name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
    }

    @Test
    void aLongIdIsCutBetweenCharacters() {
        var name = SnapshotName.of("s.jsonl", "a" + "\ud840\udc00".repeat(60), "reply", 1);

        assertThat(name).startsWith("s.jsonl.snapshots/a\ud840\udc00").contains("\udc00%").hasSizeLessThan(130);
    }

    @Test
    void whatNoCaseUsesIsStale() throws Exception {
        write("tests/s.jsonl.snapshots/one/reply-1.txt", "a\n");
        write("tests/s.jsonl.snapshots/one/reply-2.txt", "b\n");
        write("tests/s.jsonl.snapshots/gone/reply-1.txt", "c\r\n");
        write("tests/other.jsonl.snapshots/x/reply-1.txt", "d\n");
        var snapshots = new Snapshots(root, false);

        var _ = snapshots.with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT));

        assertThat(snapshots.stale()).containsExactly("tests/s.jsonl.snapshots/gone/reply-1.txt",
                "tests/s.jsonl.snapshots/one/reply-2.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "notes.txt", "one/README.md", "one/reply.txt", "one/reply-x.txt",
        "one/reply-0.txt",
        "one/reply-01.txt", "one/reply-1.txt.orig", "one/turn-1.txt", "one/turn-0-1.txt", "one/turn-1-2-3.txt",
        "one/other-1.txt", "one/turn-1-1.md", "reply-1.txt", "one/two/reply-1.txt", "one/REPLY-1.txt"})
    void whatHasNoSnapshotsNameIsSomebodysOwn(String name) throws Exception {
        write("tests/s.jsonl.snapshots/" + name, "a\n");

        assertThat(staleOfOneCase()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"final-1.txt", "turn-12-3.txt", "reply-10.txt"})
    void everyPlaceOfASnapshotIsKnown(String name) throws Exception {
        write("tests/s.jsonl.snapshots/gone/" + name, "a\n");

        assertThat(staleOfOneCase()).containsExactly("tests/s.jsonl.snapshots/gone/" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no line end", "two line ends\n\n"})
    void whatIsNotWrittenAsSnapshotsAreIsSomebodysOwn(String text) throws Exception {
        write("tests/s.jsonl.snapshots/gone/reply-1.txt", text);

        assertThat(staleOfOneCase()).isEmpty();
    }

    private List<String> staleOfOneCase() throws Exception {
        var snapshots = new Snapshots(root, false);
        var _ = snapshots.with(testCase("a", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT));
        return snapshots.stale();
    }

    @Test
    void aFileThatIsNoTextIsAFault() throws Exception {
        Files.createDirectories(root.resolve("tests/s.jsonl.snapshots/one"));
        Files.write(root.resolve("tests/s.jsonl.snapshots/one/reply-1.txt"), new byte[]{(byte) 0xff, 0});

        assertThatThrownBy(() -> new Snapshots(root, false)
                .with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT)))
                .isInstanceOf(UnreadableSnapshot.class)
                .hasMessage(
                        "the snapshot tests/s.jsonl.snapshots/one/reply-1.txt is not UTF-8; delete it, or record it "
                                + "again with --update-snapshots");
    }

    /** Attacks 39 and 104. */
    @ParameterizedTest
    @ValueSource(strings = {"tests/s.jsonl.snapshots/one/reply-1.txt", "tests/s.jsonl.snapshots/one",
        "tests/s.jsonl.snapshots", "tests"})
    void nothingIsReadThroughALink(String linked, @TempDir Path outside) throws Exception {
        write("tests/s.jsonl.snapshots/one/reply-1.txt", "mine\n");
        Files.move(root.resolve(linked), outside.resolve("moved"));
        Files.createSymbolicLink(root.resolve(linked), outside.resolve("moved"));

        for (var recording : List.of(false, true)) {
            assertThatThrownBy(() -> new Snapshots(root, recording)
                    .with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT)))
                    .isInstanceOf(UnreadableSnapshot.class)
                    .hasMessageStartingWith("the snapshot tests/s.jsonl.snapshots/one/reply-1.txt "
                            + (linked.equals("tests") ? "lies outside of the project;" : "is reached through a link"));
        }
    }

    /** Attacks 38 and 46: neither a link nor a result decides what is written. */
    @Test
    void onlyTheSuitesOwnFilesAreWritten(@TempDir Path outside) throws Exception {
        write("tests/s.jsonl", "");
        var snapshots = new Snapshots(root, true);
        var sound = snapshots.with(testCase("one", new Conversation.Standard(List.of(Message.user("hi"))), SNAPSHOT));
        var recorder = Objects.requireNonNull(snapshots.recorder());
        var foreign = outside.resolve("foreign.txt");
        var forged = Assertion.of(new TextCheck.Snapshot(List.of(), root.relativize(foreign).toString(), null, true));
        var other = Assertion
                .of(new TextCheck.Snapshot(List.of(), "tests/s.jsonl.snapshots/two/reply-1.txt", null, true));

        recorder.record(result(forged, "forged"));
        recorder.record(result(other, "forged"));
        recorder.record(result(sound.assertions().getFirst(), "said"));
        Files.delete(root.resolve("tests/s.jsonl.snapshots/one/reply-1.txt"));
        Files.createSymbolicLink(root.resolve("tests/s.jsonl.snapshots/one/reply-1.txt"), foreign);
        recorder.record(result(sound.assertions().getFirst(), "said"));

        assertThat(foreign).doesNotExist();
        assertThat(root.resolve("tests/s.jsonl.snapshots/two")).doesNotExist();
        assertThat(recorder.summary()).isEqualTo("Snapshots: 1 recorded, 0 as before");
        assertThat(recorder.troubles()).hasSize(3).first().asString().contains("which no case of this suite has");
    }

    private static CaseResult result(Assertion assertion, String reply) {
        return TestResult.of("one").response(reply).with(new AssertionResult(assertion, true, null)).make();
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
        return TestCase.of(
                new TestCase.Identity("tests/s.jsonl#" + id, id, null, Map.of(), new Source("tests/s.jsonl", 1)), null,
                conversation, List.of(finals));
    }
}
