package dev.muster.coordinator.report.html;

import dev.muster.coordinator.report.Printable;

/** Escapes external text for markup: never a tag, a page placeholder, or more than one line. */
final class Markup {

    private Markup() {}

    static String text(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;").replace("{{", "{&#123;");
    }
}
