package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.process.CommandEnd.Broken;
import dev.muster.common.process.CommandEnd.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CommandsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final Commands commands = new Commands(4, null);

    @Test
    void aCommandRunsInItsFolderWithItsEnvironmentAndInput() throws Exception {
        var ended = run("read line; echo \"$line $A $(basename \"$PWD\")\"", "from stdin\n", Map.of("A", "b"), LONG);

        assertThat(ended).isEqualTo(new Printed("from stdin b " + folder.getFileName() + "\n"));
    }

    @Test
    void nothingOfOurEnvironmentIsSeen() throws Exception {
        assertThat(run("echo \"[$HOME]\"", "", Map.of(), LONG)).isEqualTo(new Printed("[]\n"));
    }

    @Test
    void aFailureTellsItsCodeAndTheLastLineOfStandardError() throws Exception {
        var ended = run("echo first >&2; echo 'no such cart' >&2; echo >&2; exit 3", "", Map.of(), LONG);

        assertThat(ended).isEqualTo(new Broken("ended with exit code 3: no such cart"));
    }

    @Test
    void aFailureWithoutAWordSaysSo() throws Exception {
        assertThat(run("exit 3", "", Map.of(), LONG))
                .isEqualTo(new Broken("ended with exit code 3 and wrote nothing to standard error"));
    }

    @Test
    void aProgramThatIsNotThereIsNamed() throws Exception {
        var ended = commands.run(new Command(List.of("no-such-program"), folder, Map.of(), "", LONG, 100));

        assertThat(ended).isInstanceOfSatisfying(Broken.class,
                broken -> assertThat(broken.reason()).contains("no-such-program"));
    }

    @Test
    void aCommandThatHangsIsKilledWithAllThatItStarted() throws Exception {
        var ended = run("sleep 600 & echo $! >child; (sleep 600 & echo $! >orphan); exec sleep 600", "", Map.of(),
                Duration.ofMillis(700));

        assertThat(ended).isEqualTo(new Broken("was killed after 700ms"));
        assertGone("child");
        assertGone("orphan");
    }

    @Test
    void aCommandThatFloodsItsOutputIsKilled() throws Exception {
        var ended = run("echo $$ >self; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", "",
                Map.of(), LONG);

        assertThat(ended).isEqualTo(new Broken("printed more than 2000 bytes and was killed"));
        assertGone("self");
    }

    @Test
    void aFloodOfErrorsIsLetThroughAndItsEndKept() throws Exception {
        var ended = run("i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1", "", Map.of(),
                LONG);

        assertThat(ended).isEqualTo(new Broken("ended with exit code 1: line 2999"));
    }

    @Test
    void anInterruptKillsTheCommand() throws Exception {
        var interrupted = new CompletableFuture<Boolean>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                run("sleep 600 & echo $! >child; echo $$ >self; wait", "", Map.of(), LONG);
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        awaitFile("self");

        caller.interrupt();

        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
        assertGone("self");
        assertGone("child");
    }

    @Test
    void whatACommandLeavesBehindDoesNotHoldItsOutputOpen() throws Exception {
        var ended = run("sleep 600 & echo $! >child; echo done", "", Map.of(), LONG);

        assertThat(ended).isEqualTo(new Printed("done\n"));
        ProcessHandle.of(pid("child")).orElseThrow().destroyForcibly();
    }

    @Test
    void inputThatIsNotReadIsNoTrouble() throws Exception {
        assertThat(run("echo ok", "x".repeat(500_000), Map.of(), LONG)).isEqualTo(new Printed("ok\n"));
    }

    private CommandEnd run(String script, String input, Map<String, String> environment, Duration timeout)
            throws InterruptedException {
        return commands.run(new Command(List.of("/bin/sh", "-c", script), folder, environment, input, timeout, 2000));
    }

    private void awaitFile(String name) throws IOException {
        var file = folder.resolve(name);
        while (!Files.exists(file) || Files.readString(file).isBlank()) {
            Thread.onSpinWait();
        }
    }

    private long pid(String file) throws IOException {
        awaitFile(file);
        return Long.parseLong(Files.readString(folder.resolve(file)).strip());
    }

    /** A process that was killed and not yet waited for still has its id, and no command line. */
    private void assertGone(String file) throws IOException {
        long pid = pid(file);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (ProcessHandle.of(pid).flatMap(each -> each.info().commandLine()).isPresent()) {
            assertThat(System.nanoTime()).as(file + " goes on").isLessThan(until);
            Thread.onSpinWait();
        }
    }
}
