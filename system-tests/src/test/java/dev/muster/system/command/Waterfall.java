package dev.muster.system.command;

import module java.base;
import io.opentelemetry.proto.trace.v1.Span;

/** The spans of a trace as a picture: one bar for each, below its parent, from when it began to when it ended. */
record Waterfall(List<Row> rows) {

    private static final int ROW = 26;
    private static final int TOP = 44;
    private static final int NAMES = 300;
    private static final int BARS = 520;

    /** @param depth how many spans it is in */
    record Row(Span span, int depth) {

        /** The name, behind as many dots as it has spans around it. */
        String label() {
            return "·".repeat(depth) + span.getName();
        }
    }

    static Waterfall of(Span root, List<Span> spans) {
        var rows = new ArrayList<Row>();
        add(root, 0, spans, rows);
        return new Waterfall(List.copyOf(rows));
    }

    /** The labels in a picture, from top to bottom. */
    static List<String> labels(String svg) {
        return Pattern.compile("<text[^>]* data-depth=\"(\\d+)\">([^<]*)</text>").matcher(svg).results()
                .map(text -> "·".repeat(Integer.parseInt(text.group(1))) + text.group(2)).toList();
    }

    String svg() {
        long from = rows.getFirst().span().getStartTimeUnixNano();
        double all = rows.getFirst().span().getEndTimeUnixNano() - from;
        int height = TOP + rows.size() * ROW + 14;
        var svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
                font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="The trace of a case">
                <rect width="%1$d" height="%2$d" fill="#ffffff"/>
                """.formatted(NAMES + BARS + 100, height));
        for (int tenth = 0; tenth <= 10; tenth += 2) {
            double x = NAMES + BARS * tenth / 10.0;
            svg.append(format("<line x1=\"%.0f\" y1=\"30\" x2=\"%.0f\" y2=\"%d\" stroke=\"#e5e7eb\"/>"
                    + "<text x=\"%.0f\" y=\"22\" fill=\"#6b7280\" text-anchor=\"middle\">%.0f ms</text>%n", x, x,
                    height - 10, x, all * tenth / 10 / 1e6));
        }
        for (int n = 0; n < rows.size(); n++) {
            var span = rows.get(n).span();
            int y = TOP + n * ROW;
            double x = NAMES + BARS * (span.getStartTimeUnixNano() - from) / all;
            double wide = Math.max(3, BARS * (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / all);
            svg.append(format("<text x=\"%d\" y=\"%d\" fill=\"#111827\" data-depth=\"%d\">%s</text>", 12 + 18 * rows
                    .get(n).depth(), y + 13, rows.get(n).depth(), span.getName()));
            svg.append(
                    format("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"3\" fill=\"%s\"/>", x, y, wide,
                            colour(span.getName())));
            svg.append(format("<text x=\"%.1f\" y=\"%d\" fill=\"#374151\">%.0f ms</text>%n", x + wide + 6, y + 13,
                    (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1e6));
        }
        return svg.append("</svg>\n").toString();
    }

    private static void add(Span span, int depth, List<Span> spans, List<Row> rows) {
        rows.add(new Row(span, depth));
        spans.stream().filter(each -> each.getParentSpanId().equals(span.getSpanId()))
                .sorted(Comparator.comparingLong(Span::getStartTimeUnixNano))
                .forEach(each -> add(each, depth + 1, spans, rows));
    }

    private static String colour(String name) {
        return switch (name.split(" ", -1)[0]) {
            case "case" -> "#94a3b8";
            case "turn" -> "#c7d2fe";
            case "chat" -> "#4f46e5";
            case "execute_tool" -> "#059669";
            default -> "#d97706";
        };
    }

    @SuppressWarnings("AnnotateFormatMethod") // used in this file alone, with patterns in place
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
