package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Check;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A new assertion touches five files (CONTRIBUTING, "an assertion"): no other file in the sources names a kind of check. */
class OneDoorTest {

    private static final Path ROOT = Path.of("..");
    private static final String COMMON = "common/src/main/java/dev/muster/common/assertion/";
    private static final String SUITE = "coordinator/src/main/java/dev/muster/coordinator/suite/";
    private static final String SCHEMA = "coordinator/src/main/resources/schema/agent-test.schema.json";
    private static final String TABLE = "coordinator/src/test/resources/assertions/%s.jsonl";

    private static final List<String> FAMILIES = List.of("TextCheck", "ValueCheck", "ToolCheck", "LimitCheck",
            "ExternalCheck", "HelperCheck", "ForeignCheck").stream().map(name -> COMMON + name + ".java").toList();
    private static final List<String> COMPILED = List.of("TextChecks", "ValueChecks", "ToolChecks", "LimitChecks",
            "Oracles").stream().map(name -> COMMON + "eval/" + name + ".java").toList();
    /** What is not compiled is judged here. */
    private static final String JUDGE = "worker/src/main/java/dev/muster/worker/judging/Judge.java";
    private static final List<String> READERS = List
            .of("CheckReader", "ToolReader", "SchemaReader", "HelperCheckReader",
                    "OracleReader")
            .stream().map(name -> SUITE + name + ".java").toList();

    /** Files that name some kinds for another reason. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("TestAssertions", "t.assert of a script judges like a suite's check, and makes in_test"),
            Map.entry("AssertionReader", "'expected' alone means equals"),
            Map.entry("CheckCompiler", "compiles patterns that stand elsewhere as a regex"),
            Map.entry("TurnPathReader", "'capture' takes a path, compiled as a json_path"),
            Map.entry("ConversingReader", "'awaiting' and 'refusal' take a pattern, compiled as a regex"),
            Map.entry("AwaitingDetector", "judges the pattern of 'awaiting' as a regex"),
            Map.entry("ExpectedReader", "'refusal' is judged as a regex or llm_judge"),
            Map.entry("ConversationWriter", "writes 'refusal' back"),
            Map.entry("AlwaysHolds", "tells which checks hold whatever an agent answers"),
            Map.entry("AgUiClause", "a clause has the name of a limit"),
            Map.entry("CompiledCheck", "leads ag_ui and oracle, which have no family, to their files"),
            Map.entry("ForeignCheckReader", "reads ag_ui, whose clauses are read by ClauseReader"),
            Map.entry("ClauseReader", "a clause has the name of a limit"),
            Map.entry("AssertBlockReader", "reads the clauses of AG-UI tests, which are ag_ui everywhere else"),
            Map.entry("Snapshots", "finds the file of a snapshot"),
            Map.entry("Recorder", "records a snapshot"),
            Map.entry("AssertionLines", "shows the difference from a snapshot"),
            Map.entry("MessagesBody", "a block of Anthropic's has the name tool_result"),
            Map.entry("MessagesAnswer", "reads the blocks that end in it"),
            Map.entry("PausedTimes", "tells which checks are limits of time"),
            Map.entry("AgentReply", "an answer may end for the reason max_tokens"),
            Map.entry("Assertion", "tells which checks forbid texts, and which demand one"),
            Map.entry("ModelApi", "bounds the tokens of an answer that it asks for"),
            Map.entry("ValidatorAnswers", "the part of the judge that reads a helper's answer"),
            Map.entry("JudgeCommand", "judges labelled replies by a rubric"),
            Map.entry("JudgedReplies", "judges labelled replies by a rubric"),
            Map.entry("CaseHelpers", "says before a run whom its cases ask"));

    private static final Map<String, String> SOURCES = sources();
    private static final Map<String, SortedSet<String>> NAMING = new ConcurrentHashMap<>();

    private static Map<String, String> sources() {
        try (var modules = Files.newDirectoryStream(ROOT, module -> Files.isDirectory(module.resolve("src/main")))) {
            var sources = new HashMap<String, String>();
            for (var module : modules) {
                try (var files = Files.walk(module.resolve("src/main"))) {
                    files.filter(file -> file.toString().endsWith(".java") || file.endsWith("agent-test.schema.json"))
                            .forEach(file -> sources.put(ROOT.relativize(file).toString(), text(file)));
                }
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> kinds() {
        return Check.kinds().keySet();
    }

    /** Returns the files that name the record, or the kind where its name means nothing else. */
    private static SortedSet<String> naming(String kind) {
        return new TreeSet<>(NAMING.computeIfAbsent(kind, OneDoorTest::search));
    }

    private static SortedSet<String> search(String kind) {
        var record = Objects.requireNonNull(Check.kinds().get(kind)).getSimpleName();
        var words = Pattern
                .compile("\\b\\w+Check\\." + record + "\\b|@JsonTypeName\\(\"" + kind + "\"\\)|check_" + kind + "\""
                        + (kind.contains("_") ? "|\"" + kind + "\"" : ""));
        // most files have neither word, and a pattern with a word's boundaries is slow to find that out
        return SOURCES.entrySet().stream()
                .filter(file -> file.getValue().contains(record) || file.getValue().contains(kind))
                .filter(file -> words.matcher(file.getValue()).find()).map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String simpleName(String file) {
        return Path.of(file).getFileName().toString().replace(".java", "");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aKindIsNamedByItsRecordItsCompiledFormItsReaderAndTheSchema(String kind) {
        var naming = naming(kind);
        var door = naming.stream().filter(file -> !OTHERS.containsKey(simpleName(file))).toList();

        assertThat(door).hasSizeLessThanOrEqualTo(4);
        assertThat(door.stream().filter(FAMILIES::contains)).hasSize(1);
        assertThat(door.stream().filter(COMPILED::contains)).hasSizeLessThanOrEqualTo(1);
        assertThat(door.stream().filter(READERS::contains)).hasSizeLessThanOrEqualTo(1);
        assertThat(door).isSubsetOf(Stream.of(List.of(SCHEMA, JUDGE), FAMILIES, COMPILED, READERS).flatMap(List::stream)
                .toList());
    }

    @Test
    void everyOtherFileNamesOne() {
        var naming = kinds().stream().flatMap(kind -> naming(kind).stream()).map(OneDoorTest::simpleName)
                .collect(Collectors.toSet());

        assertThat(naming).containsAll(OTHERS.keySet());
    }

    /** tools_in_order shows what a new assertion touches. */
    @Test
    void theTableOfTheDocumentListsTheFilesOfOneKind() throws IOException {
        var kind = "tools_in_order";
        var touched = naming(kind);
        touched.add(TABLE.formatted(kind));

        assertThat(touched).containsExactlyInAnyOrder(COMMON + "ToolCheck.java", COMMON + "eval/ToolChecks.java",
                SUITE + "ToolReader.java",
                SCHEMA, TABLE.formatted(kind));
        assertThat(linked("### an assertion")).containsExactlyInAnyOrderElementsOf(touched);
        assertThat(touched).allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
    }

    /** Returns the files linked in the first table of a section. */
    private static List<String> linked(String section) throws IOException {
        var lines = Files.readAllLines(ROOT.resolve("CONTRIBUTING.md"));
        var link = Pattern.compile("]\\(([^)]+)\\)");
        return lines.subList(lines.indexOf(section), lines.size()).stream().dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|")).flatMap(line -> link.matcher(line).results())
                .map(found -> found.group(1)).toList();
    }
}
