package dev.muster.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Repository;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/internals/packages.md} to the sentence of each {@code package-info.java}. */
class PackagesPageTest {

    private static final String REWRITE = "mvn -q -Dquick -pl system-tests -am package -Dtest=PackagesPageTest -Dgolden=record";
    private static final String BEGIN = "<!-- written from package-info.java: " + REWRITE + " -->\n";
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\{@link (?:[a-z]+\\.)*(\\w+)}");
    private static final Pattern CODE = Pattern.compile("\\{@code ((?:[^{}]|\\{[^}]*})*)}");

    private final Path root = Repository.root();
    private final Path file = root.resolve("docs/internals/packages.md");

    @Test
    void thePageHasEveryPackage() throws IOException {
        var page = Files.readString(file);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        var written = written();
        if ("record".equals(System.getProperty("golden"))) {
            Files.writeString(file, page.substring(0, begin) + written);
        } else {
            assertThat(page.substring(begin)).as("the page is out of date; this rewrites it: " + REWRITE)
                    .isEqualTo(written);
        }
    }

    /** Returns a table for each module, its packages in alphabetical order. */
    private String written() throws IOException {
        var rows = new TreeMap<String, SortedMap<String, String>>();
        for (var source : Repository.sources()) {
            var path = root.relativize(source).toString();
            if (path.endsWith("package-info.java") && (path.contains("/src/main/") || path.startsWith("bench/"))) {
                var name = path.replaceFirst(".*/java/dev/muster/", "").replaceFirst("/?package-info\\.java$", "");
                rows.computeIfAbsent(path.split("/", 2)[0], _ -> new TreeMap<>()).put(name.replace('/', '.'),
                        sentence(Files.readString(source)));
            }
        }
        var text = new StringBuilder();
        rows.forEach((module, packages) -> {
            text.append("\n## ").append(module).append("\n\n| package | purpose |\n|---|---|\n");
            packages.forEach((name, sentence) -> text.append("| `%s` | %s |\n".formatted(name, sentence)));
        });
        return text.toString();
    }

    /** Returns the description of a package as one line of Markdown. */
    private static String sentence(String source) {
        var comment = COMMENT.matcher(source);
        assertThat(comment.find()).as(source).isTrue();
        var line = comment.group(1).replaceAll("\\s*\n \\* ?", " ").strip();
        return CODE.matcher(LINK.matcher(line).replaceAll("`$1`")).replaceAll("`$1`").replace("|", "\\|");
    }
}
