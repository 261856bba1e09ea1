package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Pages in the Chromium of this machine, through Playwright ({@code mvn verify -Dtests=browser}). Without Chromium or Node.js
 * such a test is skipped, except in CI. Screenshots are in {@code target/screenshots}.
 */
@Tag("browser")
abstract class ViewerPages {

    /** Both widths that every page has to fit, in pixels. */
    static final List<Integer> WIDTHS = List.of(1280, 360);
    static final List<ColorScheme> SCHEMES = List.of(ColorScheme.LIGHT, ColorScheme.DARK);

    private static final Path SCREENSHOTS = Path.of("target/screenshots");
    private static final int HEIGHT = 900;
    /** Has the console tell what a policy refuses; scripts of Playwright are outside of a page's policy. */
    private static final String TELL_VIOLATIONS = """
            document.addEventListener('securitypolicyviolation', event => console.error('CSP: '
                + event.violatedDirective + ' refused ' + (event.blockedURI || event.sourceFile) + ' ' + event.sample))""";
    private static final String VIOLATIONS = """
            async () => (await axe.run()).violations.flatMap(rule => rule.nodes.map(node => rule.id + ' (' + rule.impact
                + '): ' + node.target.join(' ') + ': ' + node.failureSummary.replace(/\\s+/g, ' ')))""";

    private static final String WIDE = """
            () => [...document.querySelectorAll('main *, header *')].filter(each => !each.closest('.wide')
                && each.getBoundingClientRect().right > innerWidth).slice(0, 9).map(each => each.tagName + '.'
                + each.className).join(', ')""";

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;

    @BeforeAll
    static void openBrowser() {
        var chromium = needed("Chromium is not on the PATH (apt install chromium)", "chromium", "chromium-browser",
                "google-chrome");
        var node = needed("Node.js, which runs Playwright, is not on the PATH", "node");
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                "1", "PLAYWRIGHT_NODEJS_PATH", node.toString())));
        // Its sandbox needs user namespaces and refuses root, so a build in a container has none.
        browser = playwright.chromium().launch(new LaunchOptions().setExecutablePath(chromium)
                .setChromiumSandbox(false));
    }

    @AfterAll
    static void closeBrowser() {
        if (playwright != null) {
            playwright.close();
        }
    }

    /** Opens an address in a session of its own, which ends with the view. */
    static View open(URI address, int width, ColorScheme scheme) {
        var context = Objects.requireNonNull(browser).newContext(new NewContextOptions().setViewportSize(width, HEIGHT)
                .setColorScheme(scheme).setReducedMotion(ReducedMotion.REDUCE));
        context.addInitScript(TELL_VIOLATIONS);
        var page = context.newPage();
        var faults = new ArrayList<String>();
        page.onConsoleMessage(message -> {
            if ("error".equals(message.type()) || "warning".equals(message.type())) {
                faults.add(message.text());
            }
        });
        page.onPageError(faults::add);
        page.onRequestFailed(request -> {
            if (!request.url().endsWith("/live")) { // a page that is left ends its stream
                faults.add(request.url() + " failed: " + request.failure());
            }
        });
        page.onRequest(request -> {
            if (!ownOrigin(address, request.url())) {
                faults.add(request.url() + " is asked for");
            }
        });
        page.navigate(address.toString());
        return new View(page, faults);
    }

    /** A page of a file asks for nothing but itself; one of a server for what this server has. */
    private static boolean ownOrigin(URI address, String asked) {
        return asked.startsWith("data:") || (address.getHost() == null ? asked.startsWith(address.toString())
                : asked.startsWith(address.resolve("/").toString()));
    }

    /** Returns the first that is on the PATH; without any, the tests are skipped, and fail in CI. */
    private static Path needed(String reason, String... names) {
        var found = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable).findFirst();
        assumeTrue(found.isPresent() || "true".equals(System.getenv("CI")), reason);
        return found.orElseThrow(() -> new AssertionError(reason));
    }

    /**
     * A page that is shown.
     *
     * @param faults what the console, the policy and the network complained about until now
     */
    record View(Page page, List<String> faults) implements AutoCloseable {

        /** Waits until an expression is true; a policy refuses Playwright's own waiting, which compiles it in the page. */
        View await(String expression) {
            page.evaluate("() => new Promise((done, never) => { const end = Date.now() + 20000; const look = () => ("
                    + expression + ") ? done() : Date.now() > end ? never('not within 20 s: ' + "
                    + Json.MAPPER.writeValueAsString(expression)
                    + " + '; ' + document.body.innerText.slice(0, 2000)) : setTimeout(look, 5); look(); })");
            return this;
        }

        /** Goes to another page by its address, {@code #/runs}. */
        View go(String address) {
            page.evaluate("address => { location.hash = address; }", address);
            return settled();
        }

        /** Waits until what was clicked last is drawn, and everything that the page asked for is there. */
        View settled() {
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))");
            return await("document.querySelector('main[aria-busy=false] h1') && "
                    + "!document.body.innerText.includes('Loading…')");
        }

        /** Clicks the first that fits. */
        View click(String selector) {
            page.locator(selector).first().click();
            return this;
        }

        View press(String... keys) {
            for (var key : keys) {
                page.keyboard().press(key);
            }
            return this;
        }

        String text() {
            return page.innerText("main");
        }

        /** Waits until the page shows these words. */
        View shows(String... words) {
            for (var each : words) {
                await("document.body.innerText.includes(" + Json.MAPPER.writeValueAsString(each) + ")");
            }
            return this;
        }

        /** Writes what the window shows, and the whole page. */
        View photograph(String name) {
            page.screenshot(new ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
            page.screenshot(new ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + "-whole.png"))
                    .setFullPage(true));
            return this;
        }

        /** Returns what axe finds on the page as it is now, one line for each element, also in a file. */
        List<String> barriers(String name) throws IOException {
            page.evaluate(Files.readString(Path.of("src/test/resources/vendor/axe.js")));
            @SuppressWarnings("unchecked") // Playwright returns arrays as lists
            var found = (List<String>) page.evaluate(VIOLATIONS);
            Files.createDirectories(SCREENSHOTS);
            Files.write(SCREENSHOTS.resolve(name + ".axe.txt"), found);
            return found;
        }

        void isFlawless(String name) throws IOException {
            assertThat(flaws(name)).isEmpty();
        }

        /** Photographs the page; returns what axe, console, policy, network and the window's width have against it. */
        List<String> flaws(String name) throws IOException {
            photograph(name);
            var flaws = new ArrayList<>(barriers(name));
            flaws.addAll(faults);
            faults.clear();
            if (!fits()) {
                flaws.add("is wider than the window: " + page.evaluate(WIDE));
            }
            return flaws.stream().map(flaw -> name + ": " + flaw).toList();
        }

        /** Checks that nothing complained, and that nothing is wider than the window. */
        void runsClean(String name) {
            assertThat(faults).as(name).isEmpty();
            assertThat(fits()).as(name + " fits").isTrue();
        }

        private boolean fits() {
            return Boolean.TRUE.equals(page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
        }

        @Override
        public void close() {
            page.context().close();
        }
    }
}
