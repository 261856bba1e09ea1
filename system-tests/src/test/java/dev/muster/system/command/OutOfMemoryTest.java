package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.Test;

/** Tests that a process ends when it runs out of memory: without the failed thread it would look healthy and do nothing. */
class OutOfMemoryTest {

    private static final String OPTION = "-XX:+ExitOnOutOfMemoryError";

    @Test
    void everyWayToStartAProcessSaysSo() throws IOException {
        assertThat(Launch.of(Main.class).command()).contains(OPTION);
        assertThat(Files.readString(Path.of("../muster"))).contains(OPTION);
        assertThat(Files.readString(Path.of("../Dockerfile"))).as("it starts the launcher").contains("/bin/muster");
    }

    @Test
    void aProcessWhoseThreadFindsNoMemoryEnds() throws Exception {
        var command = Launch.of(Hoarder.class).withJvmOptions("-Xmx16m", "-XX:+UseSerialGC").command();
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
    }

    /** Its other thread would wait forever. */
    static final class Hoarder {

        private Hoarder() {}

        public static void main(String[] arguments) throws InterruptedException {
            Thread.ofPlatform().start(() -> System.out.println(new long[16 << 20].length));
            new CountDownLatch(1).await();
        }
    }
}
