package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Difference;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An assertion with its mark, and its findings below. */
final class AssertionLines {

    private static final String EXPECTED = "expected ";
    private static final int MOST = 5;

    static void write(Sheet sheet, String indent, AssertionResult assertion) {
        sheet.marked(indent, Mark.of(assertion), Printable.line(assertion.assertion().label()));
        var below = assertion.error() == null ? assertion.reason() : assertion.error();
        var differences = differences(assertion);
        if (below != null) {
            var message = assertion.assertion().message();
            if (message != null && below.startsWith(message + " (") && below.endsWith(")")) {
                sheet.wrapped(indent + "  ", Printable.line(message));
                below = below.substring(message.length() + 2, below.length() - 1);
            }
            for (var each : differences) {
                // the differences follow as lines of their own
                int at = below.indexOf(": at " + each.at() + " it has ");
                below = at < 0 ? below : below.substring(0, at);
            }
            reason(sheet, indent + "  ", Printable.line(below));
        } else if (sheet.isVerbose()) {
            scored(assertion).ifPresent(text -> sheet.wrapped(indent + "  ", text));
        }
        differences.forEach(each -> difference(sheet, indent + "  ",
                assertion.assertion().check() instanceof TextCheck.Snapshot ? "recorded (-) and found (+):"
                        : "at " + each.at() + ", expected (-) and found (+):",
                each));
    }

    /** Returns the lines of a snapshot that differ, or the members of a document. */
    private static List<Difference> differences(AssertionResult assertion) {
        boolean snapshot = assertion.assertion().check() instanceof TextCheck.Snapshot;
        return assertion.evidence() == null || assertion.passed() ? List.of()
                : assertion.evidence().differences().stream()
                        .filter(each -> snapshot || isMember(each)).limit(MOST).toList();
    }

    /** Writes a reason; what was expected and what was found begin in the same column. */
    private static void reason(Sheet sheet, String indent, String text) {
        int at = text.startsWith(EXPECTED) ? parting(text) : -1;
        if (at < 0) {
            sheet.wrapped(indent, text);
            return;
        }
        var found = text.substring(at + 2);
        int word = found.indexOf(' ') + 1;
        aligned(sheet, indent, Paint.GREEN, EXPECTED, text.substring(EXPECTED.length(), at));
        aligned(sheet, indent, Paint.RED, found.substring(0, word), found.substring(word));
    }

    private static void aligned(Sheet sheet, String indent, Paint paint, String word, String text) {
        var column = indent + " ".repeat(EXPECTED.length());
        var lines = Columns.wrap(text, sheet.style().width() - column.length());
        for (int i = 0; i < lines.size(); i++) {
            sheet.add((i == 0 ? indent + word + " ".repeat(EXPECTED.length() - word.length()) : column)
                    + paint.on(lines.get(i), sheet.style()));
        }
    }

    /** Returns where a reason turns to what was found, outside of quoted text; -1 when it does not. */
    private static int parting(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"' && text.charAt(i - 1) != '\\';
            if (!quoted && (text.startsWith(", found ", i) || text.startsWith(", but ", i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isMember(Difference difference) {
        return difference.at().length() > 2 && difference.at().startsWith("$") && difference.expected() != null
                && difference.found() != null;
    }

    private static void difference(Sheet sheet, String indent, String title, Difference difference) {
        sheet.wrapped(indent, Printable.line(title));
        difference(sheet, indent, Paint.RED, "-", difference.expected());
        difference(sheet, indent, Paint.GREEN, "+", difference.found());
    }

    private static void difference(Sheet sheet, String indent, Paint paint, String sign, @Nullable JsonNode lines) {
        if (lines == null) {
            return;
        }
        int columns = sheet.style().width() - Columns.width(indent) - 2;
        for (var line : Printable.text(lines.isString() ? lines.asString() : lines.toString()).split("\n", -1)) {
            var begin = sign;
            for (var part : line.isEmpty() ? List.of("") : Columns.wrap(line, columns)) {
                sheet.add(indent + paint.on((begin + " " + part).stripTrailing(), sheet.style()));
                begin = " ";
            }
        }
    }

    /** Returns {@code 1/3 passed}, and how many were not judged. */
    static String counts(List<AssertionResult> assertions) {
        long passed = assertions.stream().filter(AssertionResult::passed).count();
        long broken = assertions.stream().filter(assertion -> assertion.error() != null).count();
        return passed + "/" + assertions.size() + " passed" + (broken == 0 ? "" : ", " + broken + " without a verdict");
    }

    /** Whether an assertion gives this error as the reason why it was not judged. */
    static boolean tell(List<AssertionResult> assertions, String error) {
        return assertions.stream().anyMatch(assertion -> error.equals(assertion.error()));
    }

    /** Returns a judge's score of a passed reply, and the spread of its samples; empty without score and samples. */
    private static Optional<String> scored(AssertionResult passed) {
        var score = passed.score() == null ? "" : "score " + score(passed.score());
        var found = passed.evidence() == null ? null : passed.evidence().found();
        var details = found == null || !found.isArray() || found.isEmpty() ? "" : details(found);
        var text = score.isEmpty() || details.isEmpty() ? score + details : score + ", " + details;
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static String score(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }

    private static String details(JsonNode found) {
        if (found.get(0).has("criterion")) {
            return count(found, "met") + " of " + found.size() + " criteria met";
        }
        return found.get(0).has("passed")
                ? count(found, "passed") + " of " + found.size() + " samples passed" + spread(found) : "";
    }

    private static long count(JsonNode found, String flag) {
        return StreamSupport.stream(found.spliterator(), false).filter(each -> each.path(flag).asBoolean(false))
                .count();
    }

    private static String spread(JsonNode samples) {
        var scores = StreamSupport.stream(samples.spliterator(), false).map(sample -> sample.path("score"))
                .filter(JsonNode::isNumber).mapToDouble(JsonNode::doubleValue).summaryStatistics();
        return scores.getCount() == 0 ? "" : ", scores " + score(scores.getMin()) + " to " + score(scores.getMax());
    }
}
