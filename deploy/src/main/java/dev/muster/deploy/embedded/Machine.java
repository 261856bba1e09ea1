package dev.muster.deploy.embedded;

import module java.base;

/**
 * Identifies this machine and container. File locks work across containers (and over NFS across machines), process ids
 * do not: a server there looks dead from here, and a second one would ruin its data.
 */
record Machine(String identity) {

    static Machine here() {
        return new Machine(bootId() + " " + processNamespace());
    }

    static Machine readFrom(Path file) {
        try {
            return new Machine(Files.readString(file));
        } catch (IOException e) {
            return here();
        }
    }

    void writeTo(Path file) throws IOException {
        Files.writeString(file, identity);
    }

    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String processNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
