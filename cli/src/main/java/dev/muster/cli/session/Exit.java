package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.embedded.EmbeddedServerException;
import dev.muster.cli.metrics.UnusableTracing;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.secret.GivenSecrets.UnreadableSecret;
import dev.muster.coordinator.client.RefusedRequest;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Turns an exception into one sentence and an exit code; stack traces are for bugs, and on request. */
public record Exit(Map<String, String> environment) implements IExecutionExceptionHandler {

    public static final int OK = ExitCode.PASSED.code();
    public static final int FAILED = ExitCode.FAILED.code();
    public static final int BAD_INPUT = ExitCode.NOTHING_JUDGED.code();
    public static final int BROKEN = ExitCode.BROKEN.code();
    public static final int INTERRUPTED = ExitCode.INTERRUPTED.code();

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public int handleExecutionException(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        var err = command.getErr();
        switch (e) {
            case Exception _ when Shutdown.hasBegun() -> {
                return INTERRUPTED;
            }
            case IOException _,UncheckedIOException _,EmbeddedServerException _ when !Files.isWritable(TEMPORARY) ->
                err.println(
                        "muster: nothing can be written to " + TEMPORARY + ", which is for temporary files: make it "
                                + "writable (in a container: --tmpfs /tmp:exec), or set TMPDIR to a folder that is");
            case BadInput _,UnusableTracing _,OutputFault _,RefusedRun _,UnreadableSecret _,IOException _,ChannelException _,StoreException _,EmbeddedServerException _,HttpException _ ->
                err.println("muster: " + Printable.text(String.valueOf(e.getMessage())));
            case UncheckedIOException known -> err.println(Printable.text("muster: " + known.getMessage() + ": "
                    + known.getCause()));
            case InterruptedException interrupted -> {
                return INTERRUPTED;
            }
            default -> err.println(Printable.text("muster: this is a bug of Muster: " + e
                    + (debug() ? "" : " (MUSTER_DEBUG=1 shows where)")));
        }
        if (debug()) {
            e.printStackTrace(err);
        }
        return e instanceof BadInput || e instanceof UnusableTracing || e instanceof OutputFault
                || e instanceof RefusedRun
                || e instanceof RefusedRequest || e instanceof UnreadableSecret
                        ? BAD_INPUT
                        : BROKEN;
    }

    private boolean debug() {
        return !environment.getOrDefault("MUSTER_DEBUG", "").isEmpty();
    }
}
