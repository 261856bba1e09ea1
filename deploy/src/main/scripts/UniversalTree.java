import module java.base;

/**
 * Makes PostgreSQL's tree for macOS small: {@code java UniversalTree.java FROM.txz TO.txz x64|arm64}. Of each universal
 * binary it keeps one architecture, with the signature that belongs to it; copies of a library become links again.
 */
record UniversalTree(Path folder, int processor) {

    private static final int UNIVERSAL = 0xCAFEBABE;
    private static final Map<String, Integer> PROCESSORS = Map.of("x64", 0x0100_0007, "arm64", 0x0100_000C);
    /** A number of architectures; a Java class begins with the same magic, and a greater number. */
    private static final int MOST = 8;
    private static final int HEADER = 8;
    private static final int ROW = 20;

    static void main(String... words) throws Exception {
        var folder = Files.createTempDirectory("postgresql-");
        Archive.run(Map.of(), "tar", "-xJf", words[0], "-C", folder.toString());
        new UniversalTree(folder, PROCESSORS.get(words[2])).reduce();
        Archive.run(Map.of(), "tar", "-cJf", words[1], "-C", folder.toString(), ".");
        Archive.delete(folder);
    }

    private void reduce() throws Exception {
        try (var all = Files.walk(folder)) {
            for (var file : all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).toList()) {
                var bytes = Files.readAllBytes(file);
                var kept = slice(bytes);
                if (kept.length < bytes.length) {
                    Files.write(file, kept);
                }
            }
        }
        try (var all = Files.walk(folder)) {
            for (var directory : all.filter(path -> path.endsWith("lib")).toList()) {
                link(directory);
            }
        }
    }

    private byte[] slice(byte[] file) {
        var header = ByteBuffer.wrap(file);
        if (file.length < HEADER || header.getInt(0) != UNIVERSAL || header.getInt(4) > MOST) {
            return file;
        }
        for (int row = HEADER; row < HEADER + header.getInt(4) * ROW; row += ROW) {
            if (header.getInt(row) == processor) {
                int offset = header.getInt(row + 8);
                return Arrays.copyOfRange(file, offset, offset + header.getInt(row + 12));
            }
        }
        throw new IllegalArgumentException("no binary for this processor in it");
    }

    /** Of equal files the one with the longest name stays, such as {@code libicudata.77.1.dylib}. */
    private static void link(Path directory) throws Exception {
        var known = new HashMap<String, Path>();
        try (var files = Files.list(directory)) {
            for (var file : files.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparing((Path path) -> path.toString().length()).reversed()).toList()) {
                var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
                var same = known.putIfAbsent(hash, file);
                if (same != null) {
                    Files.delete(file);
                    Files.createSymbolicLink(file, same.getFileName());
                }
            }
        }
    }
}
