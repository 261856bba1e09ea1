package dev.muster.common.command;

import module java.base;

/**
 * A process and its descendants. With {@code setsid} the process leads its own group, so that orphaned descendants are
 * found too.
 *
 * @param grouped whether the process id is that of a group
 */
record ProcessTree(Process process, boolean grouped) {

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    static ProcessTree start(Command command) throws IOException {
        boolean grouped = Files.isExecutable(SETSID);
        var words = new ArrayList<String>(grouped ? List.of(SETSID.toString()) : List.of());
        words.addAll(command.words());
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
