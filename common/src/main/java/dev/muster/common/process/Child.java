package dev.muster.common.process;

import module java.base;

/**
 * A process and all that it starts. A thread of its own writes its input, because the process need not read it. With
 * {@code setsid} it leads its own group, so that orphaned descendants are killed too.
 */
final class Child {

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Process process;
    private final boolean grouped;
    private final BlockingQueue<Optional<List<byte[]>>> input = new LinkedBlockingQueue<>();

    /**
     * @param grouped whether its process id is that of a group
     * @param writer the name of the thread that writes its input
     */
    private Child(Process process, boolean grouped, String writer) {
        this.process = process;
        this.grouped = grouped;
        Thread.ofPlatform().daemon().name(writer).start(this::write);
    }

    static Child of(Process process, String writer) {
        return new Child(process, false, writer);
    }

    /** @throws IOException when there is no such program */
    static Child start(Command command, String writer) throws IOException {
        MemoryProtection.protect();
        boolean grouped = Files.isExecutable(SETSID);
        var words = new ArrayList<String>(grouped ? List.of(SETSID.toString()) : List.of());
        words.addAll(command.sandbox() == null ? command.words() : command.sandbox().words(command));
        var builder = new ProcessBuilder(words).directory(command.folder().toFile());
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        return new Child(builder.start(), grouped, writer);
    }

    Process process() {
        return process;
    }

    /** Sends the parts of a message. */
    void send(List<byte[]> parts) {
        input.add(Optional.of(parts));
    }

    /** Closes the input after what was sent. */
    void closeInput() {
        input.add(Optional.empty());
    }

    private void write() {
        try (var out = new BufferedOutputStream(process.getOutputStream(), 1 << 16)) {
            for (var next = input.take(); next.isPresent(); next = input.take()) {
                for (var part : next.get()) {
                    out.write(part);
                }
                out.flush();
            }
        } catch (IOException e) {
            // it reads no more, which its output or its end shows
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills it at once, and all that it started. */
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
