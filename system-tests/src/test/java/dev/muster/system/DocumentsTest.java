package dev.muster.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Checks that everything the documents name exists: types, files, folders, commands and options. */
class DocumentsTest {

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#\\s:]*)#([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern WRITTEN = Pattern.compile("(?s)<!-- written from .*?(?:<!-- end of |\\z)");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"\n]*\"");
    private static final Pattern BANNED = Pattern.compile(
            "(?i)\\b(?:told|whoever|nobody|besides|doorstep|callees|unfolding|gathered|hand(?:s|ed|ing)? out)\\b");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");
    /** Two humps: an ordinary word has one. */
    private static final Pattern TYPE = Pattern.compile("([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+)(?:[.#(<{].*)?");
    private static final Pattern FILE = Pattern.compile("(?:\\.?[\\w.-]+/)+[\\w.-]*");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
    private static final Pattern COMMAND = Pattern.compile("(?:^|[ |(])(?:\\./)?muster ([a-z]+)((?: [^|;&]*)?)");

    /** An alert has a name like a type. */
    private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");

    /** Types of libraries, of the JDK and of the documents that Muster follows. */
    private static final Set<String> FOREIGN = Set.of("KafkaProducer", "HttpUrl", "TypeID", "RubricID", "NotEqual",
            "NotNil", "NotMatch", "NoError", "InputDefinition", "ExpectedOutcomes", "SchemaValidator", "SqlValidator",
            "TraceNoErrors", "TraceValidateSubAgents", "StatefulSet");

    /** By folder, the page that lists its documents. */
    private static final Map<String, String> INDEXES = Map.of("docs", "docs/README.md", "docs/targets",
            "docs/targets.md", "docs/internals", "ARCHITECTURE.md", "docs/decisions", "docs/decisions/README.md");

    private final Path root = Repository.root();

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        assertThat(documents().stream().flatMap(document -> matches(LINK, text(document))
                .filter(link -> !link.contains("://") && !link.startsWith("mailto:"))
                .filter(link -> !Files.exists(document.resolveSibling(link)))
                .map(link -> shown(document) + ": " + link))).isEmpty();
    }

    @Test
    void everyAnchorIsAHeading() throws IOException {
        var wrong = new TreeSet<String>();
        for (var document : documents()) {
            ANCHOR.matcher(text(document)).results().forEach(link -> {
                var page = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                if (Files.exists(page) && !anchors(page).contains(link.group(2))) {
                    wrong.add(shown(document) + ": " + link.group());
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    /** Returns the anchors that GitHub gives to the headings of a page. */
    private static Set<String> anchors(Path page) {
        var anchors = new HashSet<String>();
        HEADING.matcher(FENCED.matcher(text(page)).replaceAll("")).results().map(heading -> heading.group(1)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-')).forEach(anchor -> anchors.add(anchors.contains(anchor) ? anchor + "-1" : anchor));
        return anchors;
    }

    /** Quotations, code and what is written from the sources have their own words. */
    @Test
    void everyWordIsThePlainOne() throws IOException {
        assertThat(documents().stream().flatMap(document -> BANNED.matcher(Stream.of(FENCED, WRITTEN, CODE, QUOTED)
                .reduce(text(document), (text, quoted) -> quoted.matcher(text).replaceAll(""), (_, text) -> text))
                .results().map(word -> shown(document) + ": " + word.group()))).isEmpty();
    }

    @Test
    void everyDocumentStandsInTheIndexOfItsFolder() throws IOException {
        var missing = new ArrayList<String>();
        for (var index : INDEXES.entrySet()) {
            var file = root.resolve(index.getValue());
            var list = text(file);
            try (var pages = Files.list(root.resolve(index.getKey()))) {
                pages.filter(page -> page.toString().endsWith(".md") && !page.equals(file))
                        .map(page -> Objects.requireNonNull(file.getParent()).relativize(page).toString())
                        .filter(page -> !list.contains("](" + page)).map(page -> shown(file) + ": " + page)
                        .forEach(missing::add);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyTypeIsInTheSources() throws IOException {
        var known = types();
        assertThat(documents().stream().flatMap(document -> code(document)
                .map(TYPE::matcher).filter(java.util.regex.Matcher::matches).map(found -> found.group(1))
                .filter(type -> !known.contains(type) && !FOREIGN.contains(type) && !inTheJdk(type)).distinct()
                .map(type -> shown(document) + ": " + type))).isEmpty();
    }

    @Test
    void everyPathOfTheRepositoryIsThere() throws IOException {
        var top = top();
        assertThat(documents().stream().flatMap(document -> code(document)
                .filter(code -> FILE.matcher(code).matches() && top.contains(code.substring(0, code.indexOf('/'))))
                .filter(path -> !path.contains("target/") && !Files.exists(root.resolve(path)) && !isPackage(path))
                .distinct()
                .map(path -> shown(document) + ": " + path))).isEmpty();
    }

    @Test
    void everyCommandAndOptionIsThere() throws IOException {
        var commands = commands();
        var all = commands.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        var wrong = new TreeSet<String>();
        for (var document : documents()) {
            for (var line : shownCommands(document).toList()) {
                var found = COMMAND.matcher(line);
                while (found.find()) {
                    var options = commands.get(found.group(1));
                    if (options == null) {
                        wrong.add(shown(document) + ": muster " + found.group(1));
                    } else {
                        matches(OPTION, found.group(2), 0).filter(option -> !options.contains(option))
                                .forEach(option -> wrong.add(shown(document) + ": muster " + line + ": " + option));
                    }
                }
            }
            if (shown(document).equals("README.md")) {
                code(document).filter(code -> code.startsWith("--"))
                        .flatMap(code -> matches(OPTION, code, 0)).filter(option -> !all.contains(option))
                        .forEach(option -> wrong.add(shown(document) + ": " + option));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Every command with its options; a checkout has one more, {@code bench}. */
    private Map<String, Set<String>> commands() {
        var commands = new HashMap<String, Set<String>>();
        Main.commandLine().getSubcommands().forEach((name, command) -> commands.put(name, options(command)));
        commands.put("bench", Stream.concat(Stream.of("--help", "--version", "--no-color"),
                matches(OPTION, text(root.resolve("bench/src/test/java/dev/muster/bench/BenchCommand.java")), 0))
                .collect(Collectors.toSet()));
        return commands;
    }

    private static Set<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream().flatMap(option -> Arrays.stream(option.names()))
                .collect(Collectors.toSet());
    }

    /** Returns the commands for users to type, in code or in the text. */
    private static Stream<String> shownCommands(Path document) {
        var lines = MarkdownPage.of(text(document).replace("\\\n", " ")).blocks().stream()
                .filter(block -> !block.info().endsWith(" later")).flatMap(block -> block.lines().stream())
                .map(line -> line.strip().replaceFirst("^[$#] ", "").replaceFirst("\\s+#.*", ""));
        return Stream.concat(lines.filter(line -> line.matches("(?:\\w+=\\S+ )*(?:\\./)?muster .*")),
                code(document).filter(code -> code.matches("(?:\\./)?muster [a-z].*")));
    }

    private static Stream<String> code(Path document) {
        return matches(CODE, text(document));
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return matches(pattern, text, 1);
    }

    private static Stream<String> matches(Pattern pattern, String text, int group) {
        return pattern.matcher(text).results().map(found -> found.group(group));
    }

    private List<Path> documents() throws IOException {
        try (var top = Files.list(root); var docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs).filter(path -> path.toString().endsWith(".md")).sorted().toList();
        }
    }

    private Set<String> types() throws IOException {
        var types = new HashSet<String>();
        for (var file : Repository.sources()) {
            matches(DECLARED, text(file)).forEach(types::add);
        }
        matches(ALERT, text(root.resolve("deploy/prometheus/alerts.yml"))).forEach(types::add);
        return types;
    }

    private Set<String> top() throws IOException {
        try (var files = Files.list(root)) {
            return files.map(path -> String.valueOf(path.getFileName())).collect(Collectors.toSet());
        }
    }

    /** Documents name packages by module and folder, such as {@code common/message}. */
    private boolean isPackage(String path) {
        return Stream.of("common", "worker", "coordinator", "cli")
                .anyMatch(module -> Files.isDirectory(root.resolve(module).resolve("src/main/java/dev/muster")
                        .resolve(path)));
    }

    private static boolean inTheJdk(String type) {
        return Stream
                .of("java.lang.", "java.lang.invoke.", "java.util.", "java.util.concurrent.", "java.time.", "java.io.",
                        "java.nio.file.", "java.net.http.", "java.sql.")
                .anyMatch(name -> exists(name + type));
    }

    private static boolean exists(String name) {
        try {
            Class.forName(name, false, DocumentsTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private String shown(Path document) {
        return root.relativize(document).toString();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
