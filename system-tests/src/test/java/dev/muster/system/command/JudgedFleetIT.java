package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests all judges on a fleet of processes with a real broker and database: a PostgreSQL, models, a recorded reply and
 * a script, and judging again later. The client has neither the keys nor the password.
 */
@Tag("slow")
final class JudgedFleetIT {

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static JudgedProject judged;
    private static String coordinator;

    @BeforeAll
    static void start() throws IOException, InterruptedException, SQLException {
        judged = new JudgedProject(home, project);
        var up = Command.type(home, judged.environment(), "up", "--workers", "1", "--slots", "4", "--detach");
        assertThat(up.code()).as(up.output()).isZero();
        coordinator = UpFile.read(new Home(home).upFile()).orElseThrow().coordinator().url();
        Files.createDirectories(project.resolve("scripts"));
        Files.writeString(project.resolve("scripts/order.js"), """
                export const isOne = (output, input, value) =>
                  ({ pass: output.length === value, message: `it has ${output.length} characters` });
                """);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        try {
            assertThat(Command.type(home, "down").code()).isZero();
        } finally {
            judged.close();
        }
    }

    @Test
    void allWhoJudgeAreAskedAndAReplyIsRecordedComparedAndChanged() throws IOException {
        write("done");

        var recording = run("--update-snapshots");
        var same = run("-o", project.resolve("results.jsonl").toString());
        var standing = Command.typeHere(home, Map.of(), "report", "--replay");
        write("gone");
        var changed = run();

        assertThat(recording.code()).as(recording.output()).isZero();
        assertThat(recording.output()).contains("Snapshots: 1 recorded");
        assertThat(same.code()).as(same.output()).isZero();
        assertThat(same.output()).contains("Passed:  6");
        assertThat(Files.readString(project.resolve("results.jsonl"))).doesNotContain(judged.password())
                .contains("\"score\":0.25", "\"reason\":\"it is brief\"", "\"met\":true", "\"prompt\":\"rubric/1\"");
        assertThat(standing.code()).as(standing.output()).isZero();
        assertThat(standing.output())
                .contains("Replay: 1 assertions give the same, 0 do not; 5 called an agent, a script or a database");
        assertThat(changed.code()).as(changed.output()).isEqualTo(1);
        assertThat(changed.output()).contains("Passed:  5", "    - all is done\n    + all is gone\n");
    }

    private static void write(String word) throws IOException {
        Files.writeString(project.resolve("t.jsonl"), """
                {"id": "sql", "agent": "shop", "input": "{\\"order\\": \\"11111111-1111-1111-1111-111111111111\\"}", \
                "assertions": [{"type": "oracle", "oracle": "sql-validate", "expected": {"sqlValidations": [{\
                "sql": "select total from orders where id = @order", "expectedResult": 42.5}]}}]}
                {"id": "model", "agent": "shop", "input": "hello", "assertions": [{"type": "oracle", \
                "oracle": "llm-judge", "config": {"model": "gpt", "criteria": ["polite"]}}]}
                {"id": "rubric", "agent": "shop", "input": "hello", "assertions": [{"rubric": "polite", "judge": "gpt", \
                "samples": 3}]}
                {"id": "samples", "agent": "shop", "input": "hello", "assertions": [{"type": "agent", \
                "use": "agents:critic", "samples": 3, "value": "brief"}]}
                {"id": "script", "agent": "shop", "input": "hello", "assertions": [{"type": "script", \
                "use": "scripts:order.isOne", "value": 5}]}
                {"id": "recorded", "agent": "shop", "input": "order 17\\nall is %s", "assertions": [{"type": "snapshot", \
                "mask": "[0-9]+"}]}
                """.formatted(word));
    }

    private static Command run(String... flags) {
        var words = Stream.concat(Stream.of("run", "-i", project.resolve("t.jsonl").toString(), "--coordinator",
                coordinator, "--config", project.resolve("muster.yaml").toString()), Stream.of(flags));
        return Command.typeHere(home, Map.of(), words.toArray(String[]::new));
    }
}
