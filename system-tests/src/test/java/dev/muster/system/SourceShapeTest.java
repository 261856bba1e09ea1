package dev.muster.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** Checks the size, the nesting and the words of main code, as the sources have them. */
class SourceShapeTest {

    private static final int LONGEST_FILE = 350;
    private static final int MOST_NESTED = 2;
    /** Packages that are rewritten soon, and keep their form until then. */
    private static final List<String> LATER = List.of("coordinator/server/scheduler/", "coordinator/server/ledger/",
            "common/message/", "common/channel/", "worker/inflight/", "coordinator/report/", "coordinator/pages/",
            // the wording of a prompt decides verdicts
            "worker/judging/JudgePrompt.java");
    private static final Pattern WORDS = Pattern.compile("(?i)(?<![a-z])(?:told|whoever|nobody|besides|doorstep|callees"
            + "|unfolding|gathered|hand(?:s|ed|ing)?(?: \\w+)? out)(?![a-z])");
    private static final Set<String> PARTS = Set.of("told", "talk", "talks", "course", "courses", "heard", "asked",
            "wanted", "said", "standing");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern PART = Pattern.compile("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])");
    private static final Pattern TYPE = Pattern.compile("(?m)^( +)(?:(?:public|private|protected|static|final|abstract"
            + "|sealed|non-sealed)\\s+)*(?:class|interface|enum|record|@interface)\\s+\\w+");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern TEXT = Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

    private record Source(String name, String text) {

        /** Returns how many types are nested; -1 when one is nested deeper than one level. */
        int nested() {
            var indents = TYPE.matcher(TEXT.matcher(COMMENT.matcher(text).replaceAll("")).replaceAll("\"\"")).results()
                    .map(found -> found.group(1).length()).toList();
            return indents.stream().anyMatch(indent -> indent > 4) ? -1 : indents.size();
        }

        boolean isSealed() {
            return text.contains("sealed interface ") || text.contains("sealed class ");
        }

        Stream<String> privateNames() {
            return IDENTIFIER.matcher(TEXT.matcher(COMMENT.matcher(text).replaceAll("")).replaceAll("\"\"")).results()
                    .map(MatchResult::group).filter(name -> PART.matcher(name).results()
                            .anyMatch(part -> PARTS.contains(part.group().toLowerCase(Locale.ROOT))));
        }
    }

    private static List<Source> sources() throws IOException {
        var all = new ArrayList<Source>();
        for (var module : List.of("common", "worker", "coordinator", "cli")) {
            var root = Path.of("..", module, "src/main/java/dev/muster").normalize();
            try (var files = Files.walk(root)) {
                for (var file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
                    all.add(new Source(root.relativize(file).toString().replace('\\', '/'), Files.readString(file)));
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(800);
        return all.stream().filter(each -> LATER.stream().noneMatch(each.name()::startsWith)).toList();
    }

    @Test
    void noFileIsLong() throws IOException {
        assertThat(sources()).filteredOn(each -> each.text().lines().count() > LONGEST_FILE).extracting(Source::name)
                .isEmpty();
    }

    @Test
    void typesAreNestedOneLevelDeep() throws IOException {
        assertThat(sources()).filteredOn(each -> each.nested() < 0).extracting(Source::name).isEmpty();
    }

    @Test
    void noFileHidesMoreThanTwoTypes() throws IOException {
        assertThat(sources()).filteredOn(each -> each.nested() > MOST_NESTED && !each.isSealed())
                .extracting(Source::name).isEmpty();
    }

    @Test
    void noWordNeedsATranslation() throws IOException {
        assertThat(sources()).flatExtracting(
                each -> WORDS.matcher(each.text()).results().filter(found -> !found.group().equals("noBody"))
                        .map(found -> each.name() + ": " + found.group()).toList())
                .isEmpty();
        assertThat(sources()).flatExtracting(each -> each.privateNames().distinct()
                .map(name -> each.name() + ": " + name).toList()).isEmpty();
    }
}
