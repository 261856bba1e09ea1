package dev.muster.system.plans;

import module java.base;

/** Finds texts in compiled classes that are statements on the large tables, or parts of them. */
final class StatementsInClasses {

    private static final Pattern STATEMENT = Pattern.compile("\\b(FROM|JOIN|INTO|USING|UPDATE)\\s+"
            + "(results|result_details|attempts|case_definitions|case_history)\\b");
    /** A placeholder that is filled in later. */
    private static final Pattern PLACE = Pattern.compile("\\$[A-Z]+|%s|%\\d\\$s|\u0001|\u0002");

    private StatementsInClasses() {}

    static boolean isOne(String sql) {
        return STATEMENT.matcher(sql).find();
    }

    /** Returns all such texts in the module of a class. */
    static List<String> besides(Class<?> type) throws IOException, URISyntaxException {
        var place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return in(place);
        }
        try (var jar = FileSystems.newFileSystem(place)) {
            return in(jar.getPath("/"));
        }
    }

    private static List<String> in(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).flatMap(StatementsInClasses::texts)
                    .filter(StatementsInClasses::isOne).distinct().toList();
        }
    }

    private static Stream<String> texts(Path file) {
        try {
            return StreamSupport.stream(ClassFile.of().parse(file).constantPool().spliterator(), false)
                    .filter(StringEntry.class::isInstance).map(entry -> ((StringEntry) entry).stringValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a statement contains the whole text, in its order, with anything in place of placeholders. */
    static boolean isIn(String text, String executed) {
        int from = 0;
        for (var piece : PLACE.split(plain(text), -1)) {
            int found = plain(executed).indexOf(piece.strip(), from);
            if (found < 0) {
                return false;
            }
            from = found + piece.strip().length();
        }
        return true;
    }

    private static String plain(String text) {
        return text.strip().replaceAll("\\s+", " ").replaceAll("@\\w+(\\$[A-Z]+)?", "?");
    }
}
