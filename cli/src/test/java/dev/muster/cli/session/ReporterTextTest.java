package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class ReporterTextTest {

    private static final String HOSTILE = "<h1>Fine</h1><script>alert(1)</script><img src=\"http://e.example/track.png\">"
            + "<meta http-equiv=\"refresh\" content=\"0;url=http://e.example\"><a href=\"http://e.example\">here</a>"
            + "<p onclick=\"x()\" style=\"background:url(http://e.example)\">text</p><iframe src=x></iframe>"
            + "<svg><script>1</script></svg><style>@import 'http://e.example'</style><table><tr><td>1</td></tr></table>";

    private static String of(String name, String text) {
        return ReporterText.of(Path.of(name), text);
    }

    @Test
    void aPageKeepsItsFormAndNothingThatRunsOrLoads() {
        var page = of("rep.HTML", HOSTILE);

        assertThat(page).contains("<h1>Fine</h1>", "here", "<p>text</p>", "<td>1</td>", "default-src 'none'")
                .doesNotContain("<script", "<img", "refresh", "href", "onclick", "url(", "<iframe", "<svg", "@import");
    }

    @Test
    void markdownKeepsItsFormWithoutHtmlLinksImagesAndMentions() {
        var text = of("rep.md", """
                # Fine, @octocat
                <script>alert(1)</script> see #12, GH-3, www.e.example, http://e.example
                ![x](http://e.example/track.png) and [here](javascript:alert(1)) and [a]: http://e.example
                - **bold** and `code`
                ```
                <b> @x [y](z)
                ```
                ```foo```
                ![x](//e.example/p.png) \\![x\\](//e.example/p.png) [click\\](//e.example)
                """);

        assertThat(text).contains("# Fine, @\u200Boctocat", "- **bold** and `code`", "&#60;script>", "#\u200B12",
                "GH-\u200B3", "www\u200B.e.example", "http:\u200B//e.example", "&#33;[x&#93;(", "[here&#93;(");
        assertThat(text).as("ends no link").doesNotContain("](", "![", "<", "]:");
    }

    @Test
    void aTextIsOneWithoutEscapeSequences() {
        assertThat(of("rep.txt", "a\u001B[2Jb <b>")).isEqualTo("a\u241B[2Jb <b>");
    }
}
