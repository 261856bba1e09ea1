package dev.muster.system.fire;

import static dev.muster.system.fire.Programs.run;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/** A file system of some mebibytes, in memory, that can be filled to the last byte. Only root may mount one. */
final class SmallDisk implements AutoCloseable {

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Skips the test, with the reason, where this machine allows no mounts. */
    static SmallDisk mount(Path folder, int mebibytes) {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "muster-fire", folder.toString()),
                "a disk that can be full needs the right to mount one (root, and no container that forbids it)");
        return new SmallDisk(folder);
    }

    /** Takes all remaining space, however small the pieces. */
    void fill() throws IOException {
        for (int block = 1 << 20; block > 0; block = block >> 4) {
            try (OutputStream out = Files.newOutputStream(folder.resolve("ballast-" + block))) {
                writeUntilFull(out, block);
            }
        }
    }

    void empty() throws IOException {
        try (var files = Files.newDirectoryStream(folder, "ballast-*")) {
            for (var file : files) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() {
        run("umount", "--lazy", folder.toString());
    }

    private static void writeUntilFull(OutputStream out, int block) {
        var zeros = new byte[block];
        try {
            while (true) {
                out.write(zeros);
            }
        } catch (IOException e) {
            // that was the last of them
            return;
        }
    }
}
