package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;

/** An agent that serves as long as its script has answers, then closes its port before it sends the last one. */
final class LastCall implements AutoCloseable {

    private final ServerSocket server;
    private final Scene scene;

    private LastCall(ServerSocket server, Scene scene) {
        this.server = server;
        this.scene = scene;
    }

    static LastCall listen(Scene scene) throws IOException {
        var last = new LastCall(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), scene);
        Thread.ofVirtual().start(last::serve);
        return last;
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    private void serve() {
        try (var socket = server.accept(); var in = new BufferedInputStream(socket.getInputStream())) {
            var path = line(in).split(" ", -1)[1].split("/", -1);
            var call = new Call(path[1], path[2], Map.of(), Json.MAPPER.readTree(in.readNBytes(length(in))));
            var answer = Answer.of(scene, call);
            if (scene.refused(call)) {
                server.close();
            }
            socket.getOutputStream().write(("HTTP/1.1 " + answer.status() + " OK\r\nContent-Type: " + answer.type()
                    + "\r\nConnection: close\r\n\r\n" + answer.body()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            scene.odd("the agent broke off: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int length(InputStream in) throws IOException {
        int length = 0;
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return length;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
            line.append((char) read);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
