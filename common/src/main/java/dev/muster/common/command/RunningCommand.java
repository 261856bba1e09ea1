package dev.muster.common.command;

import module java.base;
import dev.muster.common.process.OwnMemory;
import dev.muster.common.time.Durations;

/** A running command; closing it kills what is left of it. */
final class RunningCommand implements AutoCloseable {

    private static final int STDERR_KEPT = 8 << 10;
    /** Time to wait for output that a leftover process keeps open. */
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

    private final Command command;
    private final ProcessTree tree;
    private final Drain output;
    private final Drain errors;

    private RunningCommand(Command command, ProcessTree tree) {
        this.command = command;
        this.tree = tree;
        this.output = Drain.first(tree.process().getInputStream(), command.mostOutput(), tree::kill);
        this.errors = Drain.last(tree.process().getErrorStream(), STDERR_KEPT);
    }

    static RunningCommand start(Command command) throws IOException {
        var running = new RunningCommand(command, ProcessTree.start(command));
        Thread.ofPlatform().daemon().name("command input").start(running::feed);
        return running;
    }

    CommandEnd await() throws InterruptedException {
        if (!tree.process().waitFor(command.timeout())) {
            return new CommandEnd.Broken("was killed after " + Durations.text(command.timeout()));
        }
        output.awaitEnd(LAST_OUTPUT);
        errors.awaitEnd(LAST_OUTPUT);
        if (output.tooMuch()) {
            return new CommandEnd.Broken("printed more than " + size(command.mostOutput()) + " and was killed");
        }
        int code = tree.process().exitValue();
        return code == 0 ? new CommandEnd.Printed(output.text())
                : new CommandEnd.Broken("ended with exit code " + code + lastWords());
    }

    /** Kills a command that did not end, with its descendants; intended background processes of an ended one continue. */
    @Override
    public void close() {
        if (tree.process().isAlive()) {
            tree.kill();
        }
    }

    /** Writes the input; the command need not read all or any of it. */
    private void feed() {
        try (var stdin = tree.process().getOutputStream()) {
            stdin.write(command.input().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return;
        }
    }

    private String lastWords() {
        var last = errors.text().lines().map(String::strip).filter(line -> !line.isEmpty())
                .reduce((before, after) -> after);
        return last.map(line -> ": " + (line.length() <= 300 ? line : line.substring(0, 299) + "…"))
                .orElse(" and said nothing on standard error");
    }

    private static String size(int bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }

    /**
     * A process and its descendants. With {@code setsid} the process leads its own group, so that orphaned descendants are
     * found too.
     *
     * @param grouped whether the process id is that of a group
     */
    record ProcessTree(Process process, boolean grouped) {

        private static final Path SETSID = Path.of("/usr/bin/setsid");

        static ProcessTree start(Command command) throws IOException {
            OwnMemory.protect();
            boolean grouped = Files.isExecutable(SETSID);
            var words = new ArrayList<String>(grouped ? List.of(SETSID.toString()) : List.of());
            words.addAll(command.sandbox() == null ? command.words() : command.sandbox().words(command));
            var builder = new ProcessBuilder(words).directory(command.folder().toFile());
            builder.environment().clear();
            builder.environment().putAll(command.environment());
            return new ProcessTree(builder.start(), grouped);
        }

        void kill() {
            var descendants = process.descendants().toList();
            if (grouped) {
                killGroup();
            }
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }

        private void killGroup() {
            try {
                var _ = new ProcessBuilder("/bin/sh", "-c", "kill -KILL -" + process.pid() + " 2>/dev/null").start()
                        .onExit().join();
            } catch (IOException e) {
                // without a shell, kill the known descendants
                return;
            }
        }
    }
}
