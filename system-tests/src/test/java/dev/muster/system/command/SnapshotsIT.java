package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests replies that are recorded beside a suite, compared with later ones, and recorded again, as commands. */
@MusterProject
final class SnapshotsIT {

    private final TestProject muster;

    SnapshotsIT(TestProject muster) {
        this.muster = muster;
    }

    private String answer = "";

    @BeforeEach
    void makeProject() throws IOException {
        answer = "Order 17 is placed.";
        muster.agent().saying("/shop", () -> answer);
        muster.write("muster.yaml",
                "agents: { shop: { protocol: openai, url: \"" + muster.agent().url() + "/shop\" } }\n");
        Files.createDirectories(muster.folder().resolve("s.jsonl.snapshots/two"));
        muster.write("s.jsonl", """
                {"id": "one", "input": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);
    }

    @Test
    void repliesAreRecordedComparedAndRecordedAnew() throws IOException {
        var nothing = muster.run();
        var recording = muster.run("--update-snapshots");
        var same = muster.run();
        answer = "Order 18 is placed.";
        var other = muster.run();
        var again = muster.run("--update-snapshots");

        assertThat(nothing.code()).isEqualTo(1);
        assertThat(flat(nothing)).contains("none is recorded; run with --update-snapshots to record it");
        assertThat(recording.code()).as(recording.output()).isZero();
        assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before");
        assertThat(snapshot("one/reply-1.txt")).hasContent("Order [masked] is placed.\n");
        assertThat(same.code()).as(same.output()).isZero();
        assertThat(other.code()).isEqualTo(1);
        assertThat(flat(other)).contains("Passed: 1", "they differ from character 8 on");
        assertThat(other.output()).contains(" - Order 17 is placed.\n", " + Order 18 is placed.\n");
        assertThat(again.output()).contains("Snapshots: 1 recorded, 1 as before");
        assertThat(snapshot("two/turn-2-1.txt")).hasContent("Order 18 is placed.\n");
    }

    @Test
    void aMaskThatMatchesItsOwnMarkIsRecordedAndFoundAgain() throws IOException {
        muster.write("s.jsonl", """
                {"id": "one", "input": "buy", "assertions": [{"type": "snapshot", "mask": ["[0-9]+", "[a-z]{4,}"]}]}
                """);

        var recording = muster.run("--update-snapshots");
        var same = muster.run("--strict");
        var again = muster.run("--update-snapshots");

        assertThat(recording.code()).as(recording.output()).isZero();
        assertThat(snapshot("one/reply-1.txt")).hasContent("O[masked] [masked] is [masked].\n");
        assertThat(same.code()).as(same.output()).isZero();
        assertThat(again.output()).contains("Snapshots: 0 recorded, 1 as before");
    }

    @Test
    void whatNoCaseUsesIsToldAndDeletedAndNotesAreNot() throws IOException {
        muster.write("s.jsonl.snapshots/two/turn-1-1.txt", "old\n");
        muster.write("s.jsonl.snapshots/two/README.md", "recorded on Mondays\n");

        var told = muster.run();
        var recording = muster.run("--update-snapshots");

        assertThat(told.output()).contains("warning: s.jsonl.snapshots/two/turn-1-1.txt: no case uses this snapshot; "
                + "--update-snapshots deletes it").doesNotContain("README");
        assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before, 1 stale deleted");
        assertThat(snapshot("two/turn-1-1.txt")).doesNotExist();
        assertThat(snapshot("two/README.md")).hasContent("recorded on Mondays\n");
    }

    @Test
    @Tag("slow")
    void snapshotsOfACaseThatCouldNotBeReadAreKept() throws IOException {
        muster.run("--update-snapshots");
        muster.write("s.jsonl", """
                {"id": "one", "inptu": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);

        var told = muster.run("--keep-going");
        var recording = muster.run("--keep-going", "--update-snapshots");

        assertThat(told.output()).doesNotContain("no case uses");
        assertThat(recording.output()).contains("Snapshots: 0 recorded, 1 as before").doesNotContain("deleted");
        assertThat(snapshot("one/reply-1.txt")).exists();
    }

    private Path snapshot(String name) {
        return muster.folder().resolve("s.jsonl.snapshots").resolve(name);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("\\s+", " ");
    }
}
