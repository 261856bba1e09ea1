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

    List<ToolCall> among(List<ToolCall> calls) {
        return calls.stream().filter(call -> matches(call.name())).toList();
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
