package dev.muster.common.process;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Finds in what a program wrote to standard error the line that says why it ended. */
final class ExitReason {

    /** What stands behind the reason: stack frames, the version of Node.js, advice, closing brackets. */
    private static final Pattern BEHIND = Pattern
            .compile("at .*|\\.{3} \\d+ (more|common frames omitted)|Node\\.js v\\d.*"
                    + "|[\\[\\](){},^~]+|#\\d+ .*|thrown in .* on line \\d+|(stack backtrace|Stack trace):?"
                    + "|note: run with `?RUST_BACKTRACE.*|exit status \\d+|goroutine \\d+ .*|created by "
                    + ".*|\\S+\\.go:\\d+.*"
                    + "|[\\w./*()]+\\(.*\\)|from .*:\\d+:in .*|\\[signal .*|\\(Use `node .*|Bun v\\d.*");
    /** How the runtimes name an error that a program did not catch. */
    private static final Pattern ERROR = Pattern
            .compile("(Uncaught )?[\\w$.]*(Error|Exception)\\b( \\[\\w+])?:.*|panic: .*"
                    + "|\\[?Unhandled\\w*.*|(fatal )?error: .*");
    private static final String TRACEBACK = "Traceback (most recent call last):";
    /** Lines of a message, behind the name of Python's error. */
    private static final int MOST_BEHIND = 12;

    private ExitReason() {}

    static String of(String errors) {
        var raised = raised(errors.lines().filter(line -> !line.isBlank()).toList());
        return raised != null ? raised : last(errors);
    }

    /**
     * Returns the first line of an error of Python, whose message may have several: they end the output; null for none.
     */
    private static @Nullable String raised(List<String> lines) {
        int traceback = lines.lastIndexOf(TRACEBACK);
        int at = traceback + 1;
        while (traceback >= 0 && at < lines.size() && Character.isWhitespace(lines.get(at).charAt(0))) {
            at++;
        }
        return traceback < 0 || at >= lines.size() || lines.size() - at > MOST_BEHIND ? null : lines.get(at).strip();
    }

    private static String last(String errors) {
        var lines = errors.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        int last = lines.size() - 1;
        while (last >= 0 && BEHIND.matcher(lines.get(last)).matches()) {
            last--;
        }
        if (lines.isEmpty() || last < 0) {
            return lines.isEmpty() ? "" : lines.getLast();
        }
        // properties of an error stand between its message and the end, and so does what a panic had around it
        boolean dumped = last < lines.size() - 1;
        return dumped ? lines.subList(0, last + 1).reversed().stream().filter(line -> ERROR.matcher(line).matches())
                .findFirst().orElse(lines.get(last)) : lines.get(last);
    }
}
