package dev.muster.coordinator.report.html;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests pages in Chromium, where installed. {@code -Dmuster.screenshots=FOLDER} keeps screenshots. */
abstract class InBrowser {

    private static @Nullable Browser opened;

    @TempDir
    static Path folder;

    @BeforeAll
    static void open() throws Exception {
        var program = Browser.program();
        assumeTrue(program.isPresent(), "Chromium is not installed (apt install chromium)");
        opened = Browser.open(program.orElseThrow(), folder.resolve("profile"));
    }

    @AfterAll
    static void close() throws Exception {
        if (opened != null) {
            opened.close();
        }
    }

    static void print(Browser browser, String name) throws Exception {
        var pictures = System.getProperty("muster.screenshots");
        if (pictures != null) {
            browser.print(Path.of(pictures, name + ".pdf"));
        }
    }

    static Browser browser(int width, String scheme) {
        var browser = Objects.requireNonNull(opened);
        browser.size(width, 900);
        browser.scheme(scheme);
        return browser;
    }

    static void photograph(Browser browser, String name) throws Exception {
        var pictures = System.getProperty("muster.screenshots");
        if (pictures != null) {
            browser.photograph(Path.of(pictures, name + ".png"));
        }
    }
}
