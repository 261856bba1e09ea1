package dev.muster.common.agent;

import module java.base;

/** A scripted server's side of one connection. */
public final class Wire {

    private static final String SSE = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private final Socket socket;
    private final OutputStream out;
    private final CountDownLatch never = new CountDownLatch(1);
    private boolean kept;

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
    }

    /** Whether the last answer declared its end, so that another request may follow. */
    boolean kept() {
        return kept;
    }

    /** Writes a whole stream in one chunk; the connection is kept alive. */
    public void stream(String events) throws IOException {
        byte[] body = events.getBytes(StandardCharsets.UTF_8);
        raw(SSE + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length) + "\r\n" + events
                + "\r\n0\r\n\r\n");
        kept = true;
    }

    /** Writes the head of a stream that ends with the connection. */
    public void streamHead() throws IOException {
        raw(SSE + "Connection: close\r\n\r\n");
    }

    public void gzippedStream(String events) throws IOException {
        raw(SSE + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n");
        var zipped = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(zipped)) {
            zip.write(events.getBytes(StandardCharsets.UTF_8));
        }
        raw(zipped.toByteArray());
    }

    /** @param head status and reason, then headers, each after a line break */
    public void status(String head, String body) throws IOException {
        raw("HTTP/1.1 " + head.replace("\n", "\r\n") + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        kept = true;
    }

    /** Writes an answer that declares its end; the connection is kept alive. */
    public void kept(String answer) throws IOException {
        raw(answer);
        kept = true;
    }

    public void raw(String text) throws IOException {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    public void raw(byte[] bytes) throws IOException {
        kept = false;
        out.write(bytes);
        out.flush();
    }

    /** Writes a piece repeatedly until the client disconnects. */
    public void endlessly(String piece, Duration between) throws IOException, InterruptedException {
        byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
        while (!socket.isClosed() && !never.await(between.toNanos(), TimeUnit.NANOSECONDS)) {
            raw(bytes);
        }
    }

    /** Writes nothing more until the client disconnects. */
    public void hang() throws IOException {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    /** Resets the connection instead of closing it. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
