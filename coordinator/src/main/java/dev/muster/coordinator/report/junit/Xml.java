package dev.muster.coordinator.report.junit;

/** Writes XML. Characters that XML 1.0 forbids, such as control characters, become U+FFFD. */
final class Xml {

    private final StringBuilder text = new StringBuilder();

    /** @param attributes alternating names and values */
    Xml open(String element, String... attributes) {
        begin(element, attributes);
        text.append('>');
        return this;
    }

    Xml empty(String element, String... attributes) {
        begin(element, attributes);
        text.append("/>\n");
        return this;
    }

    Xml end(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    Xml text(String content) {
        escape(content, false);
        return this;
    }

    Xml line() {
        text.append('\n');
        return this;
    }

    private void begin(String element, String... attributes) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1], true);
            text.append('"');
        }
    }

    private void escape(String content, boolean quoted) {
        content.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append(quoted ? "&quot;" : "\"");
                case '\n', '\t' -> text.append(quoted ? "&#" + c + ";" : Character.toString(c));
                case '\r' -> text.append("&#13;");
                default -> text.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
            }
        });
    }

    /** Whether a character matches the production Char of XML 1.0. */
    private static boolean isAllowed(int c) {
        return (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
