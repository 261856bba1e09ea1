package dev.muster.common.secret;

import module java.base;

/** Tells whose a file is. */
public final class FileOwner {

    private FileOwner() {}

    /** Returns the owner's name, if that is neither this user nor root; empty where the file system knows no owners. */
    public static Optional<String> stranger(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        var uid = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        var name = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
        return uid.equals(0) || name.equals(System.getProperty("user.name")) || uid.equals(ownId())
                ? Optional.empty() : Optional.of(name);
    }

    /** @throws IOException a sentence, when a folder that exists belongs to another user */
    public static void checkHome(Path folder) throws IOException {
        var real = Files.exists(folder) ? folder.toRealPath() : folder;
        var stranger = Files.exists(real) ? stranger(real) : Optional.<String>empty();
        if (stranger.isPresent()) {
            throw new IOException(folder + " belongs to the user " + stranger.get()
                    + ", who could read and change what is in it; name a folder of your own with MUSTER_HOME");
        }
    }

    /** A user may have no name, as in containers: then a file of this process's own tells its id. */
    private static Object ownId() throws IOException {
        var own = Files.createTempFile("muster-", ".owner");
        try {
            return Files.getAttribute(own, "unix:uid");
        } finally {
            Files.delete(own);
        }
    }
}
