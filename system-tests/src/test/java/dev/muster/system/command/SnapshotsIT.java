package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests replies that are recorded beside a suite, compared with later ones, and recorded again, as commands. */
final class SnapshotsIT extends TypedRuns {

    private String answer = "";

    @BeforeEach
    void makeProject() throws IOException {
        answer = "Order 17 is placed.";
        agent.saying("/shop", () -> answer);
        write("muster.yaml", "agents: { shop: { protocol: openai, url: \"" + agent.url() + "/shop\" } }\n");
        Files.createDirectories(project.resolve("s.jsonl.snapshots/two"));
        write("s.jsonl", """
                {"id": "one", "input": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);
    }

    @Test
    void repliesAreRecordedComparedAndRecordedAnew() throws IOException {
        var nothing = run();
        var recording = run("--update-snapshots");
        var same = run();
        answer = "Order 18 is placed.";
        var other = run();
        var again = run("--update-snapshots");

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
    void whatNoCaseUsesIsToldAndDeletedAndNotesAreNot() throws IOException {
        write("s.jsonl.snapshots/two/turn-1-1.txt", "old\n");
        write("s.jsonl.snapshots/two/README.md", "recorded on Mondays\n");

        var told = run();
        var recording = run("--update-snapshots");

        assertThat(told.output()).contains("warning: s.jsonl.snapshots/two/turn-1-1.txt: no case uses this snapshot; "
                + "--update-snapshots deletes it").doesNotContain("README");
        assertThat(recording.output()).contains("Snapshots: 2 recorded, 0 as before, 1 stale deleted");
        assertThat(snapshot("two/turn-1-1.txt")).doesNotExist();
        assertThat(snapshot("two/README.md")).hasContent("recorded on Mondays\n");
    }

    @Test
    void snapshotsOfACaseThatCouldNotBeReadAreKept() throws IOException {
        run("--update-snapshots");
        write("s.jsonl", """
                {"id": "one", "inptu": "buy", "assertions": [{"type": "snapshot", "mask": "[0-9]+"}]}
                {"id": "two", "turns": [{"input": "a"}, {"input": "b", "assertions": ["snapshot"]}]}
                """);

        var told = run("--keep-going");
        var recording = run("--keep-going", "--update-snapshots");

        assertThat(told.output()).doesNotContain("no case uses");
        assertThat(recording.output()).contains("Snapshots: 0 recorded, 1 as before").doesNotContain("deleted");
        assertThat(snapshot("one/reply-1.txt")).exists();
    }

    private Path snapshot(String name) {
        return project.resolve("s.jsonl.snapshots").resolve(name);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("\\s+", " ");
    }
}
