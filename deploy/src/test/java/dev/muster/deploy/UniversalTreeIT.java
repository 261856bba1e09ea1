package dev.muster.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes a tree like that of PostgreSQL for macOS small, where there is no Mac that could run it. */
@Tag("slow")
class UniversalTreeIT {

    private static final int X64 = 0x0100_0007;
    private static final int ARM64 = 0x0100_000C;

    @TempDir
    private Path folder;

    @Test
    void oneArchitectureStaysAndCopiesBecomeLinks() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/xz")), "tar needs xz to pack");
        var lib = Files.createDirectories(folder.resolve("tree/lib"));
        for (var name : List.of("libicu.77.1.dylib", "libicu.77.dylib", "libicu.dylib")) {
            Files.write(lib.resolve(name), universal("of x64", "of arm64, signed"));
        }
        Files.write(lib.resolve("libpq.5.dylib"), universal("pq x64", "pq arm64"));
        Files.writeString(lib.resolve("pg_config.txt"), "text stays");
        run("tar", "-cJf", "from.txz", "-C", "tree", ".");

        run(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Repository.root()
                        .resolve("deploy/src/main/scripts/UniversalTree.java").toString(),
                "from.txz", "to.txz", "arm64");

        Files.createDirectory(folder.resolve("small"));
        run("tar", "-xJf", "to.txz", "-C", "small");
        var small = folder.resolve("small/lib");
        assertThat(small.resolve("libicu.77.1.dylib")).hasContent("of arm64, signed").isRegularFile();
        for (var link : List.of("libicu.77.dylib", "libicu.dylib")) {
            assertThat(Files.readSymbolicLink(small.resolve(link))).hasToString("libicu.77.1.dylib");
        }
        assertThat(small.resolve("libpq.5.dylib")).hasContent("pq arm64");
        assertThat(small.resolve("pg_config.txt")).hasContent("text stays");
    }

    private static byte[] universal(String x64, String arm64) {
        var file = ByteBuffer.allocate(200).putInt(0xCAFEBABE).putInt(2);
        for (var slice : Map.of(X64, x64, ARM64, arm64).entrySet()) {
            int offset = slice.getKey() == X64 ? 100 : 150;
            file.putInt(slice.getKey()).putInt(0).putInt(offset).putInt(slice.getValue().length()).putInt(0);
            file.put(offset, slice.getValue().getBytes(StandardCharsets.US_ASCII));
        }
        return file.array();
    }

    private void run(String... words) throws Exception {
        var process = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
