package dev.muster.coordinator.report.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkdownTextTest {

    /** What GitHub makes links of in the text of a page, outside of {@code pre} and {@code code}. */
    private static final Pattern LINKED = Pattern.compile(
            "@[\\w-]|(?<![\\w])#\\d|\\bGH-\\d|(?i)\\bwww\\.|://|\\b(mailto|xmpp):\\w|\\w@\\w+\\.\\w");
    private static final String HOSTILE = "@octocat @org/team www.evil.example/login WWW.evil.example a@b.co #12 org/repo#12"
            + " GH-12 http://evil.example https://evil.example ftp://x.example mailto:a@b.co xmpp:a@b.co/x";

    private static String shown(String markdown) {
        return Pattern.compile("&#(\\d+);").matcher(markdown)
                .replaceAll(entity -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(entity.group(1)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {HOSTILE, "(@a)", "x@y", "@@octocat", "a#1", "##1", "[x](http://e.example)",
        "<img src=http://e.example>", "`@octocat`", "\\@octocat", "@\u0130stanbul"})
    void nothingBecomesALinkOrAMention(String text) {
        assertThat(LINKED.matcher(shown(MarkdownText.of(text))).find()).as(MarkdownText.of(text)).isFalse();
        assertThat(shown(MarkdownText.of(text)).replace("\u200B", "")).isEqualTo(text);
    }

    @Test
    void codeKeepsItsCharacters() {
        assertThat(shown(MarkdownText.code("muster run @x #1"))).isEqualTo("<code>muster run @x #1</code>");
        assertThat(MarkdownText.of("case_one is 50 # of 2: ok")).isEqualTo("case_one is 50 # of 2: ok");
    }

    /** With GitHub's own renderer, where it is installed. */
    @Test
    @Tag("interop")
    void neitherDoesTheRealRendererMakeALink() throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cmark-gfm"))), "no cmark-gfm here");
        var process = new ProcessBuilder("cmark-gfm", "-e", "autolink", "-e", "table", "-e", "strikethrough", "-e",
                "tagfilter", "--unsafe").redirectErrorStream(true).start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write("## " + MarkdownText.of(HOSTILE) + "\n\n| a |\n|---|\n| " + MarkdownText.of(HOSTILE) + " |\n\n- "
                    + MarkdownText.of(HOSTILE) + "\n");
        }
        var html = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(html).contains("octocat").doesNotContain("<a ");
        assertThat(LINKED.matcher(html).find()).as(html).isFalse();
    }
}
