package dev.muster.deploy.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The section of {@code docs/conformance.md} that tells what becomes of each example, as the index has it. */
final class ConformancePage {

    private static final String BEGIN = "<!-- examples -->\n";
    private static final String END = "<!-- /examples -->";

    private final List<Example> examples;
    private final Trials trials;

    ConformancePage(List<Example> examples) {
        this.examples = examples;
        this.trials = new Trials(examples);
    }

    /** The page lies above wherever the build runs its tests. */
    static Path file() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            var page = folder.resolve("docs/conformance.md");
            if (Files.exists(page)) {
                return page;
            }
        }
        throw new IllegalStateException("there is no docs/conformance.md above this folder");
    }

    static String section(String page) {
        return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
    }

    static void write(Path file, String section) throws IOException {
        var page = Files.readString(file);
        Files.writeString(file, page.replace(BEGIN + section(page) + END, BEGIN + section + END));
    }

    String section() {
        var section = new StringBuilder(numbers());
        examples.stream().map(Example::seed).distinct().forEach(seed -> {
            section.append("\n### `").append(seed).append("`\n\n");
            section.append("| block | line | heading | what it is | expected | result |\n|---|---|---|---|---|---|\n");
            examples.stream().filter(example -> example.seed().equals(seed)).map(this::row).forEach(section::append);
        });
        return section.append('\n').toString();
    }

    private String numbers() {
        var all = trials.all();
        long refused = all.stream().filter(trial -> !trial.refused().isEmpty()).count();
        long described = examples.stream().filter(example -> !example.isRun() && !example.has("excluded")).count();
        long excluded = examples.stream().filter(example -> !example.isRun() && example.has("excluded")).count();
        return "\n" + examples.size() + " blocks: " + examples.stream().filter(Example::isRun).count() + " are run, in "
                + all.size() + " trials (" + refused + " of them are refused today), " + described
                + " describe in words or pictures what the rows below are tested for, " + excluded
                + " can't be run.\n";
    }

    private String row(Example example) {
        return "| "
                + Stream.of(String.valueOf(example.block()), example.text("line"), example.text("heading"), is(example),
                        expected(example), result(example)).map(ConformancePage::cell)
                        .collect(Collectors.joining(" | "))
                + " |\n";
    }

    /** A bar would end a cell, and a page must not be taken for a tag. */
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
