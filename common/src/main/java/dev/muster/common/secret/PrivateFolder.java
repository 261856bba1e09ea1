package dev.muster.common.secret;

import module java.base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folders that only their owner enters, so that no other user reaches what is in them, whatever its own mode is. */
public final class PrivateFolder {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFolder.class);
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    private static final int STICKY = 01000;

    private PrivateFolder() {}

    /** Makes a folder so, or closes the one that is there; returns it. */
    public static Path make(Path folder) throws IOException {
        if (isPosix(folder) && !Files.exists(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            try {
                return Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS));
            } catch (FileAlreadyExistsException e) {
                // another process was faster
            }
        }
        Files.createDirectories(folder);
        close(folder);
        return folder;
    }

    /**
     * Takes the rights of group and others from a file or folder. Follows no link, and leaves alone what others share;
     * what stays open is logged.
     */
    public static void close(Path path) {
        try {
            if (!isPosix(path) || !Files.exists(path)) {
                return;
            }
            var rights = Files.getPosixFilePermissions(path);
            if (OWNERS.containsAll(rights)) {
                return;
            }
            if (Files.isSymbolicLink(path) || ((int) Files.getAttribute(path, "unix:mode") & STICKY) != 0) {
                warn(path, "it is a link, or a folder that others share");
                return;
            }
            rights.retainAll(OWNERS);
            Files.setPosixFilePermissions(path, rights);
        } catch (IOException e) {
            warn(path, e.getClass().getSimpleName());
        }
    }

    private static void warn(Path path, String why) {
        LOG.warn("other users of this machine can read {}, and its mode can't be changed ({}); remove their access, or "
                + "name a folder of your own with MUSTER_HOME", path, why);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }
}
