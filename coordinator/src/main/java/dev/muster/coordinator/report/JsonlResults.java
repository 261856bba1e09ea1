package dev.muster.coordinator.report;

import dev.muster.common.json.Json;
import dev.muster.coordinator.run.StoredCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A result file of one JSON object a line. Only whole lines are handed to the system, so that a kill leaves no half. */
public final class JsonlResults implements AutoCloseable {

    private static final int CHUNK = 1 << 20;

    private final FileChannel file;

    private JsonlResults(FileChannel file) {
        this.file = file;
    }

    /** @throws OutputFault when there is no such folder, or it can't be written to */
    public static JsonlResults open(Path path) throws OutputFault {
        try {
            return new JsonlResults(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING));
        } catch (IOException e) {
            throw new OutputFault("-o " + path + " can't be written: " + why(path, e));
        }
    }

    private static String why(Path path, IOException e) {
        var folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            return "it is a folder; name a file in it";
        }
        return switch (e) {
            case NoSuchFileException missing -> "there is no folder " + folder + "; make it, or name another";
            case AccessDeniedException denied -> "you may not write there";
            default -> String.valueOf(e.getMessage());
        };
    }

    public void write(List<StoredCase> batch) throws IOException {
        var lines = new ByteArrayOutputStream();
        for (var stored : batch) {
            lines.writeBytes(Json.MAPPER.writeValueAsBytes(ResultJson.of(stored)));
            lines.write('\n');
            if (lines.size() >= CHUNK) {
                drain(lines);
            }
        }
        drain(lines);
    }

    private void drain(ByteArrayOutputStream lines) throws IOException {
        var bytes = ByteBuffer.wrap(lines.toByteArray());
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        lines.reset();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
