package dev.muster.coordinator.report.file;

import module java.base;
import dev.muster.common.config.ProjectLinks;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.json.GrowingJsonl;

/**
 * A file of results. A form that is unreadable until complete goes to a temporary file beside it, which replaces it at
 * the end, so that the file holds the report of the last run or of this one, never half a report.
 */
record ResultFile(Path place, Path written, OutputStream out, ResultWriter writer) implements AutoCloseable {

    /** Returns results written to the caller's stream, which stays open. */
    static ResultFile printed(Function<OutputStream, ResultWriter> form, OutputStream out) {
        var kept = new BufferedOutputStream(out, 1 << 16) {
            @Override
            public void close() throws IOException {
                flush();
            }
        };
        var nowhere = Path.of("-");
        return new ResultFile(nowhere, nowhere, kept, form.apply(kept));
    }

    /** @throws OutputFault when the folder does not exist or is not writable */
    static ResultFile open(Path path, Form form) throws OutputFault {
        try {
            ProjectLinks.checkOutput(path);
            makeFolder(path);
            return form.grows() ? growing(path) : whole(path, form);
        } catch (IOException e) {
            throw new OutputFault("-o " + path + " can't be written: " + why(path, e));
        }
    }

    static void makeFolder(Path path) throws IOException {
        var folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
    }

    /** Returns a file that its writer writes directly. */
    private static ResultFile growing(Path path) throws IOException {
        return new ResultFile(path, path, OutputStream.nullOutputStream(), new GrowingJsonl(path));
    }

    private static ResultFile whole(Path path, Form form) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException("a folder");
        }
        var place = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        if (Files.exists(place) && !Files.isWritable(place)) {
            throw new AccessDeniedException(path.toString());
        }
        var beside = place
                .resolveSibling("." + place.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        beside.toFile().deleteOnExit(); // a process that is ended before its run begins leaves nothing
        var out = new BufferedOutputStream(Files.newOutputStream(beside, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE), 1 << 16);
        return new ResultFile(place, beside, out, form.writer(out));
    }

    /** Returns a file to append to, such as a step summary that others append to as well. */
    static ResultFile added(Path path, Form form) throws IOException {
        var out = new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND));
        return new ResultFile(path, path, out, form.writer(out));
    }

    private static String why(Path path, IOException e) {
        var folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            return "it is a folder; name a file in it";
        }
        return switch (e) {
            case FileAlreadyExistsException taken -> taken.getFile() + " is not a folder; name another";
            case NoSuchFileException missing ->
                folder != null && Files.isDirectory(folder) ? "no file can be created in " + folder
                        : folder + " is not a folder; name another";
            case AccessDeniedException denied -> "you have no permission to write there";
            default -> String.valueOf(e.getMessage());
        };
    }

    void end(RunEnd end) throws IOException {
        writer.end(end);
        out.close();
        if (!written.equals(place)) {
            Files.move(written, place, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Leaves nothing of a file that can't be written. */
    void discard() throws IOException {
        try (writer; out) {
            // closed at once
        } catch (IOException e) {
            // reported when it broke
        }
        if (!written.equals(place)) {
            Files.deleteIfExists(written);
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
        out.close();
        if (!written.equals(place)) {
            Files.deleteIfExists(written);
        }
    }
}
