package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.testing.Repository;
import tools.jackson.databind.JsonNode;

/**
 * Writes the long list, {@code target/conformance.md}: the outcome of each example, and the test of each row and each
 * failure. {@code docs/conformance.md} has its numbers.
 */
final class ConformancePage {

    private static final String BEGIN = "<!-- numbers -->\n";
    private static final String END = "<!-- /numbers -->";

    private final List<Example> examples = Example.all();
    private final Trials trials = new Trials(examples);
    private final List<Row> rows = Row.all();
    private final TestSources sources = TestSources.read();

    ConformancePage() throws IOException {}

    static Path file() {
        return Repository.root().resolve("docs/conformance.md");
    }

    /** Returns the numbers of a page. */
    static String numbers(String page) {
        return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
    }

    /** Returns the same page with other numbers. */
    static String with(String page, String numbers) {
        return page.replace(BEGIN + numbers(page) + END, BEGIN + numbers + END);
    }

    String numbers() {
        var table = new StringBuilder("""

                | document | examples | run | trials | rows | rows with a test | excluded, with a reason |
                |---|--:|--:|--:|--:|--:|--:|
                """);
        seeds().forEach(seed -> table.append(numbersOf(seed)));
        return table.append('\n').toString();
    }

    private String numbersOf(String seed) {
        var own = examples.stream().filter(example -> example.seed().equals(seed)).toList();
        var ownRows = rows.stream().filter(row -> row.seed().equals(seed)).toList();
        long excluded = own.stream().filter(example -> !example.isRun() && example.has("excluded")).count()
                + ownRows.stream().filter(row -> row.excluded() != null).count();
        return Stream.of("`" + seed + "`", own.size(), own.stream().filter(Example::isRun).count(),
                own.stream().mapToInt(example -> trials.ofExample(example).size()).sum(), ownRows.size(),
                ownRows.stream().filter(row -> !row.tests().isEmpty()).count(), excluded).map(String::valueOf)
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Returns the whole list. */
    String list() {
        var list = new StringBuilder("# What shows that Muster follows its four documents\n\nWritten by ")
                .append("`ConformancePageTest`.\n\n## Examples\n");
        seeds().forEach(seed -> {
            list.append("\n### `").append(seed).append("`\n\n");
            list.append("| block | line | heading | what it is | expected | result |\n|---|---|---|---|---|---|\n");
            examples.stream().filter(example -> example.seed().equals(seed)).map(this::row).forEach(list::append);
        });
        list.append("\n## Rows\n");
        seeds().forEach(seed -> {
            list.append("\n### `").append(seed).append("`\n\n");
            list.append("| line | table | row | meaning | test |\n|---|---|---|---|---|\n");
            rows.stream().filter(row -> row.seed().equals(seed)).map(this::line).forEach(list::append);
        });
        list.append("\n## Failures\n\n| failure | what it comes to | test |\n|---|---|---|\n");
        Row.entries("failures.yaml").stream().map(this::line).forEach(list::append);
        return list.toString();
    }

    private Stream<String> seeds() {
        return examples.stream().map(Example::seed).distinct();
    }

    private String line(Row row) {
        var shown = row.later() != null ? "later: " + row.later()
                : row.excluded() != null ? "excluded: " + row.excluded() : links(row.tests());
        return "| " + row.line() + " | " + cell(row.table()) + " | `" + cell(row.row()) + "` | " + cell(row.meaning())
                + " | " + shown + " |\n";
    }

    private String line(JsonNode failure) {
        return "| " + cell(failure.path("failure").asString()) + " | `" + cell(failure.path("message").asString())
                + "` | " + links(Row.tests(failure)) + " |\n";
    }

    private String links(List<String> tests) {
        return tests.stream().map(test -> "[" + test.replace('#', ' ') + "](../" + sources.find(test)
                .map(path -> path.toString().replace('\\', '/')).orElse("") + ")").collect(Collectors.joining(", "));
    }

    private String row(Example example) {
        return "| "
                + Stream.of(String.valueOf(example.block()), example.text("line"), example.text("heading"), is(example),
                        expected(example), result(example)).map(ConformancePage::cell)
                        .collect(Collectors.joining(" | "))
                + " |\n";
    }

    /** A bar would end a cell, and text must not be taken for a tag. */
    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    }

    private static String is(Example example) {
        var fence = example.text("fence").equals("none") ? "" : ", " + example.text("fence");
        return example.kind() + fence + (example.has("mode") ? ", " + example.text("mode") : "");
    }

    private static String expected(Example example) {
        if (!example.isRun()) {
            return "";
        }
        var lines = Trials.items(example.entry().path("command")).filter(line -> line.has("expect")).toList();
        if (!lines.isEmpty()) {
            return counted(lines);
        }
        var variants = Trials.items(example.entry().path("variants")).toList();
        return (example.has("vectors") ? example.entry().path("vectors").size() + " vectors" : example.text("expect"))
                + (variants.isEmpty() ? "" : "; variants: " + counted(variants));
    }

    private static String counted(List<JsonNode> trials) {
        return trials.stream().collect(Collectors.groupingBy(each -> each.path("expect").asString("pass"),
                LinkedHashMap::new, Collectors.counting())).entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey()).collect(Collectors.joining(", "));
    }

    private String result(Example example) {
        if (!example.isRun()) {
            return example.has("excluded") ? "excluded: " + example.text("excluded")
                    : "in words: " + example.text("note");
        }
        var all = trials.ofExample(example);
        var until = all.stream().filter(trial -> !trial.refused().isEmpty())
                .collect(Collectors.groupingBy(trial -> trial.get("until").asString(""), LinkedHashMap::new,
                        Collectors.counting()));
        long passed = all.size() - until.values().stream().mapToLong(Long::longValue).sum();
        var parts = Stream.concat(passed == 0 ? Stream.empty() : Stream.of(passed(passed, all.size())),
                until.entrySet().stream().map(each -> refused(each, all.size())));
        return parts.collect(Collectors.joining("; "))
                + (example.has("excluded") ? "; left out " + example.text("excluded") : "");
    }

    private static String passed(long passed, int all) {
        return all == 1 ? "passes" : passed == all ? "all " + all + " pass" : passed + " pass";
    }

    private static String refused(Map.Entry<String, Long> until, int all) {
        return (all == 1 ? "" : until.getValue() + " ") + "refused until " + until.getKey();
    }
}
