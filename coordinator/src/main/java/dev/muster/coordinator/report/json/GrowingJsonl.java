package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.coordinator.report.PiecePlaces;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.Spool;
import dev.muster.coordinator.run.StoredCase;

/**
 * Writes a file with one JSON object per line. Lines appear as cases end, each complete, so that neither a kill nor
 * a full disk leaves a partial line; at the end they are sorted into the order of the suite.
 */
public final class GrowingJsonl implements ResultWriter {

    private static final int CHUNK = 1 << 20;

    private final Path file;
    private final OutputStream out;
    private final PiecePlaces places = new PiecePlaces();
    private long size;
    private long drained;
    private Map<String, String> labels = Map.of();

    /** Empties the file. */
    public GrowingJsonl(Path file) throws IOException {
        this.file = file;
        this.out = Files.newOutputStream(file);
    }

    @Override
    public void begin(RunHead head) {
        labels = head.about().labels();
    }

    @Override
    public void write(List<StoredCase> batch) throws IOException {
        var lines = new ByteArrayOutputStream();
        for (var stored : batch) {
            var line = ResultJson.line(stored, labels);
            places.add(stored.ref(), size, line.length);
            size += line.length;
            lines.write(line);
            if (lines.size() >= CHUNK) {
                drain(lines);
            }
        }
        drain(lines);
    }

    private void drain(ByteArrayOutputStream lines) throws IOException {
        try {
            out.write(lines.toByteArray());
        } catch (IOException e) {
            cut(e);
            throw e;
        }
        drained += lines.size();
        lines.reset();
    }

    /** Removes a line that was written in part. */
    private void cut(IOException why) {
        if (Files.isRegularFile(file)) {
            try (var written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                written.truncate(drained);
            } catch (IOException e) {
                why.addSuppressed(e);
            }
        }
    }

    /** Sorts the lines; a pipe cannot be read again, so its lines keep their order. */
    @Override
    public void end(RunEnd end) throws IOException {
        out.close();
        if (!places.areSorted() && Files.isRegularFile(file)) {
            sort(file.toRealPath());
        }
    }

    /** Sorts into a second file, which then replaces this one, so that the file is always complete. */
    private void sort(Path grown) throws IOException {
        var beside = grown.resolveSibling("." + grown.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try (var lines = FileChannel.open(grown);
                var to = new BufferedOutputStream(Files.newOutputStream(beside), CHUNK)) {
            places.inOrder((begin, length) -> to.write(
                    Spool.read(lines, begin, length, "the file became shorter while it was written")));
        } catch (IOException e) {
            Files.deleteIfExists(beside);
            throw e;
        }
        Files.move(beside, grown, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
