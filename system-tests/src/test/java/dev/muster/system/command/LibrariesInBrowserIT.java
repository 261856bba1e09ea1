package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.pages.assets.Libraries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the libraries of the viewer in one inline script, under a policy that lets this script and one style in. */
@Tag("browser")
final class LibrariesInBrowserIT extends ViewerPages {

    /** Markup stays text, so that not even a parser of what is inert reports its style and handlers. */
    private static final String HOSTILE = "**bold** <img src=x onerror='window.hit=1'><b style='color:red'>b</b>"
            + " [go](javascript:window.hit=1) ![far](http://127.0.0.1:9/x) <script>window.hit=1</script>\\n\\n"
            + "|a|b|\\n|-|-:|\\n|1|2|";
    private static final String OWN = """
            // Libraries: markdownit, DOMPurify, Diff
            // Libraries: htm, preactHooks
            const html = htm.bind(preact.h);
            function Counter() {
              const [count, more] = preactHooks.useState(0);
              return html`<button style=${{color: "rgb(0, 90, 0)"}} onClick=${() => more(count + 1)}>pressed ${count}</button>`;
            }
            const hostile = JSON.parse(document.getElementById("data").textContent);
            const place = id => document.getElementById(id);
            preact.render(html`<${Counter}/>`, place("preact"));
            const markdown = markdownit();
            markdown.core.ruler.push("columns", ({tokens}) => tokens.forEach(token => { // no style attributes
              const at = token.attrIndex("style");
              if (at >= 0) token.attrs[at] = ["class", token.attrs[at][1].replace(":", "-")];
            }));
            place("markdown").innerHTML = DOMPurify.sanitize(markdown.render(hostile),
              {FORBID_ATTR: ["style"], FORBID_TAGS: ["style", "img"]});
            for (const part of Diff.diffWords("it is on its way", "it is not on its way")) {
              const mark = document.createElement(part.added ? "ins" : part.removed ? "del" : "span");
              mark.textContent = part.value;
              place("diff").append(mark);
            }
            document.documentElement.dataset.ready = 1;
            """;

    @TempDir
    private static Path folder;

    @Test
    void allRunUnderAPolicyOfHashesAndLeaveNothingOutsideOfTheirScopes() throws Exception {
        try (var view = open(page(Libraries.before(OWN)).toUri(), 1280, SCHEMES.getFirst())) {
            // When
            view.await("document.documentElement.dataset.ready").page().click("button");

            // Then
            view.await("document.querySelector('button').innerText === 'pressed 1'");
            assertThat(view.page().innerHTML("#markdown")).contains("<strong>bold</strong>",
                    "&lt;b style='color:red'&gt;b", "<td class=\"text-align-right\">2</td>")
                    .doesNotContain("<img", "<b", "style=\"", "href=");
            assertThat(view.page().innerHTML("#diff")).contains("<ins>not </ins>");
            assertThat(view.page().evaluate("[window.hit, window.DOMPurify, window.Diff, window.htm, "
                    + "window.markdownit].every(each => each === undefined)")).isEqualTo(true);
            view.isFlawless("libraries");
        }
    }

    @Test
    void whatThePolicyRefusesAndWhatIsAskedForElsewhereIsNoticed() throws Exception {
        // When
        try (var view = open(page("const p = document.createElement('p'); p.innerHTML = '<b style=\"color:red\">b</b>';"
                + " document.body.append(p); eval('1')").toUri(), 360, SCHEMES.getLast())) {
            view.page().evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=http://127.0.0.1:9/x>')");
            view.await("document.images.length && document.images[0].complete");

            // Then
            assertThat(String.join("\n", view.faults())).contains("CSP: style-src", "CSP: script-src refused eval",
                    "CSP: img-src refused http://127.0.0.1:9/x");
            assertThat(view.barriers("refused")).anySatisfy(each -> assertThat(each).startsWith("image-alt"));
        }
    }

    private static Path page(String script) throws Exception {
        var style = "body { font-family: sans-serif }";
        return Files.writeString(Files.createTempFile(folder, "page", ".html"), """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Libraries</title>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'">
                <style>%s</style></head>
                <body><main><h1>Libraries</h1><div id="preact"></div><div id="markdown"></div><p id="diff"></p></main>
                <script type="application/json" id="data">"%s"</script>
                <script>%s</script></body></html>
                """.formatted(hash(script), hash(style), style, HOSTILE.replace("<", "\\u003c"), script));
    }

    private static String hash(String text) throws Exception {
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
