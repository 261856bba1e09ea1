package dev.muster.deploy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;

/**
 * What lies between {@code <!-- name -->} and {@code <!-- /name -->} of {@code docs/conformance.md}.
 * {@code -Dconformance.write=true} writes it anew.
 */
record PageSection(String name) {

    void matches(String text) throws IOException {
        var page = ConformancePage.file();
        var written = Files.readString(page);
        var expected = with(written, text);
        if (Boolean.getBoolean("conformance.write")) {
            Files.writeString(page, expected);
        } else {
            assertThat(written).as("docs/conformance.md; -Dconformance.write=true writes it anew").isEqualTo(expected);
        }
    }

    private String with(String page, String text) {
        int from = page.indexOf("<!-- " + name + " -->") + "<!-- ".length() + name.length() + " -->".length();
        int to = page.indexOf("<!-- /" + name + " -->");
        assertThat(to).as("the marks of " + name + " in docs/conformance.md").isGreaterThanOrEqualTo(from);
        return page.substring(0, from) + "\n" + text + page.substring(to);
    }
}
