package dev.muster.deploy.fire;

import java.io.IOException;

/** Programs of this machine that the fire needs: they end at once, well or not. */
final class Programs {

    private Programs() {}

    /** Whether it ended well; a program that is not there does not. What it says is shown. */
    static boolean run(String... command) {
        try {
            return new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    static void must(String... command) throws IOException {
        if (!run(command)) {
            throw new IOException(String.join(" ", command) + " did not work");
        }
    }
}
