package dev.muster.common.bundle;

import module java.base;

/**
 * A part of a project's tree, addressed by content; sent as JSON under its own hash.
 *
 * @param scripts the scripts folder, from the root
 */
public record Bundle(List<File> files, String scripts) {

    public Bundle {
        files = List.copyOf(files);
        Objects.requireNonNull(scripts);
    }

    /**
     * A file of a bundle.
     *
     * @param path from the project root, with {@code /}
     * @param sha256 hash of its content, in lower-case hexadecimal digits
     * @param size in bytes
     */
    public record File(String path, String sha256, long size, boolean executable) {

        public File {
            Objects.requireNonNull(path);
            Objects.requireNonNull(sha256);
        }
    }
}
