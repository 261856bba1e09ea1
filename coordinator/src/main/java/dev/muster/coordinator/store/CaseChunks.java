package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.CaseDefinition;
import org.jspecify.annotations.Nullable;

/** Formats the cases of a run as lines for COPY, a chunk at a time, for one or two writers. */
final class CaseChunks {

    private static final int CHUNK = 64 << 10;

    private final String run;
    private final int repeat;
    private final Iterator<CaseDefinition> cases;
    private final ReentrantLock turn = new ReentrantLock();
    private final StringBuilder lines = new StringBuilder();
    private int number;
    private long runs;
    private boolean ended;

    /** @param repeat for cases that do not set their own */
    CaseChunks(String run, int repeat, Iterator<CaseDefinition> cases) {
        this.run = run;
        this.repeat = repeat;
        this.cases = cases;
    }

    int cases() {
        return number;
    }

    /** Returns how often the cases run in each cell, in total. */
    long runs() {
        return runs;
    }

    /** Returns the next chunk; null at the end. A suite that can't be read further ends for the other writer, too. */
    byte @Nullable [] next() {
        turn.lock();
        boolean more = false;
        try {
            lines.setLength(0);
            while (!ended && lines.length() < CHUNK && cases.hasNext()) {
                var definition = cases.next();
                int repeats = definition.repeat() == null ? repeat : definition.repeat();
                line(lines, run, number, repeats, definition);
                number++;
                runs += repeats;
            }
            more = !lines.isEmpty();
            return more ? lines.toString().getBytes(StandardCharsets.UTF_8) : null;
        } finally {
            ended |= !more;
            turn.unlock();
        }
    }

    boolean ended() {
        turn.lock();
        try {
            return ended;
        } finally {
            turn.unlock();
        }
    }

    private static void line(StringBuilder line, String run, int number, int repeats, CaseDefinition definition) {
        value(line, run).append('\t').append(number).append('\t').append(repeats).append('\t');
        value(line, definition.key()).append('\t');
        value(line, definition.id()).append('\t');
        value(line, definition.name()).append('\t');
        value(line, definition.json()).append('\n');
    }

    /**
     * Appends a value in COPY's text format: tab and newline end a value or row, a backslash escapes, {@code \N} is
     * null.
     */
    private static StringBuilder value(StringBuilder line, @Nullable String text) {
        if (text == null) {
            return line.append("\\N");
        }
        return line.append(text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r"));
    }
}
