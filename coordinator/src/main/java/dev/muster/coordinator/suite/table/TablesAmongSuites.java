package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.input.ResolvedInput;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;

/**
 * Leaves out what stands in a folder of suites and is a table: a {@code .jsonl} file that a suite there names with
 * {@code each}. Otherwise a {@code .jsonl} file is a suite by its name.
 */
public final class TablesAmongSuites {

    private static final String LINES = ".jsonl";
    /** Bytes at the beginning of a suite that show whether it has tables: most have none, and are not read twice. */
    private static final int MOST_SEARCHED = 1 << 20;

    private final Path root;

    /** @param root the project's, where names begin that are not beside the suite */
    public TablesAmongSuites(Path root) {
        this.root = root;
    }

    /** Returns the inputs without tables that were found in folders; a file that was given by its name stays. */
    public List<ResolvedInput> leftOut(List<ResolvedInput> inputs) {
        var files = inputs.stream()
                .flatMap(input -> input instanceof ResolvedInput.Suites suites ? suites.files().stream()
                        : Stream.empty())
                .distinct().toList();
        if (files.size() < 2 || files.stream().noneMatch(TablesAmongSuites::mayBeTable)) {
            return inputs;
        }
        var tables = files.stream().flatMap(this::tables).collect(Collectors.toSet());
        return inputs.stream().map(input -> input instanceof ResolvedInput.Suites(var all, var passedOver)
                ? new ResolvedInput.Suites(all.stream()
                        .filter(file -> !mayBeTable(file) || !tables.contains(file.path())).toList(), passedOver)
                : input).toList();
    }

    private static boolean mayBeTable(SuiteFile file) {
        return !file.named() && file.endsWith(LINES);
    }

    /** Returns the tables that a suite names; none of a suite that can't be read, which is reported when it is read. */
    private Stream<Path> tables(SuiteFile file) {
        var found = new ArrayList<Path>();
        var ignored = new Faults(file.shown(), _ -> {});
        try {
            if (!mayHaveTables(file)) {
                return Stream.empty();
            }
            try (var values = file.values(Files.newInputStream(file.path()), ignored)) {
                for (var node = values.next(); node != null; node = values.next()) {
                    add(node, file, found);
                    ignored.keep(0);
                }
            }
        } catch (IOException e) {
            return found.stream();
        }
        return found.stream();
    }

    private static boolean mayHaveTables(SuiteFile file) throws IOException {
        try (var in = Files.newInputStream(file.path())) {
            var text = new String(in.readNBytes(MOST_SEARCHED), StandardCharsets.UTF_8);
            return text.contains(TableCases.EACH) && text.contains(LINES);
        }
    }

    private void add(Node node, SuiteFile file, List<Path> found) {
        var each = node instanceof Node.Obj object ? object.get(TableCases.EACH) : null;
        var name = each == null ? null : each.string();
        if (name != null && name.endsWith(LINES)) {
            try {
                var path = Path.of(name.startsWith("file://") ? name.substring("file://".length()) : name);
                Stream.of(file.folder(), root).map(start -> start.resolve(path).normalize()).filter(Files::exists)
                        .findFirst().filter(table -> !table.equals(file.path())).ifPresent(found::add);
            } catch (InvalidPathException e) {
                // reading the suite tells
            }
        }
    }
}
