package dev.muster.system.mutation;

import module java.base;
import dev.muster.common.testing.Repository;

/**
 * A row of {@code mutations.txt}: a fault in one of the fleet's rules, and what finds it.
 *
 * @param rule of the fleet's protocol, from 1
 * @param expected {@code simulation}, {@code test: CLASS}, {@code harmless: WHY}, or {@code process: CLASS} for a test
 *            that starts the distribution's processes, which have the classes as they are shipped
 */
record Mutation(String name, int rule, List<Edit> edits, String expected) {

    static final Path ROOT = Repository.root();
    private static final String TEST = "test: ";
    private static final String PROCESS = "process: ";
    private static final String HARMLESS = "harmless: ";

    Mutation {
        edits = List.copyOf(edits);
    }

    /**
     * One change of a source file.
     *
     * @param file after the module, from {@code dev/muster} on
     * @param before found exactly once, whatever its line breaks
     */
    record Edit(String file, String before, String after) {

        Path path() {
            return ROOT.resolve(file.substring(0, file.indexOf('/'))).resolve("src/main/java/dev/muster").resolve(file);
        }

        Pattern pattern() {
            return Pattern.compile(Stream.of(before.strip().split("\\s+")).map(Pattern::quote)
                    .collect(Collectors.joining("\\s+")));
        }

        long found(String source) {
            return pattern().matcher(source).results().count();
        }
    }

    static List<Mutation> table() {
        try (var table = Objects.requireNonNull(Mutation.class.getResourceAsStream("/mutations.txt"))) {
            var text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("(?m)^## ")).skip(1).map(Mutation::row).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Mutation row(String text) {
        var parts = text.split("(?m)^--- ");
        var head = parts[0].strip().split("\n", 3);
        return new Mutation(head[0].strip(), Integer.parseInt(after("rule: ", head[1])),
                Stream.of(parts).skip(1).map(Mutation::edit).toList(), after("expected: ", head[2]));
    }

    private static Edit edit(String text) {
        int begin = text.indexOf('\n');
        var change = text.substring(begin + 1).split("(?m)^\\+\\+\\+$", 2);
        return new Edit(text.substring(0, begin).strip(), change[0].strip(), change[1].strip());
    }

    private static String after(String label, String line) {
        if (!line.startsWith(label)) {
            throw new IllegalArgumentException("'" + label + "' expected in the table of mutations, found: " + line);
        }
        return line.substring(label.length()).strip();
    }

    boolean foundBySimulation() {
        return expected.equals("simulation");
    }

    boolean foundByTest() {
        return expected.startsWith(TEST);
    }

    /** Found elsewhere, by tests of a build with the fault. */
    boolean foundByProcesses() {
        return expected.startsWith(PROCESS);
    }

    boolean harmless() {
        return expected.startsWith(HARMLESS) && expected.length() > HARMLESS.length();
    }

    /** Returns the test class that finds it. */
    String test() {
        return expected.substring(TEST.length()).strip();
    }

    /** Returns the changed sources by path. */
    Map<Path, String> sources() throws IOException {
        var sources = new LinkedHashMap<Path, String>();
        for (var edit : edits) {
            var before = sources.containsKey(edit.path()) ? sources.get(edit.path()) : Files.readString(edit.path());
            sources.put(edit.path(), edit.pattern().matcher(Objects.requireNonNull(before)).replaceFirst(
                    Matcher.quoteReplacement(edit.after())));
        }
        return sources;
    }

    @Override
    public String toString() {
        return "rule " + rule + ": " + name;
    }
}
