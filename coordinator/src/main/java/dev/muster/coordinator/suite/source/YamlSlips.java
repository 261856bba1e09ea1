package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says in plain words what is wrong with a text that is not YAML, and where to look for it. */
final class YamlSlips {

    /** What helps when a text ended in the middle, inside braces. */
    static final String FLOW_QUOTES = "put quotes around a text with , [ or : in { }";

    /** A line up to the colon of its key, perhaps as an item of a list. */
    private static final Pattern KEY = Pattern.compile("( *)((?:- +)*)([\\w-]{1,60})\\s*");
    private static final Pattern BEGIN = Pattern.compile("( *)((?:- +)*)([\\w-]{1,60})(?:\\s*:.*)?");
    private static final String NO_BLOCK = "expected <block end>, but found '";

    private final List<String> lines;
    private final MarkedYamlEngineException trouble;
    private final @Nullable ScalarEvent last;

    /** A place in the file, and a sentence. */
    record Slip(Position at, String sentence) {}

    private YamlSlips(String text, MarkedYamlEngineException trouble, @Nullable ScalarEvent last) {
        this.lines = text.lines().toList();
        this.trouble = trouble;
        this.last = last;
    }

    /** @param last the text that was read last; null when there is none */
    static Slip of(String text, MarkedYamlEngineException trouble, @Nullable ScalarEvent last) {
        return new YamlSlips(text, trouble, last).slip();
    }

    private Slip slip() {
        return openQuote().or(this::wrongIndent)
                .orElseGet(() -> new Slip(position(trouble.getProblemMark()), inPlainWords(trouble.getProblem())));
    }

    /** A quote that is not closed is found at the end of the file, or where the next one closes it. */
    private Optional<Slip> openQuote() {
        var context = trouble.getContextMark();
        if (context.isPresent() && String.valueOf(trouble.getContext()).contains("quoted scalar")
                && trouble.getProblem().contains("end of stream")) {
            return Optional.of(new Slip(position(context), "the quote " + at(context.get()) + " is not closed"));
        }
        var begin = last == null ? Optional.<Mark>empty() : last.getStartMark();
        var end = last == null ? Optional.<Mark>empty() : last.getEndMark();
        if (begin.isEmpty() || end.isEmpty() || last == null || !isQuoted(last.getScalarStyle())
                || !trouble.getProblem().startsWith("expected ")
                || !position(end).equals(lastBefore(position(trouble.getProblemMark())))) {
            return Optional.empty();
        }
        var quote = at(begin.get());
        return Optional.of(new Slip(position(begin),
                "the quote " + quote + " is closed at " + position(end).line() + ":"
                        + (position(end).column() - 1) + ", and more text follows; close it where the text ends, and "
                        + (quote.equals("'") ? "write '' for a ' in it" : "write \\\" for a \" in it")));
    }

    private static boolean isQuoted(ScalarStyle style) {
        return style == ScalarStyle.DOUBLE_QUOTED || style == ScalarStyle.SINGLE_QUOTED;
    }

    /** Returns where the white space before a place of the same line begins. */
    private Position lastBefore(Position place) {
        var line = line(place);
        int column = Math.min(place.column() - 1, line.length());
        while (column > 0 && line.charAt(column - 1) == ' ') {
            column--;
        }
        return new Position(place.line(), column + 1);
    }

    private String at(Mark mark) {
        return line(position(Optional.of(mark))).substring(mark.getColumn(), mark.getColumn() + 1);
    }

    private String line(Position place) {
        return place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
    }

    /** A key that is indented deeper than its siblings continues the text above it, up to its colon. */
    private Optional<Slip> wrongIndent() {
        var at = position(trouble.getProblemMark());
        var line = line(at);
        boolean isDeeper = trouble.getProblem().startsWith("mapping values are not allowed here");
        if (!isDeeper && !trouble.getProblem().startsWith(NO_BLOCK)) {
            return Optional.empty();
        }
        var key = isDeeper ? KEY.matcher(line.substring(0, Math.min(at.column() - 1, line.length())))
                : BEGIN.matcher(line);
        int above = at.line() - 1;
        while (above > 0 && lines.get(above - 1).isBlank()) {
            above--;
        }
        var sibling = above == 0 ? null : BEGIN.matcher(lines.get(above - 1));
        if (!key.matches() || sibling == null || !sibling.matches()) {
            return Optional.empty();
        }
        boolean areItems = !key.group(2).isEmpty() && !sibling.group(2).isEmpty();
        int indent = areItems ? key.end(1) : key.start(3);
        int other = areItems ? sibling.end(1) : sibling.start(3);
        return indent == other ? Optional.empty() : Optional.of(new Slip(new Position(at.line(), indent + 1),
                "'" + key.group(3) + "' is indented by " + spaces(indent) + ", and '" + sibling.group(3) + "' at line "
                        + above + " by " + spaces(other) + "; what belongs together has the same indent"));
    }

    private static String spaces(int count) {
        return count + (count == 1 ? " space" : " spaces");
    }

    static Position position(Optional<Mark> mark) {
        return mark.map(found -> new Position(found.getLine() + 1, found.getColumn() + 1))
                .orElse(new Position(1, 1));
    }

    /** Translates what people meet every day; the parser's own words stay for the rest. */
    private static String inPlainWords(String problem) {
        if (problem.startsWith("found unknown escape character")) {
            return "a backslash in double quotes begins an escape, and \\"
                    + problem.substring("found unknown escape character ".length()).replaceFirst("\\(.*", "")
                    + " is none; use single quotes: '\\d+'";
        }
        if (problem.startsWith("mapping values are not allowed here")) {
            return "a text with ': ' in it needs quotes";
        }
        if (problem.startsWith(NO_BLOCK)) {
            return "this fits nothing above it; what belongs together has the same indent";
        }
        if (problem.startsWith("expected ',' or '")) {
            return problem + "; " + (problem.contains("end>") ? "a { or [ is not closed" : FLOW_QUOTES);
        }
        return problem.contains("(TAB)") ? "a tab can't indent; use spaces" : problem;
    }
}
