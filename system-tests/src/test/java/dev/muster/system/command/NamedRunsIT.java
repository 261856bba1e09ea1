package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a user does with labels, names and keys of local runs. */
@MusterProject
final class NamedRunsIT {

    private final TestProject muster;

    NamedRunsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/good", "fine");
    }

    @BeforeEach
    void aSuite() throws IOException {
        muster.write("muster.yaml",
                "agents: { good: { protocol: openai, url: \"" + muster.agent().url() + "/good\", model: m } }\n");
        muster.write("s.jsonl", "{\"id\": \"a\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", "
                + "\"value\": \"fine\"}]}\n");
    }

    @Test
    void labelsAreInEveryReport() throws IOException {
        var names = Stream.of("r.json", "r.jsonl", "r.xml", "r.md", "r.html").toList();
        var flags = names.stream().flatMap(name -> Stream.of("-o", muster.file(name)));
        var ran = Command.typeHere(muster.home(),
                Map.of("GITLAB_CI", "1", "CI_COMMIT_REF_NAME", "main", "CI_COMMIT_SHA", "c0ffee"),
                Stream.concat(Stream.of("run", "-i", muster.file("s.jsonl"), "--config", muster.file("muster.yaml"),
                        "--label",
                        "team=pay<ments", "--label", "branch=mine", "--seed", "9"), flags).toArray(String[]::new));

        assertThat(ran.code()).as(ran.output()).isZero();
        assertThat(ran.output()).contains("ℹ Labels: branch=mine, commit=c0ffee, team=pay<ments\n");
        assertThat(written("r.json")).contains(
                "\"labels\":{\"branch\":\"mine\",\"commit\":\"c0ffee\",\"team\":\"pay<ments\"}",
                "\"seed\":9");
        assertThat(written("r.jsonl")).contains("\"run_labels\":{\"branch\":\"mine\"");
        assertThat(written("r.xml")).contains("name=\"run.team\" value=\"pay&lt;ments\"");
        assertThat(written("r.md")).contains("branch=mine, commit=c0ffee, team=pay");
        assertThat(written("r.html"))
                .contains("\"branch\":\"mine\",\"commit\":\"c0ffee\",\"team\":\"pay\\u003cments\"");
        assertThat(muster.type("report", "last:branch=mine").output()).contains("ℹ Labels: branch=mine");
        assertThat(muster.type("runs", "--label", "team=pay<ments").lines()).hasSize(3).last().asString()
                .matches(muster.newest() + " \\d+s  passed  +100 % +[0-9.]+s s\\.jsonl good +mine");
        assertThat(muster.type("runs", "--label", "team=other").output()).contains("no run has the label team=other");
    }

    @Test
    void badLabelsAreToldAtOnce() {
        var refused = muster.run("--label", "team", "--label", "a b=c", "--label", "x=");

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("NAME=VALUE, such as team=payments, not 'team'",
                "'a b' has something else",
                "label x has a value of 1 to 500");
    }

    @Test
    void aSecondRunOfAKeyIsRefusedAndANameOfAnyCommandFindsTheFirst() {
        assertThat(muster.run("--run-key", "nightly").code()).isZero();
        var first = muster.newest();

        var second = muster.run("--run-key", "nightly");

        assertThat(second.code()).isEqualTo(2);
        assertThat(second.output()).contains("--run-key nightly: run " + first + " of ", "(it is finished)",
                "muster runs --delete");
        assertThat(muster.type("report", "lst").output()).contains("run lst not found; did you mean 'last'?");
        assertThat(muster.run().code()).isZero();
        assertThat(muster.type("compare").code()).isZero();
        assertThat(muster.type("compare", "last~1:0", "last:0").code()).isZero();
        assertThat(muster.type("compare", first).code()).isZero();
        assertThat(muster.type("compare", "last").output())
                .contains("has one cell, which there is nothing to compare with");
        assertThat(muster.type("runs", "--delete", first).output())
                .contains("run " + first + " is deleted, with 1 result");
        assertThat(muster.type("report", first).output())
                .contains("run " + first + " not found; list runs with muster runs");
        assertThat(muster.run("--run-key", "nightly").code()).isZero();
        assertThat(
                muster.database().list("SELECT count(*) FROM case_history WHERE split_part(agent, E'\\n', 1) = 'good'",
                        row -> row.getInt(1)).getFirst())
                .isPositive();
    }

    @Test
    void upIsTheFleetOfThisHome() {
        for (var command : List.of(List.of("runs"), List.of("cancel", "last"), List.of("run", "-i", "hi"))) {
            var refused = muster.type(
                    Stream.concat(command.stream(), Stream.of("--coordinator", "up")).toArray(String[]::new));

            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.output()).contains("no fleet is up in " + muster.home() + "; start one with muster up");
        }
    }

    private String written(String name) throws IOException {
        return Files.readString(muster.folder().resolve(name));
    }
}
