package dev.muster.common.command;

import module java.base;

/** Finds in what a program wrote to standard error the line that says why it ended. */
final class LastWords {

    /** What stands behind the reason: stack frames, the version of Node.js, advice, closing brackets. */
    private static final Pattern BEHIND = Pattern
            .compile("at .*|\\.{3} \\d+ (more|common frames omitted)|Node\\.js v\\d.*"
                    + "|[\\[\\](){},^~]+|#\\d+ .*|thrown in .* on line \\d+|(stack backtrace|Stack trace):?"
                    + "|note: run with `?RUST_BACKTRACE.*|exit status \\d+|goroutine \\d+ .*|created by .*|\\S+\\.go:\\d+.*"
                    + "|[\\w./*()]+\\(.*\\)|from .*:\\d+:in .*|\\[signal .*");
    /** How the runtimes name an error that a program did not catch. */
    private static final Pattern ERROR = Pattern
            .compile("(Uncaught )?[\\w$.]*(Error|Exception)\\b( \\[\\w+])?:.*|panic: .*");

    private LastWords() {}

    static String of(String errors) {
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
