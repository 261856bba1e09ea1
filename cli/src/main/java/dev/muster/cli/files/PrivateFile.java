package dev.muster.cli.files;

import module java.base;

/** Files that only their owner can read. */
public final class PrivateFile {

    /** Where the file system has such permissions. */
    public static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFile() {}

    /** Writes a file anew; no other user can read it in between. */
    public static Path write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{OWNER_ONLY} : new FileAttribute<?>[0]);
        return Files.writeString(file, text);
    }

    /** Returns random text that can't be guessed. */
    public static String secret() {
        var bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Writes a file unless it is there; returns its text. */
    public static String keep(Path file, Supplier<String> text) throws IOException {
        if (Files.notExists(file)) {
            write(file, text.get());
        }
        return Files.readString(file).strip();
    }
}
