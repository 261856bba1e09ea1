package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.SuiteStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import tools.jackson.core.JacksonException;

/** A body that streams a suite, so that neither side holds all of it. */
final class SuiteBody {

    private static final int PIPE = 256 << 10;

    private SuiteBody() {}

    /** @param requested is run when the coordinator asks for the body */
    static BodyPublisher of(RunRequest request, Iterator<CaseDefinition> suite, Runnable requested) {
        return BodyPublishers.ofInputStream(() -> {
            requested.run();
            try {
                var out = new PipedOutputStream();
                var in = new PipedInputStream(out, PIPE);
                Thread.ofPlatform().daemon().name("suite upload").start(() -> write(request, suite, out));
                return in;
            } catch (IOException e) {
                return InputStream.nullInputStream();
            }
        });
    }

    private static void write(RunRequest request, Iterator<CaseDefinition> suite, PipedOutputStream out) {
        try (out) {
            SuiteStream.write(request, suite, out);
        } catch (IOException | JacksonException e) {
            // the reader closed its end: the request itself reports why
            return;
        }
    }
}
