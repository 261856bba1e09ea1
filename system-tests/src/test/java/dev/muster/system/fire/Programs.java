package dev.muster.system.fire;

import module java.base;

/** Runs programs of this machine that the tests need. */
final class Programs {

    private Programs() {}

    /** Whether it succeeded; false for a missing program. Shows its output. */
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
