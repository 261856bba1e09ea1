package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.model.ToolCall;

/** The name of a tool as suites write it: the whole name, or the last part after the server's. */
record ToolName(String written) {

    /** @throws AssertionFault when it is empty */
    static ToolName of(String written, String what) throws AssertionFault {
        if (written.isBlank()) {
            throw new AssertionFault(what + " names no tool; write its name, such as create_expense");
        }
        return new ToolName(written);
    }

    boolean matches(String called) {
        return written.equals(called) || written.equals(lastPart(called));
    }

    /** Whether a different name is the same except for case and separators, or one contains the other. */
    boolean isLike(String called) {
        var mine = bare(written);
        var other = bare(lastPart(called));
        return !mine.isEmpty() && !other.isEmpty() && (other.contains(mine) || mine.contains(other));
    }

    private static String bare(String name) {
        return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the calls of the tool, with their results. */
    List<AnsweredCall> answered(ResponseDocument reply) {
        return reply.answeredCalls().stream().filter(each -> matches(each.call().name())).toList();
    }

    /** Returns the index of the first call; -1 when the tool was not called. */
    int first(List<ToolCall> calls) {
        return IntStream.range(0, calls.size()).filter(at -> matches(calls.get(at).name())).findFirst().orElse(-1);
    }

    /**
     * Returns why a call does not come after the first call of this tool. Ignores a call that was not made, unless this
     * tool's is missing.
     *
     * @param own the call's index; -1 when it was not made
     */
    Optional<String> tooEarly(List<ToolCall> calls, int own) {
        int first = first(calls);
        if (own < 0 || (first >= 0 && first < own)) {
            return Optional.empty();
        }
        return Optional.of((first < 0 ? "but " + this + " was not called: " : "but it was called first: ")
                + CallWords.listed(calls));
    }

    /** {@code server__name} and {@code server.name} are also known as {@code name}. */
    private static String lastPart(String called) {
        int underscores = called.lastIndexOf("__");
        int from = Math.max(underscores < 0 ? 0 : underscores + 2, called.lastIndexOf('.') + 1);
        return called.substring(from);
    }

    @Override
    public String toString() {
        return written;
    }
}
