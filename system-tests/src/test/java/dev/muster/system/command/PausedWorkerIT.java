package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests that a process which is stopped for longer than the time limit, as by a laptop's lid, blames no agent for it. */
@MusterProject
@Tag("slow")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class PausedWorkerIT {

    private final TestProject muster;

    PausedWorkerIT(TestProject muster) {
        this.muster = muster;
    }

    @Test
    void anAnswerThatCameWhileTheProcessWasStoppedCounts() throws Exception {
        var called = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        muster.agent().on("/agent", call -> {
            called.countDown();
            try {
                assertThat(stopped.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answer.text("good");
        });
        muster.write("muster.yaml", "agents: { a: { protocol: openai, url: \"" + muster.agent().url() + "/agent\" } }");
        muster.write("s.jsonl",
                "{\"id\":\"c\",\"input\":\"x\",\"timeout\":\"3s\",\"assertions\":[{\"contains\":\"good\"}]}\n");
        var command = new ProcessBuilder(
                Launch.of(Main.class, "run", "-i", "s.jsonl", "--quiet", "-o", "r.jsonl").command())
                .directory(muster.folder().toFile()).redirectErrorStream(true)
                .redirectOutput(muster.folder().resolve("run.log").toFile());
        command.environment().put("MUSTER_HOME", muster.home().toString());
        var run = command.start();
        try {
            assertThat(called.await(1, TimeUnit.MINUTES)).as(() -> log()).isTrue();
            signal("STOP", run);
            stopped.countDown();

            assertThat(run.waitFor(5, TimeUnit.SECONDS)).isFalse(); // longer than the case's time
            signal("CONT", run);

            assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            run.destroyForcibly();
        }
        assertThat(run.exitValue()).as(log()).isZero();
        assertThat(Json.MAPPER.readTree(muster.read("r.jsonl")).path("status").asString()).isEqualTo("passed");
    }

    private String log() {
        try {
            return muster.read("run.log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(String name, Process to) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(to.pid())).start().waitFor()).isZero();
    }
}
