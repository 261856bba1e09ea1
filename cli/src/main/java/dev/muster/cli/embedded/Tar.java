package dev.muster.cli.embedded;

import module java.base;
import com.github.luben.zstd.ZstdInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Unpacks a tar archive, with symbolic links and executable bits. */
final class Tar {

    private static final int ANY_EXECUTE = 0111;

    private Tar() {}

    /** @param programs a folder that lets programs run: the library's native part goes there */
    static InputStream zstd(InputStream content, Path programs) throws IOException {
        System.setProperty("ZstdTempFolder", programs.toString());
        return new ZstdInputStream(content);
    }

    static void unpack(InputStream archive, Path target) throws IOException {
        try (var tar = new TarArchiveInputStream(archive)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(entry, tar, inside(target, entry.getName()));
            }
        }
    }

    private static Path inside(Path target, String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("the archive names a file outside its folder: " + name);
        }
        return path;
    }

    /** Packs the directories and files of a folder that match. */
    static void pack(Path folder, Predicate<Path> included, OutputStream archive) throws IOException {
        try (var tar = new TarArchiveOutputStream(archive); var all = Files.walk(folder)) {
            for (var path : all.filter(path -> !path.equals(folder)).filter(included).sorted().toList()) {
                var entry = new TarArchiveEntry(path, folder.relativize(path).toString());
                tar.putArchiveEntry(entry);
                if (entry.isFile()) {
                    Files.copy(path, tar);
                }
                tar.closeArchiveEntry();
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling("."));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, path);
            markExecutable(entry, path);
        }
    }

    private static void markExecutable(TarArchiveEntry entry, Path path) throws IOException {
        if ((entry.getMode() & ANY_EXECUTE) != 0 && !path.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + path + " executable");
        }
    }
}
