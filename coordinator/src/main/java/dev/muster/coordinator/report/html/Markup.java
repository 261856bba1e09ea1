package dev.muster.coordinator.report.html;

import dev.muster.coordinator.report.Printable;

/** Text from outside as markup has it: never a tag, a placeholder of a page, or more than a line. */
final class Markup {

    private Markup() {}

    static String text(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;").replace("{{", "{&#123;");
    }
}
