package dev.muster.system.interop;

import module java.base;
import java.lang.ProcessBuilder.Redirect;

/** A program that prints its port and then serves until it is closed; it ends by itself when this process does. */
final class NodeServer implements AutoCloseable {

    private final Process process;
    private final String url;

    private NodeServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    static NodeServer start(Path folder, String program) throws IOException, InterruptedException {
        var process = new ProcessBuilder("node", program).directory(folder.toFile()).redirectError(Redirect.INHERIT)
                .start();
        var port = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (port == null) {
            throw new IOException(program + " ended with exit code " + process.waitFor() + " before it listened");
        }
        return new NodeServer(process, "http://127.0.0.1:" + port);
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
