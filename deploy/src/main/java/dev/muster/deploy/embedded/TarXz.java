package dev.muster.deploy.embedded;

import module java.base;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a tar.xz archive, with symbolic links and executable bits. */
final class TarXz {

    private static final int ANY_EXECUTE = 0111;

    private TarXz() {}

    static void unpack(InputStream archive, Path target) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
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
