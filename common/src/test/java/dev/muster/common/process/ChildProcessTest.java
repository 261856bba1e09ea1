package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import java.lang.ProcessBuilder.Redirect;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void itsFirstLineSaysThatItIsReadyAndTheOthersAreHeard() throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        var launch = Launch.of(Parrot.class, "ready", "then", "this").withEnvironment(Map.of("PARROT", "green"));

        try (var child = ChildProcess.start(launch, lines::add)) {
            assertThat(child.firstLine(LONG)).isEqualTo("ready");
            assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("then");
            assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("this");
            assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("green");
            assertThat(child.handle().isAlive()).isTrue();
        }
    }

    @Test
    void closingEndsIt() throws Exception {
        var child = ChildProcess.start(Launch.of(Parrot.class, "ready"));
        child.firstLine(LONG);

        child.close();

        assertThat(child.handle().isAlive()).isFalse();
    }

    @Test
    void killingEndsItAtOnce() throws Exception {
        try (var child = ChildProcess.start(Launch.of(Parrot.class, "ready"))) {
            child.firstLine(LONG);

            child.kill();

            assertThat(child.handle().isAlive()).isFalse();
        }
    }

    @Test
    void oneThatEndsBeforeItIsReadyIsNamed() throws Exception {
        var launch = Launch.of(Silent.class).withErrorsTo(Redirect.DISCARD);
        try (var child = ChildProcess.start(launch)) {
            assertThatThrownBy(() -> child.firstLine(LONG)).isInstanceOf(IOException.class)
                    .hasMessage("Silent ended with exit code 7 before it was ready");
        }
    }

    @Test
    void oneThatIsNeverReadyIsKilled() throws Exception {
        try (var child = ChildProcess.start(Launch.of(Parrot.class))) {
            assertThatThrownBy(() -> child.firstLine(Duration.ofMillis(50))).isInstanceOf(IOException.class)
                    .hasMessageContaining("Parrot was not ready after");
            assertThat(child.handle().isAlive()).isFalse();
        }
    }

    /** Prints its arguments and a variable, then waits to be ended. */
    static final class Parrot {

        private Parrot() {}

        public static void main(String[] args) throws InterruptedException {
            for (var line : args) {
                System.out.println(line);
            }
            var variable = System.getenv("PARROT");
            if (variable != null) {
                System.out.println(variable);
            }
            Thread.currentThread().join();
        }
    }

    /** Ends without output. */
    static final class Silent {

        private Silent() {}

        public static void main(String[] args) {
            System.exit(7);
        }
    }
}
